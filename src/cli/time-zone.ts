import { InvalidArgumentError, Option } from '@commander-js/extra-typings';

import { utcMonth, type UtcRange } from '../client/api/utc-range.ts';
import { quarterMs } from './reconcile/sums.ts';

/** Days of a time zone. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  /** By quarter of an hour, as a day begins at one in every zone. */
  readonly #clocks = new Map<number, string>();

  /** @throws RangeError when `Intl` does not know the zone */
  constructor(name: string) {
    // Swedish is written as ISO 8601.
    this.#format = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: name,
    });
    this.name = this.#format.resolvedOptions().timeZone;
  }

  /** Returns the day of a moment in milliseconds: `2026-10-01`. */
  dayOf(moment: number): string {
    return this.#clockAt(Math.floor(moment / quarterMs)).slice(0, 'yyyy-mm-dd'.length);
  }

  /** Returns the first moment of a day; some zones set their clocks forward at midnight. */
  startOf(day: string): number {
    let quarter = Date.parse(day) / quarterMs - 60;
    while (this.#clockAt(quarter) < day) quarter += 1;
    return quarter * quarterMs;
  }

  /** Returns the range of a month of the zone, as `utcMonth` does for UTC. */
  month(month: string): UtcRange {
    const { startDate, endDate } = utcMonth(month, new Date(this.dayOf(Date.now())));
    const at = (date: string): string => new Date(this.startOf(date.slice(0, 10))).toISOString();
    return { startDate: at(startDate), endDate: at(endDate) };
  }

  /** Formats a moment to the minute: `2026-10-01 02:00`. */
  clockOf(moment: number): string {
    return this.#format.format(moment);
  }

  #clockAt(quarter: number): string {
    let clock = this.#clocks.get(quarter);
    if (clock === undefined) this.#clocks.set(quarter, (clock = this.clockOf(quarter * quarterMs)));
    return clock;
  }
}

export const utc = new TimeZone('UTC');

/** Selects a time zone. */
export function timeZoneFlag(description: string) {
  return new Option('--time-zone <zone>', description).argParser((name) => {
    try {
      return new TimeZone(name);
    } catch {
      throw new InvalidArgumentError('must be a time zone such as Europe/Berlin');
    }
  });
}
