import type { ClientOptions } from '../options/client-options.ts';

/** Lets calls and requests wait for their turn; timeouts start afterwards. The API documents no limits (§8). */
export class RequestLimiter {
  readonly #calls: Gate | undefined;
  readonly #requests: Gate | undefined;

  constructor({ rateLimit, maxConcurrency }: Pick<ClientOptions, 'rateLimit' | 'maxConcurrency'>) {
    if (maxConcurrency !== undefined) this.#calls = new Gate({ places: maxConcurrency });
    // Evenly spaced: the service may count per second.
    if (rateLimit !== undefined)
      this.#requests = new Gate({ interval: 60_000 / rateLimit.requestsPerMinute });
  }

  /** Waits until a call may start and send its first request. Call the returned function when the call has ended. */
  async enter(signal: AbortSignal | undefined): Promise<() => void> {
    await this.#calls?.wait(signal);
    try {
      await this.#requests?.wait(signal);
    } catch (error) {
      this.#calls?.leave();
      throw error;
    }
    return () => this.#calls?.leave();
  }

  /** Waits until the rate limit allows a retry; it takes precedence over new calls. */
  async retry(signal: AbortSignal | undefined): Promise<void> {
    await this.#requests?.wait(signal, true);
  }
}

/** Lets one enter at a time, if a place is free and an interval has passed since the one before. */
class Gate {
  readonly #interval: number;
  readonly #retries: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #places: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By the monotonic clock: the wall clock may be set back. */
  #nextAt = 0;

  constructor({ places = Infinity, interval = 0 }) {
    this.#places = places;
    this.#interval = interval;
  }

  /** Resolves when it is this one's turn; an abort leaves the line immediately. */
  wait(signal: AbortSignal | undefined, isRetry = false): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const line = isRetry ? this.#retries : this.#others;
    const enter = (): void => {
      signal?.removeEventListener('abort', onAbort);
      resolve(undefined);
    };
    const onAbort = (): void => {
      line.splice(line.indexOf(enter), 1);
      reject(signal?.reason);
      this.#open();
    };
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    line.push(enter);
    this.#open();
    return promise;
  }

  leave(): void {
    this.#places += 1;
    this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    while (this.#places > 0 && this.#retries.length + this.#others.length > 0) {
      const delay = this.#nextAt - performance.now();
      if (delay > 0) {
        this.#timer = setTimeout(() => this.#open(), delay);
        return;
      }
      this.#nextAt = performance.now() + this.#interval;
      this.#places -= 1;
      (this.#retries.shift() ?? this.#others.shift())?.();
    }
  }
}
