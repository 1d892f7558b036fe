import { ApiError, type ErrorCode, PublisherError } from '../errors/index.ts';
import type { ResponseEvent, RetryEvent } from '../options/hooks.ts';
import type { Attempt } from './attempt.ts';
import { isControlFlow } from './redacted-cause.ts';

/** Returns the event of an attempt that has succeeded or failed. */
export function eventOf(attempt: Attempt): ResponseEvent {
  const { event: request, status, sent, error: thrown, shown } = attempt;
  const { operation, signal } = attempt.request;
  const duration = performance.now() - attempt.startedAt;
  const proven = signal?.aborted === true || !(thrown instanceof PublisherError) ? undefined : thrown;
  const isAborted = signal?.aborted === true || isControlFlow(thrown);
  // What is no error of ours is a bug of this package.
  const error =
    thrown === undefined ? undefined : proven ? codeOf(proven) : isAborted ? 'aborted' : 'internal';
  const outcome = error === undefined ? undefined : proven ? proven.outcome : sent ? 'unknown' : 'not_sent';
  const event: ResponseEvent = {
    ...request,
    status,
    duration,
    error,
    outcome: operation.effect === 'read' ? undefined : outcome,
    requestId: shown.requestId,
    headers: shown.headers,
  };
  // They stay out of logs.
  return Object.defineProperty(event, 'headers', { enumerable: false });
}

/** Returns the event of an attempt that failed, and is followed by another one. */
export function retryEventOf(attempt: Attempt, failure: PublisherError, delay: number): RetryEvent {
  const status = failure instanceof ApiError ? failure.status : attempt.status;
  const event: RetryEvent = { ...attempt.event, delay, status, error: codeOf(failure), failure };
  // What the service sent stays out of logs.
  return Object.defineProperty(event, 'failure', { enumerable: false });
}

function codeOf({ code }: PublisherError): ErrorCode {
  // A call throws no error of another entry point.
  return code as ErrorCode;
}
