import { printable } from '../errors/printable.ts';
import type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from '../options/hooks.ts';
import type { Logger } from '../options/logger.ts';

/** Calls user-supplied hooks and the logger; an error they throw never fails a call. */
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
      const result = event.status === undefined ? 'no response' : `status ${event.status}`;
      const milliseconds = Math.round(event.duration);
      return `${event.operation}: request ${event.attempt}, ${result} after ${milliseconds} ms${failure}${outcome}`;
    });
    this.guard('hooks.onResponse', () => this.#hooks.onResponse?.(event));
  }

  retry(event: RetryEvent): void {
    const milliseconds = Math.round(event.delay);
    this.#log('info', () => `${event.operation}: ${event.error}, retrying in ${milliseconds} ms`);
    this.guard('hooks.onRetry', () => this.#hooks.onRetry?.(event));
  }

  warn(message: string): void {
    this.#log('warn', () => message);
  }

  /** Runs a user-supplied function; if it throws or rejects, the error is only logged. */
  guard(name: string, run: () => unknown): void {
    contain(run, (error) => {
      const kind = error instanceof Error ? error.name : typeof error;
      this.#log('error', () => `${name} threw ${kind}; the call continues`);
    });
  }

  #log(level: keyof Logger, message: () => string): void {
    // An error in the logger itself cannot be logged.
    contain(
      () => this.#logger?.[level](`publisher-commerce ${printable(message())}`),
      () => undefined,
    );
  }
}

/** Runs a function and passes what it throws or rejects with to `failed`. */
function contain(run: () => unknown, failed: (error: unknown) => void): void {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(failed);
  } catch (error) {
    failed(error);
  }
}
