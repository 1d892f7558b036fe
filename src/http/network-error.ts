import {
  ConfigurationError,
  ConnectionError,
  type ErrorContext,
  type Outcome,
  type SystemCode,
} from '../errors/index.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import { causeOf, fieldOf, nameOf, type Redact } from './error-snapshot.ts';
import { InvalidFetchResult } from './response.ts';
import { neverRetried } from './retries.ts';
import type { TransportSettings } from './settings.ts';

/**
 * Codes of a certificate of the service that was not trusted. If the service rejects the client's, the code is that of an
 * alert, `ERR_SSL_…`.
 */
const untrustedCode =
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

const codeErrors = /^(?:Type|Reference|Range|Syntax|Eval)Error$/;

/**
 * Returns the error for what `fetch`, or the response that it returned, threw. A network error may be retried; a mistake
 * in the code of a `fetch` would only be repeated. `status` is set if the headers were received.
 */
export function fetchError(
  thrown: unknown,
  { baseUrl, customFetch }: Pick<TransportSettings, 'baseUrl' | 'customFetch'>,
  redactor: TokenRedactor,
  contextOf: (outcome: Outcome) => ErrorContext,
  status?: number,
): ConnectionError | ConfigurationError {
  const outcome = status === undefined ? 'unknown' : 'applied';
  const whose = `the ${customFetch ? 'custom' : 'global'} \`fetch\``;
  const misuse = (rule: string, cause?: object): ConfigurationError =>
    // By itself the class states that nothing was sent, which is unknown here.
    new ConfigurationError('fetch', rule, { outcome: undefined, ...contextOf(outcome), cause });
  // Not `instanceof`, which throws for some proxies.
  if (fieldOf(thrown, 'constructor') === InvalidFetchResult)
    return misuse(`${whose} must return a Response: ${(thrown as InvalidFetchResult).message}`);

  const redact: Redact = (text, max) => redactor.redact(text, max);
  const cause = causeOf(thrown, redact);
  const links = linksOf(thrown, redact);
  if (!isNetworkError(thrown, links, !customFetch)) {
    const what = status === undefined ? whose : `the response of ${whose}`;
    return misuse(`${what} threw ${nameOf(cause)}; see the error's cause`, cause);
  }
  // The first code of a network problem, or else any that looks like a code.
  const codes = links.map(({ code }) => code);
  const code = codes.find(isNetworkCode) ?? codes.find(isSystemCode);
  // All problems precede the request; a reset may happen at any time.
  const problems = links.filter((link) => isUnsent(link) || isNetworkCode(link.code));
  const isSent = status !== undefined || problems.length === 0 || !problems.every(isUnsent);
  const base = new URL(baseUrl);
  const [what, isPermanent] = isSent ? lostProblem(code, base, status) : unsentProblem(links, code, base);
  const context = contextOf(isSent ? outcome : 'not_sent');
  const message = `${context.operation}: ${what} (${code ?? nameOf(cause)})`;
  const error = new ConnectionError(message, { ...context, reason: code, cause });
  return isPermanent ? neverRetried(error) : error;
}

/** What happened, and whether a retry would fail the same way. */
type Problem = readonly [what: string, isPermanent?: boolean];

function unsentProblem(links: readonly Link[], code = '', { origin, port }: URL): Problem {
  const proxyStatus = links.map(({ message }) => Number(proxyMessage.exec(message)?.[1])).find(Boolean);
  if (proxyStatus !== undefined)
    return [`the proxy rejected the connection to ${origin} with status ${proxyStatus}`, proxyStatus < 500];
  if (links.some(({ message }) => message === portMessage))
    return [`fetch never connects to port ${port}: change baseUrl`, true];
  if (!untrustedCode.test(code)) return [`could not connect to ${origin}`];
  const why = untrusted.find(([pattern]) => pattern.test(code))?.[1];
  return [`could not trust the certificate of ${origin}${why ? `, which ${why}` : ''}`, true];
}

const untrusted: readonly (readonly [RegExp, string])[] = [
  [/EXPIRED/, 'has expired'],
  [/NOT_YET_VALID/, 'is not valid yet'],
  [/DEPTH_ZERO/, 'is self-signed'],
  [/ALTNAME|HOSTNAME/, 'is for another host'],
  [/^UNABLE_TO_(?:GET_ISSUER|VERIFY)|SELF_SIGNED/, 'has an unknown issuer'],
];

function lostProblem(code = '', { origin }: URL, status: number | undefined): Problem {
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return [`${origin} does not speak TLS: should baseUrl start with http?`, true];
  // The alert may arrive when the request has been sent already.
  if (/^ERR_SSL_.*ALERT_.*(?:CERT|UNKNOWN_CA)/.test(code))
    return [`${origin} rejected the certificate of this client`, true];
  const when = status === undefined ? '' : ' while the response was being received';
  return [`lost the connection to ${origin}${when}`];
}

/** What decides about an error: of the thrown value itself, of a cause, or of one of several errors. */
type Link = Readonly<Record<'name' | 'code' | 'message' | 'syscall', string>>;

const maxLength = 1000;

/** Returns a thrown value with its causes and their errors, redacted, without those that only group others. */
function linksOf(thrown: unknown, redact: Redact): readonly Link[] {
  const stringOf = (value: unknown, key: string): string => {
    const field = fieldOf(value, key);
    return typeof field === 'string' ? redact(field, maxLength) : '';
  };
  const values = new Set([thrown]);
  const links: Link[] = [];
  // Visits also what is added meanwhile, once.
  for (const value of values) {
    const errors: unknown = fieldOf(value, 'errors');
    const inner: readonly unknown[] = Array.isArray(errors) ? errors : [];
    for (const next of [...inner, fieldOf(value, 'cause')]) if (next !== undefined) values.add(next);
    if (inner.length > 0) continue;
    links.push({
      name: nameOf(value),
      code: stringOf(value, 'code'),
      message: stringOf(value, 'message'),
      syscall: stringOf(value, 'syscall'),
    });
  }
  return links;
}

/**
 * Whether an error reports a network problem, by its code or message or those of its causes; everything else is a
 * mistake in code. The runtime's own `fetch` may use unknown messages, so there only errors of mistakes are excluded.
 */
function isNetworkError(thrown: unknown, links: readonly Link[], ofRuntime: boolean): boolean {
  const isProblem = (link: Link): boolean =>
    isNetworkCode(link.code) ||
    isUnsent(link) ||
    networkNames.has(link.name) ||
    networkMessage.test(link.message);
  if (links.some(isProblem)) return true;
  return ofRuntime && typeof fieldOf(thrown, 'message') === 'string' && !codeErrors.test(nameOf(thrown));
}

function isUnsent({ code, syscall, message }: Link): boolean {
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return (
    unsentCode.test(code) || untrustedCode.test(code) || proxyMessage.test(message) || message === portMessage
  );
}

function isNetworkCode(code: string): code is SystemCode {
  return networkCodes.some((pattern) => pattern.test(code));
}

/** Whether a string looks like a code, of whatever library. */
function isSystemCode(code: string): code is SystemCode {
  return /^[A-Z][A-Z0-9_]{2,59}$/.test(code);
}
