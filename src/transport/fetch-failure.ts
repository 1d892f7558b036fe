import { ConfigurationError } from '../errors/index.ts';
import { connectionFailure } from './connection.ts';
import { AttemptFailure } from './failure.ts';
import { isInstance } from './is-instance.ts';
import { isNetworkError, linksOf } from './network-error.ts';
import { InvalidFetchResult } from './fetched-response.ts';
import type { SentTokens } from './sent-tokens.ts';
import type { TransportSettings } from './settings.ts';
import { causeOf, nameOf } from './thrown.ts';

/**
 * Returns the failure for what `fetch`, or the response that it returned, threw. A network error may be retried; a
 * mistake in the code of a `fetch` would only be repeated. `status` is set if the headers were received.
 */
export function fetchFailure(
  thrown: unknown,
  { baseUrl, customFetch }: Pick<TransportSettings, 'baseUrl' | 'customFetch'>,
  sent: SentTokens,
  status?: number,
): AttemptFailure {
  const redact = (text: string, max: number): string => sent.redact(text, max);
  const whose = `the ${customFetch ? 'custom' : 'global'} \`fetch\``;
  if (isInstance(thrown, InvalidFetchResult))
    return misuse(`${whose} must return a Response: ${thrown.message}`, undefined, status);
  const cause = causeOf(thrown, redact);
  const links = linksOf(thrown, redact);
  if (isNetworkError(links, !customFetch)) return connectionFailure(links, cause, baseUrl, status);
  const what = status === undefined ? whose : `the response of ${whose}`;
  return misuse(`${what} threw ${nameOf(cause)}; see the error's cause`, cause, status);
}

function misuse(rule: string, cause: object | undefined, status: number | undefined): AttemptFailure {
  return new AttemptFailure({
    code: 'configuration',
    evidence: status === undefined ? 'unknown' : 'applied',
    retry: 'never',
    status,
    // By itself the class states that nothing was sent, which is unknown here.
    toError: (context) => new ConfigurationError('fetch', rule, { outcome: undefined, ...context, cause }),
  });
}
