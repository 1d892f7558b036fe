import { InvalidRequestError } from '../../errors/index.ts';
import type { Store } from './store.ts';

const key = 'ahead';

/** The sandbox's clock: that of the option `now` plus an offset, which is part of the state. */
export class Clock {
  readonly #base: () => Date;
  readonly #store: Store;

  constructor(base: () => Date, store: Store) {
    this.#base = base;
    this.#store = store;
  }

  now(): Date {
    return this.#timeAt(this.#offset);
  }

  /** Moves the clock forward, and returns the new time. @throws InvalidRequestError */
  advance(milliseconds: number): Date {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) reject('must be a finite number, 0 or more');
    const ahead = this.#offset + milliseconds;
    const time = this.#timeAt(ahead);
    if (Number.isNaN(time.getTime())) reject('must not exceed the largest time of a Date');
    this.#store.write({ table: 'clock', key, row: ahead });
    return time;
  }

  get #offset(): number {
    return this.#store.get('clock', key) ?? 0;
  }

  #timeAt(ahead: number): Date {
    return new Date(this.#base().getTime() + ahead);
  }
}

function reject(message: string): never {
  throw new InvalidRequestError('sandbox.advance', [{ path: 'milliseconds', message }]);
}
