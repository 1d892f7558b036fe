import ky, { isTimeoutError } from 'ky';

import { type Outcome, PublisherError, TimeoutError } from '../errors/index.ts';
import { apiFailure } from './api-failure.ts';
import { type Answer, attempt, type AttemptProgress } from './attempt.ts';
import { connectionFailure } from './connection.ts';
import { AttemptFailure, combineEvidence, mayRepeat } from './failure.ts';
import type { RequestEvent } from './observer.ts';
import type { PreparedRequest } from './prepare.ts';
import { unlessAborted } from './read-body.ts';
import type { TransportSettings } from './settings.ts';

/** Where one request of a call stands. */
interface AttemptState {
  readonly event: RequestEvent;
  readonly startedAt: number;
  readonly progress: AttemptProgress;
  /** Ends this request. The call holds it: a signal that ky derives may be collected while the request hangs. */
  readonly controller: AbortController;
  failure?: AttemptFailure;
  answer?: Answer;
}

/** One call: ky keeps the time, counts the requests and waits between them; this decides and remembers. */
export class Call {
  readonly #request: PreparedRequest;
  readonly #settings: TransportSettings;
  readonly #attempts: AttemptState[] = [];
  #deadline = Infinity;
  #wait = 0;

  constructor(request: PreparedRequest, settings: TransportSettings) {
    this.#request = request;
    this.#settings = settings;
  }

  /** How many requests were begun. */
  get attempts(): number {
    return this.#attempts.length;
  }

  /**
   * Sends the request until it is answered, cannot be answered, or may not be repeated; `accept` makes the call's
   * result of the answer.
   *
   * @throws the error of the last request, what `accept` throws, or the caller's own abort reason
   */
  async run<T>(accept: (answer: Answer) => T): Promise<T> {
    const { operation, target, signal, timeout, totalTimeout, retry } = this.#request;
    signal?.throwIfAborted();
    this.#deadline = performance.now() + totalTimeout;
    const onAbort = (): void => this.#endAttempt(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    try {
      await ky(target, {
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
        fetch: (input) => this.#send(input),
      });
    } catch (error) {
      throw this.#explain(error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#endAttempt(attemptOver);
    }
    return this.#finish(accept);
  }

  /** Aborts the latest request, unless its response has been received. */
  #endAttempt(reason: unknown): void {
    const state = this.#attempts.at(-1);
    if (state && !state.answer) state.controller.abort(reason);
  }

  #finish<T>(accept: (answer: Answer) => T): T {
    const state = this.#attempts.at(-1);
    if (!state?.answer) throw new Error('ky resolved without a request'); // Not reachable: it makes `answer` a value.
    try {
      const result = accept(state.answer);
      this.#observe(state, undefined, undefined);
      return result;
    } catch (error) {
      if (error instanceof PublisherError) this.#observe(state, error.code, error.outcome);
      throw error;
    }
  }

  /** The `fetch` that ky is given: it resolves only when the body has been read and is JSON. */
  async #send(input: RequestInfo | URL): Promise<Response> {
    const { url } = input instanceof Request ? input : new Request(input);
    const { operation } = this.#request;
    this.#request.signal?.throwIfAborted();
    const event = {
      operation: operation.name,
      attempt: this.#attempts.length + 1,
      method: operation.method,
      path: operation.path,
    };
    const controller = new AbortController();
    const { signal } = controller;
    const state: AttemptState = { event, startedAt: performance.now(), progress: {}, controller };
    this.#attempts.push(state);
    try {
      if (event.attempt > 1) await this.#settings.gate.request(signal, 1);
      this.#settings.observer.request(event);
      const answer = attempt(this.#request, this.#settings, url, signal, state.progress);
      state.answer = await unlessAborted(answer, signal);
      return answered;
    } catch (error) {
      if (error instanceof AttemptFailure) this.#settle(state, error);
      throw error;
    }
  }

  #shouldRetry(error: Error): boolean {
    const state = this.#attempts.at(-1);
    if (!state || this.#request.signal?.aborted) return false;
    // ky has given up on it, and may not be able to tell it.
    this.#endAttempt(attemptOver);
    const failure = this.#settle(state, this.#failureOf(state, error));
    const { retry, operation } = this.#request;
    if (!mayRepeat(failure, operation.effect)) return false;
    if ((failure.retryAfter ?? 0) > retry.maxRetryAfter) return false;

    const wait = (failure.retryAfter ?? 0) + backoff(this.#attempts.length);
    if (performance.now() + wait >= this.#deadline) return false;
    this.#wait = wait;
    const { code } = failure.toError({ operation: operation.name });
    this.#settings.observer.retry({ ...state.event, delay: wait, status: failure.status, error: code });
    return true;
  }

  /** The error that the caller gets for what ended the call. */
  #explain(error: unknown): unknown {
    const { signal, operation } = this.#request;
    const state = this.#attempts.at(-1);
    if (signal?.aborted) {
      if (state && !state.failure && !state.answer) {
        this.#observe(state, 'aborted', state.progress.sent ? 'unknown' : 'not_sent');
      }
      return signal.reason;
    }
    if (!state) return error;
    const failure = this.#settle(state, this.#failureOf(state, error));
    if (operation.effect === 'read')
      return failure.toError({ operation: operation.name, attempts: this.#attempts.length });
    const evidence = this.#attempts.map(({ failure: past }) => past?.evidence ?? 'unknown');
    const outcome = combineEvidence(evidence);
    const earlier = outcome !== failure.evidence;
    return failure.toError({
      operation: operation.name,
      attempts: this.#attempts.length,
      outcome,
      remark: earlier ? `An earlier request of this call ${pastOutcome[outcome]}` : undefined,
    });
  }

  #failureOf(state: AttemptState, error: unknown): AttemptFailure {
    if (error instanceof AttemptFailure) return error;
    const { status, retryAfter } = state.progress;
    // The status said no already; only the body that would explain it is missing.
    if (status !== undefined && status >= 300)
      return apiFailure(status, undefined, this.#request.operation.errors, retryAfter);
    if (isTimeoutError(error)) return this.#timeoutFailure(state.progress);
    return connectionFailure(error, this.#settings.baseUrl, status);
  }

  #timeoutFailure({ sent, status }: AttemptProgress): AttemptFailure {
    const { timeout, totalTimeout } = this.#request;
    const limit =
      performance.now() >= this.#deadline - 1
        ? `totalTimeout (${totalTimeout} ms)`
        : `timeout (${timeout} ms)`;
    return new AttemptFailure({
      evidence: status !== undefined ? 'applied' : sent ? 'unknown' : 'not_sent',
      repeat: sent ? 'unless_create' : 'always',
      status,
      toError: (context) =>
        new TimeoutError(`${context.operation}: no complete answer within ${limit}`, { ...context, status }),
    });
  }

  /** Remembers how an attempt failed, the first time it is known. */
  #settle(state: AttemptState, failure: AttemptFailure): AttemptFailure {
    if (state.failure) return state.failure;
    state.failure = failure;
    this.#observe(state, failure.toError({ operation: state.event.operation }).code, failure.evidence);
    return failure;
  }

  #observe(state: AttemptState, error: string | undefined, evidence: Outcome | undefined): void {
    const isRead = this.#request.operation.effect === 'read';
    this.#settings.observer.response({
      ...state.event,
      status: state.progress.status,
      duration: performance.now() - state.startedAt,
      error,
      outcome: isRead ? undefined : evidence,
    });
  }
}

/** The abort reason of a request that timed out or failed; it reaches no caller. */
const attemptOver = new DOMException('This attempt is over', 'AbortError');

/** All that ky is told of a good answer, whose body has been read by then. */
const answered = new Response();

const pastOutcome: Readonly<Record<Outcome, string>> = {
  applied: 'was applied',
  unknown: 'may have been applied',
  rejected: 'was rejected',
  not_sent: 'was not sent',
};

/** Full jitter: anywhere up to 300 ms after the first failure, twice that after each further one, 10 s at most. */
function backoff(failures: number): number {
  return Math.random() * Math.min(10_000, 300 * 2 ** (failures - 1));
}
