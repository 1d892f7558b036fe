import { fieldOf, nameOf, type Redact } from './thrown.ts';

/**
 * Codes of a certificate of the service that was not trusted. If the service rejects the client's, the code is that of an
 * alert, `ERR_SSL_…`.
 */
export const untrustedCode =
  /^(?:CERT|CRL|UNABLE_TO)_\w+$|^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|^ERR_TLS_CERT_ALTNAME|^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/;

/** Codes of the system, of undici (Node), of TLS, of HTTP parsers, of Bun and of HTTP libraries. */
const networkCodes: readonly RegExp[] = [
  /^E(?:ADDR|AI_|CONN|HOST|NET|SOCKET)\w+$|^(?:ENOTCONN|ENOTFOUND|EPIPE|EPROTO|ETIMEDOUT)$/,
  /^UND_ERR_(?!INVALID|NOT_SUPPORTED|REQ_CONTENT)\w+$/,
  /^ERR_(?:HTTP2|NETWORK|SOCKET|SSL|STREAM_PREMATURE_CLOSE|TLS)|^HPE_/,
  /^Connection(?:Closed|Refused|Reset)$|^FailedToOpenSocket$/,
  untrustedCode,
];

const unsentCode = /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

/** What undici says if the proxy rejects a tunnel, and if the port is one that `fetch` never connects to. */
const proxyMessage = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/;
const portMessage = 'bad port';

/** What `fetch` says in Node, Chrome, Firefox, Safari, Deno, Bun and workerd if an error has no code. */
const networkMessage =
  /^(?:fetch failed$|terminated$|Failed to fetch|Load failed|NetworkError when|network error$|Network request failed|Network connection lost|The Internet connection|\s*A network error|error sending request|error reading a body|connection (?:error|closed))/;

/** An aborted or timed-out request, by a signal of the `fetch` itself; and what browsers throw. */
const networkNames: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError', 'NetworkError']);

/** The errors of a mistake in code. */
const codeErrors = /^(?:Type|Reference|Range|Syntax|Eval)Error$/;

/** What decides about an error: of the thrown value itself, of a cause, or of one of several errors. */
export interface Link {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly syscall: string | undefined;
  /** Whether it only groups others; its code repeats one of theirs. */
  readonly isGroup: boolean;
}

const maxLinks = 64;
const maxLength = 1000;

/** Returns a thrown value with its causes and their errors, redacted; at most 64. */
export function linksOf(thrown: unknown, redact: Redact): readonly Link[] {
  const stringOf = (value: unknown, key: string): string | undefined => {
    const field = fieldOf(value, key);
    return typeof field === 'string' ? redact(field, maxLength) : undefined;
  };
  const values = [thrown];
  const links: Link[] = [];
  for (const value of values) {
    const inner = errorsOf(value);
    for (const next of [...inner, fieldOf(value, 'cause')]) if (next !== undefined) values.push(next);
    links.push({
      name: nameOf(value),
      code: stringOf(value, 'code'),
      message: stringOf(value, 'message'),
      syscall: stringOf(value, 'syscall'),
      isGroup: inner.length > 0,
    });
    if (links.length === maxLinks) break;
  }
  return links;
}

/**
 * Whether an error reports a network problem, by its code or message or those of its causes; everything else is a
 * mistake in code. The runtime's own `fetch` may use unknown messages, so there only errors of mistakes are excluded.
 */
export function isNetworkError(links: readonly Link[], ofRuntime: boolean): boolean {
  const [thrown] = links;
  if (links.some((link) => isNetworkCode(link.code) || isUnsent(link) || isNetworkText(link))) return true;
  return ofRuntime && thrown?.message !== undefined && !codeErrors.test(thrown.name);
}

/** Returns the code of a network error: the first one of a network problem, or else any that looks like a code. */
export function networkCodeOf(links: readonly Link[]): string | undefined {
  const codes = links.flatMap(({ code }) => code ?? []);
  return codes.find(isNetworkCode) ?? codes.find((code) => /^[A-Z0-9_]{3,60}$/.test(code));
}

/** Whether nothing was sent: all problems are ones that precede the request. A reset may happen at any time. */
export function provesUnsent(links: readonly Link[]): boolean {
  const problems = links.filter((link) => !link.isGroup && (isUnsent(link) || isNetworkCode(link.code)));
  return problems.length > 0 && problems.every(isUnsent) && links.length < maxLinks;
}

/** Returns the status with which a proxy rejected a tunnel. */
export function proxyStatusOf(links: readonly Link[]): number | undefined {
  const [status] = links.flatMap(({ message = '' }) => proxyMessage.exec(message)?.slice(1) ?? []);
  return status === undefined ? undefined : Number(status);
}

/** Whether `fetch` rejected the port. */
export function isForbiddenPort(links: readonly Link[]): boolean {
  return links.some(({ message }) => message === portMessage);
}

function isUnsent({ code = '', syscall, message = '' }: Link): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return (
    unsentCode.test(code) || untrustedCode.test(code) || proxyMessage.test(message) || message === portMessage
  );
}

function isNetworkText({ name, message = '' }: Link): boolean {
  return networkNames.has(name) || networkMessage.test(message);
}

function isNetworkCode(code = ''): boolean {
  return networkCodes.some((pattern) => pattern.test(code));
}

function errorsOf(value: unknown): readonly unknown[] {
  try {
    const errors = fieldOf(value, 'errors');
    return Array.isArray(errors) ? errors.slice(0, maxLinks) : [];
  } catch {
    return [];
  }
}
