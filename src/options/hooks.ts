import type { Outcome } from '../errors/index.ts';

/** A request that is about to be sent. */
export interface RequestEvent {
  /** The operation, for example `pricePoints.get`. */
  readonly operation: string;
  /** 1 for the first request of a call. */
  readonly attempt: number;
  /** HTTP method. */
  readonly method: string;
  /** Path template, without the values in it. */
  readonly path: string;
}

/** A request that has ended, well or not. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status; `undefined` when no response came. */
  readonly status: number | undefined;
  /** From sending to the last byte of the body, in milliseconds. */
  readonly duration: number;
  /** The `code` of the error, when it failed; `aborted` when the caller aborted it. */
  readonly error: string | undefined;
  /** For a write that failed: what is known of its effect. */
  readonly outcome: Outcome | undefined;
}

/** A request that will be sent again. */
export interface RetryEvent extends RequestEvent {
  /** How long the client waits first, in milliseconds. */
  readonly delay: number;
  /** HTTP status of the attempt that failed; `undefined` when no response came. */
  readonly status: number | undefined;
  /** The `code` of the error that it failed with. */
  readonly error: string;
}

/** Functions that are told of every request; none is ever given the token. */
export interface Hooks {
  /** Before each request. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** After each request, whether it was answered well or not. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Before the wait for another attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}
