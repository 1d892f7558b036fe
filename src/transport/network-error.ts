import type { Thrown } from './thrown.ts';

/** Codes of the system, of undici (Node), of TLS, of HTTP parsers, of Bun and of HTTP libraries. */
const networkCodes: readonly RegExp[] = [
  /^E(?:ADDR|AI_|CONN|HOST|NET|SOCKET)\w+$|^(?:ENOTCONN|ENOTFOUND|EPIPE|EPROTO|ETIMEDOUT)$/,
  /^UND_ERR_(?!INVALID|NOT_SUPPORTED|REQ_CONTENT)\w+$/,
  /^ERR_(?:HTTP2|NETWORK|SOCKET|SSL|STREAM_PREMATURE_CLOSE|TLS)|^HPE_/,
  /CERT|SELF_SIGNED|^UNABLE_TO_(?:GET_ISSUER|VERIFY)/,
  /^Connection(?:Closed|Refused|Reset)$|^FailedToOpenSocket$/,
];

/** What `fetch` says in Node, Chrome, Firefox, Safari, Deno, Bun and workerd if an error has no code. */
const networkMessage =
  /^(?:fetch failed$|terminated$|Failed to fetch|Load failed|NetworkError when|network error$|Network request failed|Network connection lost|The Internet connection|\s*A network error|error sending request|error reading a body|connection (?:error|closed))/;

/** An aborted or timed-out request, by a signal of the `fetch` itself; and what browsers throw. */
const networkNames: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError', 'NetworkError']);

/** The errors of a mistake in code. */
const codeErrors: ReadonlySet<string> = new Set([
  'TypeError',
  'ReferenceError',
  'RangeError',
  'SyntaxError',
  'EvalError',
]);

/**
 * Whether an error reports a network problem, by its code or message or those of its causes; everything else is a
 * mistake in code. The runtime's own `fetch` may use unknown messages, so there only errors of mistakes are excluded.
 */
export function isNetworkError(error: Thrown, ofRuntime: boolean): boolean {
  if (isNetworkLink(error)) return true;
  const inner = [...(error.errors ?? []), ...(error.cause ? [error.cause] : [])];
  if (inner.some((link) => isNetworkError(link, false))) return true;
  return ofRuntime && error.isError && !codeErrors.has(error.name);
}

/** Returns the code of a network error: the first one of a network problem, or else any that looks like a code. */
export function networkCodeOf(error: Thrown): string | undefined {
  const codes = codesOf(error);
  return codes.find(isNetworkCode) ?? codes.find((code) => /^[A-Z0-9_]{3,60}$/.test(code));
}

/** Whether nothing was sent. Only a failed lookup or connect proves it: a reset may happen at any time. */
export function provesUnsent(error: Thrown): boolean {
  const proofs = proofsOf(error);
  return proofs.length > 0 && proofs.every(Boolean);
}

/** Returns for each network problem in an error whether it was a failed lookup or connect. */
function proofsOf({ code, syscall, errors, cause }: Thrown): boolean[] {
  if (errors === undefined) return [false];
  const inner = [...errors, ...(cause ? [cause] : [])].flatMap(proofsOf);
  // The code of an AggregateError repeats one of its errors.
  if (errors.length > 0) return inner;
  const isUnsent = syscall === 'connect' || syscall === 'getaddrinfo' || unsentCode.test(code ?? '');
  return isUnsent || isNetworkCode(code) ? [isUnsent, ...inner] : inner;
}

const unsentCode = /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

function isNetworkLink({ code, syscall, name, message }: Thrown): boolean {
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    isNetworkCode(code) ||
    networkNames.has(name) ||
    networkMessage.test(message)
  );
}

function isNetworkCode(code = ''): boolean {
  return networkCodes.some((pattern) => pattern.test(code));
}

function codesOf({ code, errors = [], cause }: Thrown): string[] {
  const inner = [...errors, ...(cause ? [cause] : [])].flatMap(codesOf);
  return code === undefined ? inner : [code, ...inner];
}
