import type { Operation, OperationInput } from '../api/operation.ts';
import { ApiError, type ErrorCode, type Outcome, PublisherError } from '../errors/index.ts';
import { recaptureStack } from '../errors/publisher-error.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { ResponseEvent, RetryEvent } from '../options/hooks.ts';
import { anySignal, sleep } from '../runtime/abort.ts';
import { validate } from '../validation/validate.ts';
import { Attempt } from './attempt.ts';
import { invalidResponse, nestedTooDeeply, urlOf } from './attempt-errors.ts';
import { isControlFlow } from './cause.ts';
import { type PageInput, prepare, type PreparedRequest } from './prepare.ts';
import { keepBody } from './redact.ts';
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
      const leave = await this.settings.limiter?.enter(request.signal);
      try {
        return await new Call(request, this.settings).run();
      } finally {
        leave?.();
      }
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
  readonly #deadline: number;
  #firstFailureAt: number | undefined;

  constructor(request: PreparedRequest<Output>, settings: TransportSettings) {
    this.#request = request;
    this.#settings = settings;
    this.#deadline = performance.now() + request.totalTimeout;
  }

  /**
   * Sends the request, with retries, and returns the validated response.
   *
   * @throws the error of the last attempt, or the reason of the user-supplied signal
   */
  async run(): Promise<Output> {
    const { signal } = this.#request;
    const onAbort = (): void => this.#attempts.at(-1)?.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const attempt = new Attempt(this.#attempts.length + 1, this.#request, this.#settings);
        this.#attempts.push(attempt);
        this.#settings.observer.request(attempt.event);
        try {
          return this.#validate(attempt, await attempt.send(this.#deadline));
        } catch (error) {
          attempt.error = error;
          this.#observe(attempt);
          // Perhaps by a hook that was just called.
          signal?.throwIfAborted();
          const delay = this.#delayBeforeRetry(attempt);
          if (delay === undefined || !(await this.#waitForRetry(delay)))
            throw this.#attempts.length > 1 ? this.#withOutcomeOfAll(error) : error;
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

  /** Returns how long to wait before the next attempt; `undefined` if there is none. */
  #delayBeforeRetry(attempt: Attempt): number | undefined {
    const { retry, totalTimeout, operation } = this.#request;
    const { error } = attempt;
    const { effect } = operation;
    if (!(error instanceof PublisherError) || !isRetryable(error, effect)) return undefined;
    const now = performance.now();
    this.#firstFailureAt ??= now;
    const isResponse = error instanceof ApiError;
    const retryAfter = (isResponse && attempt.retryAfter) || 0;
    const { delay, why } = nextAttempt(
      { ...retry, totalTimeout },
      {
        effect,
        failures: this.#attempts.length,
        failingFor: now - this.#firstFailureAt,
        retryAfter,
        left: this.#deadline - now,
      },
    );
    if (why !== undefined) addToMessage(error, why);
    if (delay === undefined) return undefined;
    const status = isResponse ? error.status : attempt.status;
    const event: RetryEvent = { ...attempt.event, delay, status, error: codeOf(error), failure: error };
    // What the service sent stays out of logs.
    this.#settings.observer.retry(Object.defineProperty(event, 'failure', { enumerable: false }));
    return delay;
  }

  /** Waits for the delay, and until the rate limit allows a retry; returns `false` if the call times out before. */
  async #waitForRetry(delay: number): Promise<boolean> {
    const { signal } = this.#request;
    await sleep(delay, signal);
    if (!this.#settings.limiter) return true;
    const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(this.#deadline - performance.now())));
    try {
      await this.#settings.limiter.retry(signal ? anySignal(signal, timeout) : timeout);
      return true;
    } catch {
      signal?.throwIfAborted();
      return false;
    }
  }

  /** Gives the error of a write the outcome of all its requests: that of the one that may have changed the most. */
  #withOutcomeOfAll(error: unknown): unknown {
    if (this.#request.operation.effect === 'read' || !(error instanceof PublisherError)) return error;
    const outcomes = this.#attempts.map((past) => past.error instanceof PublisherError && past.error.outcome);
    const outcome = mostChangedFirst.find((candidate) => outcomes.includes(candidate));
    if (outcome !== undefined && outcome !== error.outcome)
      setEarlierOutcome(error, outcome, 'An earlier request of this call');
    return error;
  }

  #observe(attempt: Attempt): void {
    const url = (): string => attempt.redactor.redact(urlOf(attempt));
    const event = (): ResponseEvent => eventOf(attempt, this.#request);
    this.#settings.observer.response(event, url, this.#request.onResponse);
  }
}

/** Returns the event of an attempt that has succeeded or failed. */
function eventOf(attempt: Attempt, { operation, signal }: PreparedRequest): ResponseEvent {
  const { event: request, status, sent, error: thrown } = attempt;
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
    requestId: attempt.shown.requestId,
    headers: attempt.shown.headers,
  };
  // They stay out of logs.
  return Object.defineProperty(event, 'headers', { enumerable: false });
}

function codeOf({ code }: PublisherError): ErrorCode {
  // A call throws no error of another entry point.
  return code as ErrorCode;
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
