import type { Outcome } from '../errors/index.ts';
import { printable } from '../errors/printable.ts';

/** Where the client writes what it does; `console` and pino fit. */
export interface Logger {
  /** Requests and their answers. */
  debug(message: string): void;
  /** Requests that are sent again. */
  info(message: string): void;
  /** Answers that are not as documented, and were delivered. */
  warn(message: string): void;
  /** Functions of yours, such as hooks, that threw. */
  error(message: string): void;
}

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
  /** HTTP status; `undefined` when no answer came. */
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
  /** HTTP status of the attempt that failed; `undefined` when no answer came. */
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

/** Tells the caller's hooks and logger what happens; what they throw never fails a call. */
export class Observer {
  readonly #logger: Logger | undefined;
  readonly #hooks: Hooks;

  constructor(logger: Logger | undefined, hooks: Hooks) {
    this.#logger = logger;
    this.#hooks = hooks;
  }

  request(event: RequestEvent): void {
    this.#log('debug', () => `${event.operation}: request ${event.attempt}, ${event.method} ${event.path}`);
    this.guard('hooks.onRequest', () => this.#hooks.onRequest?.(event));
  }

  response(event: ResponseEvent): void {
    this.#log('debug', () => {
      const failure = event.error === undefined ? '' : `, ${event.error}`;
      const outcome = event.outcome === undefined ? '' : `, outcome ${event.outcome}`;
      const answer = event.status === undefined ? 'no answer' : `status ${event.status}`;
      const milliseconds = Math.round(event.duration);
      return `${event.operation}: request ${event.attempt}, ${answer} after ${milliseconds} ms${failure}${outcome}`;
    });
    this.guard('hooks.onResponse', () => this.#hooks.onResponse?.(event));
  }

  retry(event: RetryEvent): void {
    const milliseconds = Math.round(event.delay);
    this.#log('info', () => `${event.operation}: ${event.error}, sending again in ${milliseconds} ms`);
    this.guard('hooks.onRetry', () => this.#hooks.onRetry?.(event));
  }

  warn(message: string): void {
    this.#log('warn', () => message);
  }

  /** Runs a function of the caller's; if it throws or rejects, that is logged and goes no further. */
  guard(name: string, run: () => unknown): void {
    contain(run, (error) => {
      const kind = error instanceof Error ? error.name : typeof error;
      this.#log('error', () => `${name} threw ${kind}; the call goes on`);
    });
  }

  #log(level: keyof Logger, message: () => string): void {
    // A logger that fails has nowhere left to say so.
    contain(
      () => this.#logger?.[level](`publisher-commerce ${printable(message())}`),
      () => undefined,
    );
  }
}

/** Runs a function, and hands on what it throws now or rejects with later. */
function contain(run: () => unknown, failed: (error: unknown) => void): void {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(failed);
  } catch (error) {
    failed(error);
  }
}
