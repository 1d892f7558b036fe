import { ConnectionError } from '../errors/index.ts';
import { AttemptFailure } from './failure.ts';
import { networkCodeOf, provesUnsent } from './network-error.ts';
import type { Redact, Thrown } from './thrown.ts';

/** Returns the failure for a network error; `status` is set if the headers were received. */
export function connectionFailure(
  error: Thrown,
  baseUrl: string,
  redact: Redact,
  status?: number,
): AttemptFailure {
  const { origin } = new URL(baseUrl);
  const code = networkCodeOf(error);
  const reason = code === undefined || redact(code, Infinity) === code ? code : undefined;
  const unsent = status === undefined && provesUnsent(error);
  const untrusted = reason !== undefined && certificateProblem.test(reason);
  const plain = reason === 'ERR_SSL_WRONG_VERSION_NUMBER';
  const problem = untrusted
    ? `could not trust the certificate of ${origin}`
    : plain
      ? `${origin} does not speak TLS: should baseUrl start with http?`
      : unsent
        ? `could not connect to ${origin}`
        : `lost the connection to ${origin}${status === undefined ? '' : ' while the response was being received'}`;
  const cause = error.toError(redact);
  return new AttemptFailure({
    code: 'connection',
    evidence: unsent ? 'not_sent' : status === undefined ? 'unknown' : 'applied',
    retry: untrusted || plain ? 'never' : unsent ? 'always' : 'unless_create',
    status,
    toError: (context) =>
      new ConnectionError(`${context.operation}: ${problem} (${reason ?? cause.name})`, {
        ...context,
        reason,
        cause,
      }),
  });
}

const certificateProblem = /CERT|SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|ERR_TLS/;
