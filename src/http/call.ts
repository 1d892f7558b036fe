import ky, { isTimeoutError } from 'ky';

import { ApiError, type ErrorCode, type Outcome, PublisherError } from '../errors/index.ts';
import type { ResponseEvent } from '../options/hooks.ts';
import { Attempt, outcomeOfEarlier, type Received } from './attempt.ts';
import type { PreparedRequest } from './prepare.ts';
import { unlessAborted } from './response.ts';
import { backoff, isRetryable } from './retries.ts';
import type { TransportSettings } from './settings.ts';

/** One call: ky counts attempts, applies timeouts and waits between attempts; what is retried is decided here. */
export class Call {
  readonly #request: PreparedRequest;
  readonly #settings: TransportSettings;
  readonly #attempts: Attempt[] = [];
  // ky derives signals from the one that it gets. On Node 22, each uses memory for as long as that one exists.
  readonly #controller = new AbortController();
  // ky does not expose the time left, but a delay that would exceed it must fail immediately.
  #deadline = Infinity;
  #wait = 0;
  #received: Received | undefined;

  constructor(request: PreparedRequest, settings: TransportSettings) {
    this.#request = request;
    this.#settings = settings;
  }

  /**
   * Sends the request, with retries, and returns the validated response; `validate` gets it and the last attempt.
   *
   * @throws the error of the last attempt, the error of `validate`, or the reason of the user-supplied signal
   */
  async run<T>(validate: (received: Received, attempt: Attempt) => T): Promise<T> {
    const { operation, target, signal, timeout, totalTimeout, retry } = this.#request;
    signal?.throwIfAborted();
    this.#deadline = performance.now() + totalTimeout;
    const onAbort = (): void => {
      this.#controller.abort(signal?.reason);
      this.#attempts.at(-1)?.abort(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort);
    try {
      await ky(target, {
        prefix: this.#settings.baseUrl,
        method: operation.method,
        throwHttpErrors: false,
        timeout,
        totalTimeout,
        signal: this.#controller.signal,
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
    return this.#finish(validate);
  }

  /** The `fetch` that ky uses: resolves once the complete body has been received and parsed. */
  async #attempt(input: RequestInfo | URL): Promise<Response> {
    this.#request.signal?.throwIfAborted();
    const { url } = input instanceof Request ? input : new Request(input);
    const attempt = new Attempt(this.#attempts.length + 1, this.#request, this.#settings);
    this.#attempts.push(attempt);
    try {
      if (attempt.event.attempt > 1) await this.#settings.limiter.request(attempt.signal, 1);
      this.#settings.observer.request(attempt.event);
      this.#received = await unlessAborted(attempt.send(url), attempt.signal);
      return new Response();
    } catch (error) {
      // The reason of an abort may be any error.
      if (!attempt.signal.aborted && error instanceof PublisherError) this.#fail(attempt, error);
      throw error;
    }
  }

  #finish<T>(validate: (received: Received, attempt: Attempt) => T): T {
    const attempt = this.#attempts.at(-1);
    // Unreachable: ky returns once `#attempt` did.
    if (!attempt || !this.#received) throw new Error('ky sent no request');
    try {
      const result = validate(this.#received, attempt);
      this.#observe(attempt);
      return result;
    } catch (error) {
      if (error instanceof PublisherError) this.#observe(attempt, codeOf(error), error.outcome);
      throw error;
    }
  }

  #shouldRetry(thrown: Error): boolean {
    const attempt = this.#attempts.at(-1);
    if (!attempt || this.#request.signal?.aborted) return false;
    const error = this.#fail(attempt, thrown);
    const { retry, operation } = this.#request;
    if (!(error instanceof PublisherError) || !isRetryable(error, operation.effect)) return false;
    const isResponse = error instanceof ApiError;
    const retryAfter = (isResponse && attempt.retryAfter) || 0;
    if (retryAfter > retry.maxRetryAfter) return false;

    const wait = retryAfter + backoff(this.#attempts.length);
    if (performance.now() + wait >= this.#deadline) return false;
    this.#wait = wait;
    const status = isResponse ? error.status : attempt.status;
    this.#settings.observer.retry({ ...attempt.event, delay: wait, status, error: codeOf(error) });
    return true;
  }

  /** Returns what to throw for a failed call. */
  #explain(thrown: unknown): unknown {
    const { signal, operation } = this.#request;
    const attempt = this.#attempts.at(-1);
    if (signal?.aborted) {
      if (attempt && !attempt.error) this.#observe(attempt, 'aborted', attempt.sent ? 'unknown' : 'not_sent');
      return signal.reason;
    }
    if (!attempt) return thrown;
    const error = this.#fail(attempt, thrown);
    if (operation.effect !== 'read' && error instanceof PublisherError) this.#conclude(error);
    return error;
  }

  /** Sets the outcome of all requests of a write: that of the one that may have changed the most. */
  #conclude(error: PublisherError): void {
    const outcomes = this.#attempts.map((past) => past.error instanceof PublisherError && past.error.outcome);
    const outcome = mostChangedFirst.find((candidate) => outcomes.includes(candidate));
    if (outcome === undefined || outcome === error.outcome) return;
    const message = `${error.message}. An earlier request of this call ${outcomeOfEarlier[outcome]}`;
    Object.assign(error, { outcome, message });
  }

  /** Ends an attempt and returns its error; the first one reported counts. */
  #fail(attempt: Attempt, thrown: unknown): Error {
    attempt.abort(attemptOver);
    if (attempt.error) return attempt.error;
    const error = this.#errorOf(attempt, thrown);
    attempt.error = error;
    if (error instanceof PublisherError) this.#observe(attempt, codeOf(error), error.outcome);
    else this.#observe(attempt, 'internal', attempt.sent ? 'unknown' : 'not_sent');
    return error;
  }

  #errorOf(attempt: Attempt, thrown: unknown): Error {
    if (thrown instanceof PublisherError) return thrown;
    if (!isTimeoutError(thrown)) {
      // A bug of this package: thrown unchanged, and never retried as if it were a lost connection.
      return thrown instanceof Error ? thrown : new Error(String(thrown));
    }
    const { timeout, totalTimeout } = this.#request;
    const isTotal = performance.now() >= this.#deadline - 1;
    return attempt.timedOut(isTotal ? `totalTimeout (${totalTimeout} ms)` : `timeout (${timeout} ms)`);
  }

  #observe(attempt: Attempt, error?: ResponseEvent['error'], provenOutcome?: Outcome): void {
    const { event: request, status, requestId } = attempt;
    const duration = performance.now() - attempt.startedAt;
    const outcome = this.#request.operation.effect === 'read' ? undefined : provenOutcome;
    const event = { ...request, status, duration, error, outcome, requestId };
    // Not enumerable, and copied only if a hook reads them.
    Object.defineProperty(event, 'headers', { get: () => attempt.headers });
    this.#settings.observer.response(event as ResponseEvent, this.#request.onResponse);
  }
}

function codeOf({ code }: PublisherError): ErrorCode {
  // A call throws no error of another entry point.
  return code as ErrorCode;
}

/** The abort reason of a failed attempt; it is never visible to callers. */
const attemptOver = new DOMException('The attempt has ended', 'AbortError');

const mostChangedFirst: readonly Outcome[] = ['applied', 'unknown', 'rejected', 'not_sent'];
