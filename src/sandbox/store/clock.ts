import { InvalidRequestError } from '../../errors/index.ts';
import type { Store } from './store.ts';

const key = 'ahead';

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

  /** Moves the clock forward, and returns the new time. @throws InvalidRequestError */
  advance(milliseconds: number): Date {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) reject('must be a finite number, 0 or more');
    const ahead = this.#offset + milliseconds;
    if (isPastLatestTime(this.#base().getTime() + ahead)) reject(latestTimeRule);
    this.#store.write({ table: 'clock', key, row: ahead });
    return this.now();
  }

  get #offset(): number {
    return this.#store.get('clock', key) ?? 0;
  }
}

function reject(message: string): never {
  throw new InvalidRequestError('sandbox.advance', [{ path: 'milliseconds', message }]);
}
