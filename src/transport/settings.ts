import type { DriftReporter } from './drift.ts';
import type { Gate } from './gate.ts';
import type { Observer } from './observer.ts';
import type { Token } from './token.ts';

/** How often, and how patiently, a failed request is sent again. */
export interface RetrySettings {
  /** Requests after the first. */
  readonly limit: number;
  /** Longest `Retry-After` to wait for, in milliseconds. */
  readonly maxRetryAfter: number;
}

/** How to send failed requests again; what is left out keeps its default. */
export interface RetryOptions {
  /** Requests after the first. @defaultValue `2` */
  readonly limit?: number | undefined;
  /** Longest `Retry-After` to wait for, in milliseconds; a longer one fails at once. @defaultValue `60_000` */
  readonly maxRetryAfter?: number | undefined;
}

/** The client's options, checked and complete, as the transport needs them. */
export interface TransportSettings {
  /** Absolute, normalized, without a slash at its end. */
  readonly baseUrl: string;
  readonly token: Token;
  /** One attempt, body included, in milliseconds. */
  readonly timeout: number;
  /** The whole call, in milliseconds. */
  readonly totalTimeout: number;
  readonly retry: RetrySettings;
  readonly gate: Gate;
  readonly maxResponseBytes: number;
  readonly responseValidation: 'tolerant' | 'strict';
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly observer: Observer;
  readonly drift: DriftReporter;
}

/** Settings of a single call; each falls back to the client's option of the same name. */
export interface CallOptions {
  /** Aborts the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** One attempt, body included, in milliseconds. */
  readonly timeout?: number | undefined;
  /** The whole call with its attempts, waits and bodies, in milliseconds. */
  readonly totalTimeout?: number | undefined;
  /** `false` sends the request once. */
  readonly retry?: RetryOptions | false | undefined;
  /** Extra headers; the token header cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
