import {
  MalformedResponseError,
  RedirectError,
  ResponseTooLargeError,
  TimeoutError,
} from '../errors/index.ts';
import { AttemptFailure } from './failure.ts';
import type { FetchedResponse } from './fetched-response.ts';
import type { BodyProblem } from './parse-body.ts';
import type { SentTokens } from './sent-tokens.ts';

const maxOriginLength = 1000;

/** Returns the failure for a redirect. */
export function redirectFailure(
  response: FetchedResponse,
  baseUrl: string,
  sent: SentTokens,
): AttemptFailure {
  const { status } = response;
  const location = response.headers.get('location');
  const target =
    location !== null && URL.canParse(location, baseUrl) ? new URL(location, baseUrl) : undefined;
  const targetOrigin = target && sent.redact(target.origin, maxOriginLength);
  return new AttemptFailure({
    code: 'redirect',
    evidence: 'unknown',
    retry: 'never',
    status,
    toError: (context) =>
      new RedirectError(
        `${context.operation}: received a redirect${targetOrigin ? ` to ${targetOrigin}` : ''} (status ${status}); ` +
          'redirects are never followed: check baseUrl',
        { ...context, status, targetOrigin },
      ),
  });
}

/** Returns the failure for a response that is larger than `maxResponseBytes`. */
export function tooLargeFailure(status: number, maxResponseBytes: number): AttemptFailure {
  return new AttemptFailure({
    code: 'response_too_large',
    evidence: 'applied',
    retry: 'never',
    status,
    toError: (context) =>
      new ResponseTooLargeError(
        `${context.operation}: the response is larger than maxResponseBytes (${maxResponseBytes} bytes)`,
        { ...context, status, maxResponseBytes },
      ),
  });
}

const received: Readonly<Record<BodyProblem, string>> = {
  empty: 'an empty body',
  HTML: 'HTML',
  'not UTF-8': 'invalid UTF-8',
  'not JSON': 'malformed JSON',
  'nested over 100 levels': 'JSON nested over 100 levels',
};

/** Returns the failure for a response that is not valid JSON. */
export function malformedFailure(status: number, bytes: number, problem: BodyProblem): AttemptFailure {
  const isNested = problem === 'nested over 100 levels';
  return new AttemptFailure({
    code: 'malformed_response',
    // HTML is sent by a proxy: it proves nothing about the service.
    evidence: problem === 'HTML' ? 'unknown' : 'applied',
    // Deep nesting is not a transmission error: the next response would be nested too.
    retry: isNested ? 'never' : 'unless_create',
    status,
    toError: (context) =>
      new MalformedResponseError(
        `${context.operation}: expected JSON, received ${received[problem]} (status ${status}, ${bytes} bytes)`,
        { ...context, status, bytes },
      ),
  });
}

/** Returns the failure for a timeout; `limit` names the option that caused it. */
export function timeoutFailure(limit: string, sent: boolean, status: number | undefined): AttemptFailure {
  return new AttemptFailure({
    code: 'timeout',
    evidence: status !== undefined ? 'applied' : sent ? 'unknown' : 'not_sent',
    retry: sent ? 'unless_create' : 'always',
    status,
    toError: (context) =>
      new TimeoutError(`${context.operation}: no complete response within ${limit}`, { ...context, status }),
  });
}
