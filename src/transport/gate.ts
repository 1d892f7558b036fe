import PQueue from 'p-queue';

/** Request limits; the API documents none (§8). */
export interface GateOptions {
  readonly rateLimit?: { readonly requestsPerMinute: number } | undefined;
  readonly maxConcurrency?: number | undefined;
}

/** Queues calls and requests; timeouts start after the queue. */
export class Gate {
  readonly #calls: PQueue | undefined;
  readonly #requests: PQueue | undefined;

  constructor({ rateLimit, maxConcurrency }: GateOptions) {
    this.#calls = maxConcurrency === undefined ? undefined : new PQueue({ concurrency: maxConcurrency });
    this.#requests = rateLimit === undefined ? undefined : new PQueue(evenly(rateLimit.requestsPerMinute));
  }

  /**
   * Waits until a call may start and send its first request; an abort leaves the queue immediately. Call the returned
   * function when the call has ended.
   */
  async enter(signal: AbortSignal | undefined): Promise<() => void> {
    const { promise: left, resolve: leave } = Promise.withResolvers<undefined>();
    const calls = this.#calls;
    if (calls) {
      await new Promise<void>((enter, fail) => {
        const inTurn = (): Promise<undefined> => {
          enter();
          return left;
        };
        calls.add(inTurn, options(signal, 0)).catch(fail);
      });
    }
    try {
      await this.request(signal, 0);
    } catch (error) {
      leave(undefined);
      throw error;
    }
    return () => leave(undefined);
  }

  /** Waits until the rate limit allows one more request; retries take precedence over new calls. */
  async request(signal: AbortSignal | undefined, priority: number): Promise<void> {
    await this.#requests?.add(() => undefined, options(signal, priority));
  }
}

/** Returns queue options that space requests evenly over a minute: the service may count per second. */
function evenly(requestsPerMinute: number): { interval: number; intervalCap: number; strict: true } {
  const interval = Math.ceil(60_000 / requestsPerMinute);
  return {
    interval,
    intervalCap: Math.max(1, Math.floor((requestsPerMinute * interval) / 60_000)),
    strict: true,
  };
}

function options(
  signal: AbortSignal | undefined,
  priority: number,
): { signal?: AbortSignal; priority: number } {
  return signal ? { signal, priority } : { priority };
}
