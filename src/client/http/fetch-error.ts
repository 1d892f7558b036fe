import { fieldOf } from '../api/input.ts';
import {
  type ConfigurationError,
  ConnectionError,
  type ErrorContext,
  invalidOption,
  type Outcome,
} from '../errors/index.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import { causeOf, typeNameOf } from './redacted-cause.ts';
import { InvalidFetchResult } from './response.ts';
import { neverRetried } from './retries.ts';
import type { TransportSettings } from './settings.ts';

/** A failure that people can do something about. */
interface Hint {
  /** Matches the code of an error, or the message of one without a code. */
  readonly pattern: RegExp;
  /** What happened: {origin} is that of the base URL, and $1 what the pattern captured. */
  readonly what: string;
  readonly isUnsent: boolean;
  /** Whether a retry would fail the same way. */
  readonly isPermanent: boolean;
}

const untrusted = (pattern: RegExp, why: string): Hint => {
  return {
    pattern,
    what: `could not trust the certificate of {origin}${why}`,
    isUnsent: true,
    isPermanent: true,
  };
};
const proxyStatus = 'the proxy rejected the connection to {origin} with status $1';

/** The first one that matches counts. */
const hints: readonly Hint[] = [
  untrusted(/^CERT_HAS_EXPIRED$/, ', which has expired'),
  untrusted(/^CERT_NOT_YET_VALID$/, ', which is not valid yet'),
  untrusted(/^DEPTH_ZERO_SELF_SIGNED_CERT$/, ', which is self-signed'),
  untrusted(/^(?:ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH)$/, ', which is for another host'),
  untrusted(/^(?:UNABLE_TO_(?:GET_ISSUER|VERIFY)\w+|SELF_SIGNED_CERT\w*)$/, ', which has an unknown issuer'),
  untrusted(/^(?:(?:CERT|CRL|UNABLE_TO)_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/, ''),
  {
    pattern: /^ERR_SSL_WRONG_VERSION_NUMBER$/,
    what: '{origin} does not speak TLS: should baseUrl start with http?',
    isUnsent: false,
    isPermanent: true,
  },
  {
    // The alert may arrive when the request has been sent already.
    pattern: /^ERR_SSL_\w*ALERT_\w*(?:CERT|UNKNOWN_CA)\w*$/,
    what: '{origin} rejected the certificate of this client',
    isUnsent: false,
    isPermanent: true,
  },
  {
    pattern: /^Proxy response \(([1-4]\d\d)\) !== 200 when HTTP Tunneling$/,
    what: proxyStatus,
    isUnsent: true,
    isPermanent: true,
  },
  {
    pattern: /^Proxy response \((\d+)\) !== 200 when HTTP Tunneling$/,
    what: proxyStatus,
    isUnsent: true,
    isPermanent: false,
  },
  {
    pattern: /^bad port$/,
    what: 'fetch never connects to the port of {origin}: change baseUrl',
    isUnsent: true,
    isPermanent: true,
  },
  {
    // An agent of another undici than this fetch, or of node:http.
    pattern: /^(?:UND_ERR_INVALID_ARG|agent\.dispatch is not a function)$/,
    what: "the agent does not fit this fetch: use undici's own fetch with an agent of undici",
    isUnsent: true,
    isPermanent: true,
  },
  {
    pattern: /^ERR_INVALID_URL$/,
    what: 'fetch was called with an invalid URL',
    isUnsent: true,
    isPermanent: true,
  },
  {
    // Of undici, nock, and msw, whose message has the name of its option.
    pattern:
      /^(?:UND_MOCK_ERR_MOCK_NOT_MATCHED|ERR_NOCK_NO_MATCH|Nock: Disallowed net connect.*|\[MSW\] Cannot bypass a request.*)$/s,
    what: 'no mock of your test matches the request to {origin}',
    isUnsent: true,
    isPermanent: true,
  },
  {
    pattern: /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/,
    what: 'could not connect to {origin}',
    isUnsent: true,
    isPermanent: false,
  },
];

/** What `fetch` says in Node, Chrome, Firefox, Safari, Deno and Bun when it throws a `TypeError` without a cause. */
const networkMessage =
  /^(?:fetch failed|terminated|Failed to fetch|Load failed|NetworkError|network error|Network request failed|error sending request|error reading a body)/;

const mistakes = /^(?:Type|Reference|Range|Syntax)Error$/;

/**
 * Returns the error for what `fetch`, or the response that it returned, threw. It is a connection error, unless a custom
 * `fetch` returned no response or has a mistake in its code. `status` is set if the headers were received.
 */
export function fetchError(
  thrown: unknown,
  { baseUrl, customFetch }: Pick<TransportSettings, 'baseUrl' | 'customFetch'>,
  redactor: TokenRedactor,
  contextOf: (outcome: Outcome) => ErrorContext,
  status?: number,
): ConnectionError | ConfigurationError {
  const outcome = status === undefined ? 'unknown' : 'applied';
  const misuse = (rule: string, cause?: object): ConfigurationError =>
    // By itself the class states that nothing was sent, which is unknown here.
    invalidOption('fetch', rule, { outcome: undefined, ...contextOf(outcome), cause });
  if (InvalidFetchResult.is(thrown)) {
    const whose = customFetch ? 'custom' : 'global';
    return misuse(`the ${whose} \`fetch\` must return ${thrown.message}`);
  }

  const name = typeNameOf(thrown);
  const cause = causeOf(thrown, (text, max) => redactor.redact(text, max));
  const problems = problemsIn(thrown);
  if (
    customFetch &&
    mistakes.test(name) &&
    !networkMessage.test(cause.message) &&
    !problems.some(({ isCause }) => isCause)
  ) {
    const what = status === undefined ? 'the custom `fetch`' : 'the response of the custom `fetch`';
    return misuse(`${what} threw ${name}; see the error's cause`, cause);
  }
  // All problems precede the request; a reset may happen at any time.
  const isSent = status !== undefined || problems.length === 0 || !problems.every(({ isUnsent }) => isUnsent);
  const hint = problems.map((problem) => problem.hint).find((found) => found?.isUnsent === !isSent);
  const when = status === undefined ? '' : ' while the response was being received';
  const what =
    hint?.what ?? (isSent ? `lost the connection to {origin}${when}` : 'could not connect to {origin}');
  const service = new URL(baseUrl);
  // A connection to somewhere else is one to a proxy.
  const proxy = problems.map(({ target }) => proxyAt(target, service)).find(Boolean);
  const place = proxy === undefined ? service.origin : `the proxy ${proxy} for ${service.origin}`;
  const systemCode = problems.map(({ code }) => code).find(Boolean);
  const context = contextOf(isSent ? outcome : 'not_sent');
  const message = `${context.operation}: ${what.replace('{origin}', place)} (${systemCode ?? name})`;
  const error = new ConnectionError(message, { ...context, systemCode, cause });
  return hint?.isPermanent ? neverRetried(error) : error;
}

/** An error of which a code, a hint or a system call is known. */
interface Problem {
  readonly code: string | undefined;
  readonly hint: Hint | undefined;
  readonly isUnsent: boolean;
  /** Whether it is a cause of what was thrown. */
  readonly isCause: boolean;
  /** Where a connection was to be made to, if it is known. */
  readonly target: Target;
}

/** An address with its port, or a name that has no address. */
interface Target {
  readonly host: unknown;
  readonly port?: unknown;
}

/** Returns where a connection was to be made to, if that is not the service. */
function proxyAt({ host, port }: Target, service: URL): string | undefined {
  if (typeof host !== 'string') return undefined;
  if (typeof port !== 'number') return host === service.hostname ? undefined : host;
  const own = Number(service.port || (service.protocol === 'https:' ? 443 : 80));
  return port === own ? undefined : `${host}:${port}`;
}

const maxDepth = 5;

/** Returns the innermost problems of an error, its causes and their errors. */
function problemsIn(thrown: unknown, depth = 0): readonly Problem[] {
  const inner = [...errorsOf(thrown), fieldOf(thrown, 'cause')];
  const below = depth < maxDepth ? inner.flatMap((one) => problemsIn(one, depth + 1)) : [];
  if (below.length > 0) return below;
  const [code, message, syscall] = ['code', 'message', 'syscall'].map((key) => fieldOf(thrown, key));
  const known = typeof code === 'string' && /^[A-Z]\w{2,59}$/.test(code) ? code : undefined;
  const hint = hintFor(known ?? '') ?? hintFor(typeof message === 'string' ? message : '');
  if (known === undefined && hint === undefined) return [];
  const isUnsent = syscall === 'connect' || syscall === 'getaddrinfo' || hint?.isUnsent === true;
  const target =
    syscall === 'connect'
      ? { host: fieldOf(thrown, 'address'), port: fieldOf(thrown, 'port') }
      : { host: syscall === 'getaddrinfo' ? fieldOf(thrown, 'hostname') : undefined };
  return [{ code: known, hint, isUnsent, isCause: depth > 0, target }];
}

/** Returns the errors of an `AggregateError`; none of a list that cannot be read, such as a proxy that was revoked. */
function errorsOf(thrown: unknown): readonly unknown[] {
  try {
    const errors: unknown = fieldOf(thrown, 'errors');
    return Array.isArray(errors) ? Array.from<unknown>(errors) : [];
  } catch {
    return [];
  }
}

function hintFor(text: string): Hint | undefined {
  const hint = hints.find(({ pattern }) => pattern.test(text));
  return hint && { ...hint, what: text.replace(hint.pattern, hint.what) };
}
