import { InvalidRequestError } from '../errors/index.ts';
import type { Store } from './state/store.ts';

/** The sandbox's clock: that of the settings, and as far ahead of it as it was moved. */
export interface Clock {
  now(): Date;
  /** Moves it forward, and gives the new time. @throws InvalidRequestError */
  advance(milliseconds: number): Date;
}

const key = 'ahead';

/** Opens the clock; how far it is ahead is part of the state. */
export function openClock(base: () => Date, store: Store): Clock {
  const timeAt = (ahead: number): Date => new Date(base().getTime() + ahead);
  return {
    now: () => timeAt(store.get('clock', key) ?? 0),
    advance(milliseconds): Date {
      const refuse = (message: string): never => {
        throw new InvalidRequestError('sandbox.advance', [{ path: 'milliseconds', message }]);
      };
      if (!Number.isFinite(milliseconds) || milliseconds < 0) refuse('must be a finite number, not negative');
      const ahead = (store.get('clock', key) ?? 0) + milliseconds;
      const time = timeAt(ahead);
      if (Number.isNaN(time.getTime())) refuse('must not lead past the last moment that a Date can hold');
      store.write({ table: 'clock', key, row: ahead });
      return time;
    },
  };
}
