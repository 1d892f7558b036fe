import * as z from 'zod';

import type { Store } from './store.ts';
import { put } from './tables.ts';

const rule = { error: 'must be an integer number of milliseconds, from 0 to 3155760000000 (100 years)' };

/** How far the clock may be moved at once: much further, its years have five digits, which the API's schemas reject. */
export const clockStep = z.int(rule).min(0, rule).max(3_155_760_000_000, rule);

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

  /** Moves the clock forward by a {@link clockStep}, and returns the new time. */
  advance(milliseconds: number): Date {
    this.#store.write(put('clock', { advance: this.#offset + milliseconds }));
    return this.now();
  }

  get #offset(): number {
    return this.#store.list('clock')[0]?.advance ?? 0;
  }
}
