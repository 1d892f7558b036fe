import type PQueue from 'p-queue';

import type { ClientOptions } from '../options/client-options.ts';

/** Queues calls and requests; timeouts start after the queue. The API documents no limits (§8). */
export class RequestLimiter {
  readonly #calls: (() => Promise<PQueue>) | undefined;
  readonly #requests: (() => Promise<PQueue>) | undefined;

  constructor({ rateLimit, maxConcurrency }: Pick<ClientOptions, 'rateLimit' | 'maxConcurrency'>) {
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
        calls.add(inTurn, { ...(signal && { signal }), priority: 0 }).catch(fail);
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
    await requests?.add(() => undefined, { ...(signal && { signal }), priority });
  }
}

/**
 * Returns a function that loads p-queue and creates the queue when it is first called: most clients have no limit. All
 * calls await the same promise, so they enter the queue in order, also those made while it loads.
 */
function queueOnUse(
  options: { readonly concurrency: number } | ReturnType<typeof evenly>,
): () => Promise<PQueue> {
  let queue: Promise<PQueue> | undefined;
  return () => (queue ??= import('p-queue').then(({ default: Queue }) => new Queue(options)));
}

/** Returns queue options that space requests evenly over a minute: the service may count per second. */
function evenly(requestsPerMinute: number): { interval: number; intervalCap: number; strict: true } {
  const interval = Math.ceil(60_000 / requestsPerMinute);
  const intervalCap = Math.max(1, Math.floor((requestsPerMinute * interval) / 60_000));
  return { interval, intervalCap, strict: true };
}
