import type { OperationName } from '../api/operation-name.ts';
import type { ErrorCode, Outcome } from '../errors/index.ts';

/** A request that is about to be sent. */
export interface RequestEvent {
  /** The operation, for example `pricePoints.get`; `request` for `client.request`. */
  readonly operation: OperationName | 'request';
  /** Identifies the call: the same for all its requests, and unique in a process. */
  readonly callId: string;
  /** 1 for the first request of a call; 0 if the call ended before it, in the queue of `rateLimit` and `maxConcurrency`. */
  readonly attempt: number;
  /** How long it waited in that queue, in milliseconds; no part of `duration`. */
  readonly queued: number;
  /** HTTP method. */
  readonly method: string;
  /** Path template, without parameter values. */
  readonly path: string;
}

/** A request that has succeeded or failed. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status; `undefined` if no response was received. */
  readonly status: number | undefined;
  /** Time from sending the request to receiving the complete body, in milliseconds. */
  readonly duration: number;
  /** The `code` of the error if the request failed; `aborted` if your signal, or a framework's control flow, aborted it. */
  readonly error: ErrorCode | 'aborted' | 'internal' | undefined;
  /** For a failed write: whether the change was made. */
  readonly outcome: Outcome | undefined;
  /** The service's id of the request, if its response has one: the header `x-request-id` or a similar one. */
  readonly requestId: string | undefined;
  /**
   * Headers of the response, without `set-cookie` and with the token redacted; `undefined` if no response was received.
   * Not enumerable.
   */
  readonly headers: Headers | undefined;
}

/** A request that will be retried. */
export interface RetryEvent extends RequestEvent {
  /** Delay before the retry, in milliseconds. */
  readonly delay: number;
  /** HTTP status of the failed attempt; `undefined` if no response was received. */
  readonly status: number | undefined;
  /** The `code` of the error of the failed attempt. */
  readonly error: ErrorCode;
  /** The error of the failed attempt: a `PublisherError`. Not enumerable. */
  readonly failure: Error;
}

/** Functions that are called for every request; they never receive the token. */
export interface Hooks {
  /** Called before each request. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after each request, whether it succeeded or failed. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before the delay of each retry. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}
