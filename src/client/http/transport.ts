import type { Operation, OperationInput } from '../api/operation.ts';
import { ApiError, ConfigurationError, type Outcome, PublisherError } from '../errors/index.ts';
import { hide, recaptureStack } from '../errors/publisher-error.ts';
import type { CallOptions } from '../options/call-options.ts';
import { before, sleep, unlessAborted } from '../runtime/abort.ts';
import { validate } from '../validation/validate.ts';
import { Attempt } from './attempt.ts';
import { eventOf, retryEventOf } from './attempt-events.ts';
import { endedInQueue, invalidResponse, nestedTooDeeply, urlOf } from './attempt-errors.ts';
import { type PageInput, prepare, type PreparedRequest } from './prepare.ts';
import { keepBody } from './redact.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { isRetryable, nextAttempt } from './retries.ts';
import type { TransportSettings } from './settings.ts';

/** Sends operations: validates the input, queues and sends the request, validates the response, and retries if safe. */
export class Transport {
  readonly settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  async send<Output, Input extends OperationInput>(
    operation: Operation<Output, Input>,
    input: Input & PageInput,
    options?: CallOptions,
  ): Promise<Output> {
    const request = prepare(operation, input, options, this.settings);
    try {
      return await new Call(request, this.settings).run();
    } catch (error) {
      if (error !== request.signal?.reason) recaptureStack(error);
      throw error;
    }
  }
}

/** One call: its attempts, one after the other. */
class Call<Output> {
  readonly #request: PreparedRequest<Output>;
  readonly #settings: TransportSettings;
  readonly #attempts: Attempt[] = [];
  #deadline: number;
  /** When the next request began to wait for its place. */
  #waitsSince = performance.now();
  #firstFailureAt: number | undefined;
  /** Whether a rejected token was replaced. */
  #isRenewed = false;
  #token: string | undefined;

  constructor(request: PreparedRequest<Output>, settings: TransportSettings) {
    this.#request = request;
    this.#settings = settings;
    this.#deadline = request.limit.countsQueue ? this.#waitsSince + request.limit.milliseconds : Infinity;
  }

  /** Waits for a place, sends the request, with retries, and returns the validated response. */
  async run(): Promise<Output> {
    const { limiter } = this.#settings;
    // Awaited also without one: what a hook sets in an AsyncLocalStorage must not be set for the caller.
    const leave = await (limiter && this.#enter(limiter));
    try {
      this.#deadline = Math.min(this.#deadline, performance.now() + this.#request.limit.milliseconds);
      return await this.#sendUntilDone();
    } finally {
      leave?.();
    }
  }

  /** Waits for a place, and returns the function that gives it back. */
  async #enter(limiter: RequestLimiter): Promise<() => void> {
    const { signal, limit } = this.#request;
    try {
      const leave = await before(this.#deadline, signal, (ended) => limiter.enter(ended));
      if (leave !== undefined && performance.now() < this.#deadline) return leave;
      leave?.();
      throw endedInQueue(this.#nextAttempt(0), limit.milliseconds);
    } catch (error) {
      this.#observe(Object.assign(this.#nextAttempt(0), { error }));
      throw error;
    }
  }

  #nextAttempt(number: number): Attempt {
    const queued = this.#settings.limiter ? performance.now() - this.#waitsSince : 0;
    return new Attempt(number, queued, this.#request, this.#settings);
  }

  /** @throws the error of the last attempt, or the reason of the user-supplied signal */
  async #sendUntilDone(): Promise<Output> {
    const { signal } = this.#request;
    const onAbort = (): void => this.#attempts.at(-1)?.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const attempt = this.#nextAttempt(this.#attempts.length + 1);
        this.#attempts.push(attempt);
        this.#settings.observer.request(attempt.event);
        try {
          return this.#validate(attempt, await attempt.send(this.#deadline, this.#token));
        } catch (error) {
          attempt.error = error;
          this.#observe(attempt);
          // Perhaps by a hook that was just called.
          signal?.throwIfAborted();
          if (!(error instanceof PublisherError)) throw error;
          this.#token = await this.#renewToken(attempt, error);
          const delay = this.#token === undefined ? this.#delayBeforeRetry(attempt, error) : 0;
          if (delay === undefined) throw this.#withOutcomeOfAll(error);
          this.#settings.observer.retry(retryEventOf(attempt, error, delay));
          if (!(await this.#waitForRetry(delay))) throw this.#withOutcomeOfAll(error);
        }
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #validate(attempt: Attempt, value: unknown): Output {
    const { operation, callId, responseValidation, onInvalidRows } = this.#request;
    try {
      const result = validate(operation.output, value, responseValidation, {
        olderNames: operation.olderNames,
        redact: (part) => keepBody(part, attempt.redactor),
        setAsideRows: onInvalidRows !== undefined,
      });
      if (!result.ok) throw invalidResponse(attempt, value, result);
      for (const one of result.drift) this.#settings.drift.report(operation.name, { ...one, callId });
      this.#observe(attempt);
      onInvalidRows?.(result.invalidRows ?? []);
      return result.value;
    } catch (error) {
      throw error instanceof RangeError ? nestedTooDeeply(attempt) : error;
    }
  }

  /** Returns another token, once, if the service rejected that of an attempt; a failure of its function becomes the cause. */
  async #renewToken(attempt: Attempt, error: PublisherError): Promise<string | undefined> {
    if (this.#isRenewed || attempt.status !== 401) return undefined;
    this.#isRenewed = true;
    const limit = Math.min(this.#deadline, performance.now() + this.#request.timeout);
    try {
      return await before(limit, this.#request.signal, (ended) => unlessAborted(attempt.renewToken(), ended));
    } catch (failure) {
      this.#request.signal?.throwIfAborted();
      if (!(failure instanceof ConfigurationError)) throw failure;
      hide(error, 'cause', failure.cause ?? failure);
      return undefined;
    }
  }

  /** Returns how long to wait before the next attempt; `undefined` if there is none. */
  #delayBeforeRetry({ retryAfter }: Attempt, error: PublisherError): number | undefined {
    const { retry, limit, operation } = this.#request;
    const { effect } = operation;
    if (!isRetryable(error, effect)) return undefined;
    const now = performance.now();
    this.#firstFailureAt ??= now;
    const { delay, why } = nextAttempt(retry, limit, {
      effect,
      // A rejected token that was replaced is none.
      failures: this.#attempts.length - (this.#isRenewed ? 1 : 0),
      failingFor: now - this.#firstFailureAt,
      retryAfter: (error instanceof ApiError && retryAfter) || 0,
      left: this.#deadline - now,
    });
    if (why !== undefined) addToMessage(error, why);
    return delay;
  }

  /** Waits for the delay, and until the rate limit allows a retry; returns `false` if the call times out before. */
  async #waitForRetry(delay: number): Promise<boolean> {
    const { signal } = this.#request;
    const { limiter } = this.#settings;
    await sleep(delay, signal);
    this.#waitsSince = performance.now();
    if (!limiter) return true;
    const retry = (ended: AbortSignal): Promise<boolean> => limiter.retry(ended).then(() => true);
    return (await before(this.#deadline, signal, retry)) ?? false;
  }

  /** Gives the error of a write the outcome of all its requests: that of the one that may have changed the most. */
  #withOutcomeOfAll(error: PublisherError): PublisherError {
    if (this.#request.operation.effect === 'read') return error;
    const outcomes = this.#attempts.map((past) => past.error instanceof PublisherError && past.error.outcome);
    const outcome = mostChangedFirst.find((candidate) => outcomes.includes(candidate));
    if (outcome !== undefined && outcome !== error.outcome)
      setEarlierOutcome(error, outcome, 'An earlier request of this call');
    return error;
  }

  #observe(attempt: Attempt): void {
    const url = (): string => attempt.redactor.redact(urlOf(attempt));
    this.#settings.observer.response(() => eventOf(attempt), url, this.#request.onResponse);
  }
}

/** Gives an error the outcome of an earlier request, and adds to its message what that request did. */
export function setEarlierOutcome(error: PublisherError, outcome: Outcome, request: string): void {
  setOutcome(error, outcome, `${request} ${whatHappened[outcome]}`);
}

/** Gives an error another outcome, and adds to its message why. */
export function setOutcome(error: PublisherError, outcome: Outcome, why: string): void {
  Object.assign(error, { outcome });
  addToMessage(error, why);
}

function addToMessage(error: PublisherError, sentence: string): void {
  Object.assign(error, { message: `${error.message}. ${sentence}` });
  recaptureStack(error);
}

const whatHappened: Readonly<Record<Outcome, string>> = {
  applied: 'was applied',
  unknown: 'may have been applied',
  rejected: 'was rejected',
  not_sent: 'was not sent',
};

const mostChangedFirst: readonly Outcome[] = ['applied', 'unknown', 'rejected', 'not_sent'];
