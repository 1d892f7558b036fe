// No imports: errors of every command format times, and the help loads them.

/** A quarter of an hour in milliseconds: a day begins at one in every time zone, as all offsets from UTC are quarters. */
export const quarterMs = 15 * 60_000;

/** Days of a time zone. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  /** By quarter of an hour, as a day begins at one in every zone. */
  readonly #clocks = new Map<number, string>();
  readonly #days = new Map<number, string>();

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
    const quarter = Math.floor(moment / quarterMs);
    let day = this.#days.get(quarter);
    if (day === undefined) {
      day = this.#clockAt(quarter).slice(0, 'yyyy-mm-dd'.length);
      this.#days.set(quarter, day);
    }
    return day;
  }

  /** Returns the first moment of a day; some zones set their clocks forward at midnight. */
  startOf(day: string): number {
    let quarter = Date.parse(day) / quarterMs - 60;
    while (this.#clockAt(quarter) < day) quarter += 1;
    return quarter * quarterMs;
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
