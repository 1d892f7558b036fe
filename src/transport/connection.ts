import { ConnectionError } from '../errors/index.ts';
import { AttemptFailure, type Retryable } from './failure.ts';
import {
  isForbiddenPort,
  type Link,
  networkCodeOf,
  provesUnsent,
  proxyStatusOf,
  untrustedCode,
} from './network-error.ts';
import { nameOf } from './thrown.ts';

/** What happened, and whether to try it again. */
interface Problem {
  readonly what: string;
  readonly retry: Retryable;
}

/** Returns the failure for a network error; `status` is set if the headers were received. */
export function connectionFailure(
  links: readonly Link[],
  cause: unknown,
  baseUrl: string,
  status?: number,
): AttemptFailure {
  const code = networkCodeOf(links);
  const unsent = status === undefined && provesUnsent(links);
  const { what, retry } = unsent
    ? unsentProblem(links, code, new URL(baseUrl))
    : lostProblem(code, new URL(baseUrl), status);
  return new AttemptFailure({
    code: 'connection',
    evidence: unsent ? 'not_sent' : status === undefined ? 'unknown' : 'applied',
    retry,
    status,
    toError: (context) =>
      new ConnectionError(`${context.operation}: ${what} (${code ?? nameOf(cause)})`, {
        ...context,
        reason: code,
        cause,
      }),
  });
}

function unsentProblem(links: readonly Link[], code = '', { origin, port }: URL): Problem {
  const proxyStatus = proxyStatusOf(links);
  if (proxyStatus !== undefined) {
    const what = `the proxy rejected the connection to ${origin} with status ${proxyStatus}`;
    return { what, retry: proxyStatus >= 500 ? 'always' : 'never' };
  }
  if (isForbiddenPort(links))
    return { what: `fetch never connects to port ${port}: change baseUrl`, retry: 'never' };
  if (!untrustedCode.test(code)) return { what: `could not connect to ${origin}`, retry: 'always' };
  const why = untrusted.find(([pattern]) => pattern.test(code))?.[1];
  return {
    what: `could not trust the certificate of ${origin}${why ? `, which ${why}` : ''}`,
    retry: 'never',
  };
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
    return { what: `${origin} does not speak TLS: should baseUrl start with http?`, retry: 'never' };
  // The alert may arrive when the request has been sent already.
  if (/^ERR_SSL_.*ALERT_.*(?:CERT|UNKNOWN_CA)/.test(code))
    return { what: `${origin} rejected the certificate of this client`, retry: 'never' };
  const when = status === undefined ? '' : ' while the response was being received';
  return { what: `lost the connection to ${origin}${when}`, retry: 'unless_create' };
}
