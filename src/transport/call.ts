import ky, { isTimeoutError } from 'ky';

import { type ErrorCode, type ErrorContext, type Outcome, PublisherError } from '../errors/index.ts';
import type { ResponseEvent } from '../options/hooks.ts';
import { apiFailure } from './api-failure.ts';
import { Attempt } from './attempt.ts';
import { AttemptFailure, combineEvidence, internalFailure, isRetryable } from './failure.ts';
import type { PreparedRequest } from './prepare.ts';
import { unlessAborted } from './read-body.ts';
import { ReceivedResponse } from './received-response.ts';
import { timeoutFailure } from './response-failures.ts';
import type { ResponseMetadata } from './response-metadata.ts';
import type { TransportSettings } from './settings.ts';

/** One call: ky counts attempts, applies timeouts and waits between attempts; what is retried is decided here. */
export class Call {
  readonly #request: PreparedRequest;
  readonly #settings: TransportSettings;
  readonly #attempts: Attempt[] = [];
  // ky does not expose the time left, but a delay that would exceed it must fail immediately.
  #deadline = Infinity;
  #wait = 0;

  constructor(request: PreparedRequest, settings: TransportSettings) {
    this.#request = request;
    this.#settings = settings;
  }

  /** What every error of this call contains. */
  get context(): ErrorContext {
    const { headers, requestId } = this.#attempts.at(-1)?.metadata ?? {};
    const { operation, createOutcome: outcome } = this.#request;
    return {
      operation: operation.name,
      attempts: this.#attempts.length,
      headers,
      requestId,
      ...(outcome && { outcome, remark: `The create before it ${earlierOutcome[outcome]}` }),
    };
  }

  /**
   * Sends the request, with retries, and returns the validated response.
   *
   * @throws the error of the last attempt, the error of `validate`, or the reason of the user-supplied signal
   */
  async run<T>(validate: (response: ReceivedResponse) => T): Promise<T> {
    const { operation, target, signal, timeout, totalTimeout, retry } = this.#request;
    signal?.throwIfAborted();
    this.#deadline = performance.now() + totalTimeout;
    const onAbort = (): void => this.#attempts.at(-1)?.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    let response: Response;
    try {
      response = await ky(target, {
        prefix: this.#settings.baseUrl,
        method: operation.method,
        throwHttpErrors: false,
        timeout,
        totalTimeout,
        ...(signal ? { signal } : {}),
        retry: {
          limit: retry.limit,
          methods: [operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'],
          shouldRetry: ({ error }) => this.#shouldRetry(error),
          delay: () => this.#wait,
        },
        fetch: (input) => this.#attempt(input),
      });
    } catch (error) {
      throw this.#explain(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
    return this.#finish(response, validate);
  }

  /** The `fetch` that ky uses: resolves once the complete body has been received and parsed. */
  async #attempt(input: RequestInfo | URL): Promise<Response> {
    this.#request.signal?.throwIfAborted();
    const { url } = input instanceof Request ? input : new Request(input);
    const attempt = new Attempt(this.#attempts.length + 1, this.#request, this.#settings);
    this.#attempts.push(attempt);
    try {
      if (attempt.event.attempt > 1) await this.#settings.gate.request(attempt.signal, 1);
      this.#settings.observer.request(attempt.event);
      return await unlessAborted(attempt.send(url), attempt.signal);
    } catch (error) {
      if (error instanceof AttemptFailure) this.#fail(attempt, error);
      throw error;
    }
  }

  #finish<T>(response: Response, validate: (response: ReceivedResponse) => T): T {
    const attempt = this.#attempts.at(-1);
    // Unreachable: ky returns the response of `#attempt`.
    if (!attempt || !(response instanceof ReceivedResponse)) throw new Error('ky returned another response');
    try {
      const result = validate(response);
      this.#observe(attempt, undefined, undefined);
      return result;
    } catch (error) {
      // A call throws no error of another entry point.
      if (error instanceof PublisherError) this.#observe(attempt, error.code as ErrorCode, error.outcome);
      throw error;
    }
  }

  #shouldRetry(error: Error): boolean {
    const attempt = this.#attempts.at(-1);
    if (!attempt || this.#request.signal?.aborted) return false;
    const failure = this.#fail(attempt, this.#failureOf(attempt, error));
    const { retry, operation } = this.#request;
    if (!isRetryable(failure, operation.effect)) return false;
    if ((failure.retryAfter ?? 0) > retry.maxRetryAfter) return false;

    const wait = (failure.retryAfter ?? 0) + backoff(this.#attempts.length);
    if (performance.now() + wait >= this.#deadline) return false;
    this.#wait = wait;
    this.#settings.observer.retry({
      ...attempt.event,
      delay: wait,
      status: failure.status,
      error: failure.code,
    });
    return true;
  }

  /** Returns the error to throw for a failed call. */
  #explain(error: unknown): unknown {
    const { signal, operation } = this.#request;
    const attempt = this.#attempts.at(-1);
    if (signal?.aborted) {
      if (attempt && !attempt.failure)
        this.#observe(attempt, 'aborted', attempt.sent ? 'unknown' : 'not_sent');
      return signal.reason;
    }
    if (!attempt) return error;
    const failure = this.#fail(attempt, this.#failureOf(attempt, error));
    const { context } = this;
    if (operation.effect === 'read') return failure.toError(context);
    const outcome = combineEvidence(this.#attempts.map((past) => past.failure?.evidence ?? 'unknown'));
    const isEarlier = outcome !== failure.evidence;
    return failure.toError({
      ...context,
      outcome,
      remark: isEarlier ? `An earlier request of this call ${earlierOutcome[outcome]}` : undefined,
    });
  }

  #failureOf({ sent, status, retryAfter }: Attempt, error: unknown): AttemptFailure {
    if (error instanceof AttemptFailure) return error;
    const { operation, timeout, totalTimeout } = this.#request;
    // The status alone is an error; only the body that explains it is missing.
    if (status !== undefined && status >= 300)
      return apiFailure(status, undefined, operation.errors, retryAfter);
    if (!isTimeoutError(error)) return internalFailure(error, sent);
    const isTotal = performance.now() >= this.#deadline - 1;
    const limit = isTotal ? `totalTimeout (${totalTimeout} ms)` : `timeout (${timeout} ms)`;
    return timeoutFailure(limit, sent, status);
  }

  /** Ends an attempt and returns its failure; the first one reported counts. */
  #fail(attempt: Attempt, failure: AttemptFailure): AttemptFailure {
    attempt.abort(attemptOver);
    if (attempt.failure) return attempt.failure;
    attempt.failure = failure;
    this.#observe(attempt, failure.code, failure.evidence);
    return failure;
  }

  #observe(
    { event, status, startedAt, metadata }: Attempt,
    error: ResponseEvent['error'],
    evidence: Outcome | undefined,
  ): void {
    const isRead = this.#request.operation.effect === 'read';
    const duration = performance.now() - startedAt;
    const outcome = isRead ? undefined : evidence;
    const { requestId } = metadata ?? {};
    this.#settings.observer.response(
      withHeaders({ ...event, status, duration, error, outcome, requestId }, metadata),
      this.#request.onResponse,
    );
  }
}

/** Adds the headers as a property that is not enumerable, copied only if a hook reads them. */
function withHeaders(
  event: Omit<ResponseEvent, 'headers'>,
  metadata: ResponseMetadata | undefined,
): ResponseEvent {
  return Object.defineProperty(event as ResponseEvent, 'headers', { get: () => metadata?.headers });
}

/** The abort reason of a failed attempt; it is never visible to callers. */
const attemptOver = new DOMException('The attempt has ended', 'AbortError');

const earlierOutcome: Readonly<Record<Outcome, string>> = {
  applied: 'was applied',
  unknown: 'may have been applied',
  rejected: 'was rejected',
  not_sent: 'was not sent',
};

/** Returns a random delay (full jitter) of up to 300 ms, doubled after each failure, up to 10 s. */
function backoff(failures: number): number {
  return Math.random() * Math.min(10_000, 300 * 2 ** (failures - 1));
}
