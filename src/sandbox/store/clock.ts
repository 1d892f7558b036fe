import { ConfigurationError } from '../../client/errors/index.ts';
import type { Store } from './store.ts';
import { put } from './tables.ts';

/**
 * The latest time that the clock can be moved to. Later years have more than four digits, which ISO 8601 and the schemas
 * of the API do not allow; the last year with four is left for the clock to run on, and for what expires later.
 */
const latestTime = Date.UTC(9999, 0, 1) - 1;
/** The rule for moving the clock; {@link isPastLatestTime} tells whether it is broken. */
export const latestTimeRule = 'must not move the clock past the end of the year 9998';

/** Whether the clock cannot be moved to a time, in milliseconds since 1970. */
export function isPastLatestTime(time: number): boolean {
  return time > latestTime;
}

/** The sandbox's clock: that of the option `now` plus an offset, which is part of the state. */
export class Clock {
  readonly #base: () => Date;
  readonly #store: Store;

  constructor(base: () => Date, store: Store) {
    this.#base = base;
    this.#store = store;
  }

  now(): Date {
    return new Date(this.#base().getTime() + this.#offset);
  }

  /** Moves the clock forward, by 0 or more milliseconds, and returns the new time. @throws ConfigurationError */
  advance(milliseconds: number): Date {
    const ahead = this.#offset + milliseconds;
    if (isPastLatestTime(this.#base().getTime() + ahead)) {
      throw new ConfigurationError('advance', latestTimeRule);
    }
    this.#store.write(put('clock', { advance: ahead }));
    return this.now();
  }

  get #offset(): number {
    return this.#store.list('clock')[0]?.advance ?? 0;
  }
}
