import type PQueue from 'p-queue';

/** Request limits; the API documents none (§8). */
export interface GateOptions {
  readonly rateLimit?: { readonly requestsPerMinute: number } | undefined;
  readonly maxConcurrency?: number | undefined;
}

/** Queues calls and requests; timeouts start after the queue. */
export class Gate {
  readonly #calls: LoadQueue | undefined;
  readonly #requests: LoadQueue | undefined;

  constructor({ rateLimit, maxConcurrency }: GateOptions) {
    if (maxConcurrency !== undefined) this.#calls = queueOnUse({ concurrency: maxConcurrency });
    if (rateLimit !== undefined) this.#requests = queueOnUse(evenly(rateLimit.requestsPerMinute));
  }

  /**
   * Waits until a call may start and send its first request; an abort leaves the queue immediately. Call the returned
   * function when the call has ended.
   */
  async enter(signal: AbortSignal | undefined): Promise<() => void> {
    const { promise: left, resolve: leave } = Promise.withResolvers<undefined>();
    if (this.#calls) {
      const calls = await this.#calls();
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
    const requests = await this.#requests?.();
    await requests?.add(() => undefined, options(signal, priority));
  }
}

type LoadQueue = () => Promise<PQueue>;

/**
 * Returns a function that loads p-queue and creates the queue when it is first called: most clients have no limit. All
 * calls await the same promise, so they enter the queue in order, also those made while it loads.
 */
function queueOnUse(options: QueueOptions): LoadQueue {
  let queue: Promise<PQueue> | undefined;
  return () => (queue ??= createQueue(options));
}

async function createQueue(options: QueueOptions): Promise<PQueue> {
  const { default: Queue } = await import('p-queue');
  return new Queue(options);
}

type QueueOptions = { readonly concurrency: number } | ReturnType<typeof evenly>;

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
