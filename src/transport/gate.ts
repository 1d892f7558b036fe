import PQueue from 'p-queue';

/** Limits that the caller sets, since the service documents none (§8). */
export interface GateOptions {
  readonly rateLimit?: { readonly requestsPerMinute: number } | undefined;
  readonly maxConcurrency?: number | undefined;
}

/** Where calls wait for their place, before any of their timers starts. */
export class Gate {
  readonly #calls: PQueue | undefined;
  readonly #requests: PQueue | undefined;

  constructor({ rateLimit, maxConcurrency }: GateOptions) {
    this.#calls = maxConcurrency === undefined ? undefined : new PQueue({ concurrency: maxConcurrency });
    this.#requests = rateLimit === undefined ? undefined : new PQueue(evenly(rateLimit.requestsPerMinute));
  }

  /** Runs a call in its place, its first request included; an abort while it waits leaves the queue at once. */
  async call<T>(run: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const inTurn = async (): Promise<T> => {
      await this.request(signal, 0);
      return run();
    };
    return this.#calls ? this.#calls.add(inTurn, options(signal, 0)) : inTurn();
  }

  /** Waits until the rate allows one more request; a repeated request goes before those that never began. */
  async request(signal: AbortSignal | undefined, priority: number): Promise<void> {
    await this.#requests?.add(() => undefined, options(signal, priority));
  }
}

/** Requests spread over the minute rather than all at its start: the service may count by the second. */
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
