import { ConnectionError } from '../errors/index.ts';
import { AttemptFailure } from './failure.ts';

/** The `cause` of the `TypeError` of Node's fetch; every field may be missing. */
interface SystemError {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
}

/** Returns the failure for a connection error; `status` is set if the headers were received. */
export function connectionFailure(error: unknown, baseUrl: string, status?: number): AttemptFailure {
  const { origin } = new URL(baseUrl);
  const cause = systemError(error);
  const reason = errorCode(cause);
  const unsent = status === undefined && provesUnsent(cause);
  const untrusted = reason !== undefined && certificateProblem.test(reason);
  const plain = reason === 'ERR_SSL_WRONG_VERSION_NUMBER';
  const problem = untrusted
    ? `could not trust the certificate of ${origin}`
    : plain
      ? `${origin} does not speak TLS: should baseUrl start with http?`
      : unsent
        ? `could not connect to ${origin}`
        : `lost the connection to ${origin}${status === undefined ? '' : ' while the response was being received'}`;
  return new AttemptFailure({
    code: 'connection',
    evidence: unsent ? 'not_sent' : status === undefined ? 'unknown' : 'applied',
    retry: untrusted || plain ? 'never' : unsent ? 'always' : 'unless_create',
    status,
    toError: (context) =>
      new ConnectionError(`${context.operation}: ${problem} (${reason ?? errorName(error)})`, {
        ...context,
        reason,
      }),
  });
}

const certificateProblem = /CERT|SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|ERR_TLS/;

/** Returns the name of an error without a code, as a custom `fetch` may throw; its message may contain secrets. */
function errorName(error: unknown): string {
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown error';
}

function systemError(error: unknown): SystemError {
  return asSystemError(error instanceof Error ? (error.cause ?? error) : undefined);
}

function asSystemError(value: unknown): SystemError {
  return typeof value === 'object' && value !== null ? value : {};
}

function errorCode(cause: SystemError): string | undefined {
  // Only strings that look like system error codes: others may quote a header.
  if (typeof cause.code === 'string' && /^[A-Z0-9_]{3,60}$/.test(cause.code)) return cause.code;
  const [first] = innerErrors(cause);
  return first ? errorCode(first) : undefined;
}

/** Whether the request was never sent. Only a failed lookup or connect proves it: a reset may happen at any time. */
function provesUnsent(cause: SystemError): boolean {
  const inner = innerErrors(cause);
  if (inner.length > 0) return inner.every(provesUnsent);
  return (
    cause.syscall === 'connect' || cause.syscall === 'getaddrinfo' || cause.code === 'UND_ERR_CONNECT_TIMEOUT'
  );
}

function innerErrors(cause: SystemError): SystemError[] {
  return Array.isArray(cause.errors) ? cause.errors.map(asSystemError) : [];
}
