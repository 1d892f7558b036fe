import ky, { isTimeoutError } from 'ky';

import type { Operation, OperationInput } from '../api/operation.ts';
import { ApiError, type ErrorCode, type Outcome, PublisherError } from '../errors/index.ts';
import { recaptureStack } from '../errors/publisher-error.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { ResponseEvent } from '../options/hooks.ts';
import type { InvalidRow } from '../validation/validation.ts';
import { Attempt } from './attempt.ts';
import { type PageInput, prepare, type PreparedRequest } from './prepare.ts';
import { keepBody } from './redact.ts';
import { unlessAborted } from './response.ts';
import { backoff, isRetryable } from './retries.ts';
import type { TransportSettings } from './settings.ts';

export interface ReceivedPage<Page> {
  /** As received: `results` includes the invalid rows. */
  readonly page: Page;
  /** In page order; empty unless `setAsideRows` is set. */
  readonly invalidRows: readonly InvalidRow[];
}

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
    const { page } = await this.sendPage(operation, input, options);
    return page;
  }

  /** Sends an operation and returns its page; with `setAsideRows`, invalid rows are returned instead of thrown. */
  async sendPage<Output, Input extends OperationInput>(
    operation: Operation<Output, Input>,
    input: Input & PageInput,
    options?: CallOptions,
  ): Promise<ReceivedPage<Output>> {
    const request = prepare(operation, input, options, this.settings);
    try {
      const leave = await this.settings.limiter.enter(request.signal);
      try {
        return await new Call(request, this.settings).run();
      } finally {
        leave();
      }
    } catch (error) {
      if (error !== request.signal?.reason) recaptureStack(error);
      throw error;
    }
  }
}

/** One call: ky counts attempts, applies timeouts and waits between attempts; what is retried is decided here. */
class Call<Output> {
  readonly #request: PreparedRequest<Output>;
  readonly #settings: TransportSettings;
  readonly #attempts: Attempt[] = [];
  // ky does not expose the time left, but a delay that would exceed it must fail immediately.
  #deadline = Infinity;
  #wait = 0;
  #value: unknown;

  constructor(request: PreparedRequest<Output>, settings: TransportSettings) {
    this.#request = request;
    this.#settings = settings;
  }

  /**
   * Sends the request, with retries, and returns the validated response.
   *
   * @throws the error of the last attempt, or the reason of the user-supplied signal
   */
  async run(): Promise<ReceivedPage<Output>> {
    const { operation, target, signal, timeout, totalTimeout, retry } = this.#request;
    signal?.throwIfAborted();
    this.#deadline = performance.now() + totalTimeout;
    // ky derives signals from the one that it gets. On Node 22, each uses memory for as long as that one exists.
    const controller = signal && new AbortController();
    const onAbort = (): void => {
      controller?.abort(signal?.reason);
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
        ...(controller && { signal: controller.signal }),
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
    return this.#validate();
  }

  /** The `fetch` that ky uses: resolves once the complete body has been received and parsed. */
  async #attempt(input: RequestInfo | URL): Promise<Response> {
    this.#request.signal?.throwIfAborted();
    const { url } = input instanceof Request ? input : new Request(input);
    const attempt = new Attempt(this.#attempts.length + 1, this.#request, this.#settings);
    this.#attempts.push(attempt);
    if (attempt.event.attempt > 1) await this.#settings.limiter.request(attempt.signal, 1);
    this.#settings.observer.request(attempt.event);
    this.#value = await unlessAborted(attempt.send(url), attempt.signal);
    return new Response();
  }

  #validate(): ReceivedPage<Output> {
    const attempt = this.#attempts.at(-1);
    // Unreachable: ky returns once `#attempt` did.
    if (!attempt) throw new Error('ky sent no request');
    const { operation, responseValidation, setAsideRows } = this.#request;
    const result = this.#settings.validator.validate(operation, this.#value, responseValidation, {
      redact: (part) => keepBody(part, attempt.redactor),
      setAsideRows,
    });
    if (!result.ok) throw this.#fail(attempt, attempt.invalidResponse(this.#value, result));
    for (const drift of result.drift) this.#settings.drift.report(operation.name, drift);
    this.#observe(attempt);
    return { page: result.value, invalidRows: result.invalidRows ?? [] };
  }

  #shouldRetry(thrown: Error): boolean {
    const attempt = this.#attempts.at(-1);
    if (!attempt || this.#request.signal?.aborted) return false;
    const error = this.#fail(attempt, thrown);
    const { retry, operation, signal } = this.#request;
    // By a hook that was just called.
    if (signal?.aborted) return false;
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
    setEarlierOutcome(error, outcome, 'An earlier request of this call');
  }

  /** Ends an attempt and returns its error; the first one reported counts. A bug of this package stays what it is. */
  #fail(attempt: Attempt, thrown: unknown): unknown {
    attempt.abort(attemptOver);
    if (attempt.error !== undefined) return attempt.error;
    const error = isTimeoutError(thrown) ? attempt.timedOut(this.#exceededLimit()) : thrown;
    attempt.error = error;
    if (error instanceof PublisherError) this.#observe(attempt, codeOf(error), error.outcome);
    else this.#observe(attempt, 'internal', attempt.sent ? 'unknown' : 'not_sent');
    return error;
  }

  #exceededLimit(): string {
    const { timeout, totalTimeout } = this.#request;
    const isTotal = performance.now() >= this.#deadline - 1;
    return isTotal ? `totalTimeout (${totalTimeout} ms)` : `timeout (${timeout} ms)`;
  }

  #observe(attempt: Attempt, error?: ResponseEvent['error'], provenOutcome?: Outcome): void {
    const createEvent = (): ResponseEvent => {
      const { event: request, status, requestId } = attempt;
      const duration = performance.now() - attempt.startedAt;
      const outcome = this.#request.operation.effect === 'read' ? undefined : provenOutcome;
      const event = { ...request, status, duration, error, outcome, requestId };
      // Not enumerable, and copied only if a hook reads them.
      Object.defineProperty(event, 'headers', { get: () => attempt.headers });
      return event as ResponseEvent;
    };
    this.#settings.observer.response(createEvent, this.#request.onResponse);
  }
}

function codeOf({ code }: PublisherError): ErrorCode {
  // A call throws no error of another entry point.
  return code as ErrorCode;
}

/** The abort reason of a failed attempt; it is never visible to callers. */
const attemptOver = new DOMException('The attempt has ended', 'AbortError');

/** Gives an error the outcome of an earlier request, and adds to its message what that request did. */
export function setEarlierOutcome(error: PublisherError, outcome: Outcome, request: string): void {
  Object.assign(error, { outcome, message: `${error.message}. ${request} ${whatHappened[outcome]}` });
  recaptureStack(error);
}

const whatHappened: Readonly<Record<Outcome, string>> = {
  applied: 'was applied',
  unknown: 'may have been applied',
  rejected: 'was rejected',
  not_sent: 'was not sent',
};

const mostChangedFirst: readonly Outcome[] = ['applied', 'unknown', 'rejected', 'not_sent'];
