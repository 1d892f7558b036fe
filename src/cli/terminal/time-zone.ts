// No imports: errors of every command format times, and the help loads them.

/** A quarter of an hour in milliseconds: a day begins at one in every time zone, as all offsets from UTC are quarters. */
export const quarterMs = 15 * 60_000;

const dayMs = 96 * quarterMs;

/** Days and clocks of a time zone. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  /** By quarter of an hour, as a day begins at one in every zone. */
  readonly #clocks = new Map<number, string>();
  readonly #days = new Map<number, string>();

  /**
   * @param name As `Intl` knows it, or an offset such as `UTC+1`
   * @throws RangeError when there is no such zone
   */
  constructor(name: string) {
    // Swedish is written as ISO 8601.
    this.#format = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: name.replace(/^utc([+-])(\d\d?)(?::?(\d\d))?$/i, offsetOf),
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
    return this.#format.format(moment).padStart('yyyy-mm-dd hh:mm'.length, '0');
  }

  /** Returns the names of its offsets from UTC in a year, such as `CEST` and `MESZ`, with the offset: `+02:00`. */
  offsetNames(year: number): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const month of [0, 6]) {
      const moment = Date.UTC(year, month, 15);
      const offset = this.#nameAt(moment, 'en-US', 'longOffset').replace('GMT', '');
      for (const locale of namingLocales) {
        const name = this.#nameAt(moment, locale, 'short');
        if (/^[A-Z]{3,5}$/.test(name)) names.set(name, offset || '+00:00');
      }
    }
    return names;
  }

  #nameAt(moment: number, locale: string, timeZoneName: 'short' | 'longOffset'): string {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone: this.#format.resolvedOptions().timeZone,
      timeZoneName,
    });
    return format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  }

  /** Whether clocks show a time, which is given as if it were in UTC: they skip some when they are set forward. */
  shows(time: number): boolean {
    const minute = Math.floor(time / 60_000) * 60_000;
    const timeAt = (moment: number): number => Date.parse(`${this.clockOf(moment)}Z`);
    return [minute - dayMs, minute + dayMs].some((near) => {
      const moment = minute - (timeAt(near) - near);
      // Offsets of long ago have seconds.
      return Math.abs(timeAt(moment) - minute) < quarterMs;
    });
  }

  #clockAt(quarter: number): string {
    let clock = this.#clocks.get(quarter);
    if (clock === undefined) this.#clocks.set(quarter, (clock = this.clockOf(quarter * quarterMs)));
    return clock;
  }
}

/** Each names the offsets of its own zones only. */
const namingLocales = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'de'];

function offsetOf(_name: string, sign: string, hours: string, minutes = '00'): string {
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

export const utc = new TimeZone('UTC');
