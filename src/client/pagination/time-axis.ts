import { instantOf } from '../api/instant.ts';
import { PaginationError } from '../errors/index.ts';
import type { ValidatedPage } from './paginator.ts';
import { transactionIdentity } from './row-identity.ts';
import type { TransactionPage } from './transaction-page.ts';

/** A range of time, in the format of a query. */
export interface TimeWindow {
  readonly startDate: string;
  readonly endDate: string;
}

/** How much more than a slice is requested at each end, in ms: ends may be exclusive, and dates rounded to seconds. */
const overlap = 2000;

/** How far outside the requested window a row may be, in ms: a service may round timestamps to seconds. */
const tolerance = 2000;

/**
 * Times in the sort order of an iteration: ms since the epoch, negated if it is descending. The ends of the range are
 * infinite, so that rows which a service returns just outside of it belong to a slice.
 */
export class TimeAxis {
  /** The ends of the range. */
  readonly first: number;
  readonly last: number;
  readonly #range: TimeWindow;
  readonly #sign: 1 | -1;

  constructor(range: TimeWindow, descending: boolean) {
    this.#range = range;
    this.#sign = descending ? -1 : 1;
    [this.first, this.last] = this.#sorted(range);
  }

  /** Returns the ends of a window, infinite where it ends with the range. */
  endsOf(window: TimeWindow): readonly [from: number, to: number] {
    const [from, to] = this.#sorted(window);
    return [from <= this.first ? -Infinity : from, to >= this.last ? Infinity : to];
  }

  windowOf(from: number, to: number): TimeWindow {
    const [start, end] = this.#sign < 0 ? [to, from] : [from, to];
    const { startDate, endDate } = this.#range;
    return {
      startDate: Number.isFinite(start) ? this.#toDate(start) : startDate,
      endDate: Number.isFinite(end) ? this.#toDate(end) : endDate,
    };
  }

  requestedFor(from: number, to: number): TimeWindow {
    const [start, end] = [from - overlap, to + overlap];
    return this.windowOf(start <= this.first ? -Infinity : start, end >= this.last ? Infinity : end);
  }

  /** Returns the rows of a page from `from` until before `to`. */
  rowsOf({ page, invalidRows }: ValidatedPage<TransactionPage>, from: number, to: number) {
    const isOwn = (row: unknown): boolean => {
      const time = this.#timeOf(row);
      return time >= from && time < to;
    };
    return { results: page.results.filter(isOwn), invalidRows: invalidRows.filter(({ row }) => isOwn(row)) };
  }

  /**
   * Returns the latest time of the rows that were received for a slice; `-Infinity` if there are none.
   *
   * @throws {@link PaginationError} when a row is of another time, or its time is unreadable
   */
  latestOf(rows: readonly unknown[], from: number, to: number, operation: string): number {
    const [earliest, end] = [Math.max(from - overlap, this.first), Math.min(to + overlap, this.last)];
    let latest = -Infinity;
    for (const row of rows) {
      const time = this.#timeOf(row);
      // The timestamp is not quoted: it may be any string.
      if (Number.isNaN(time)) throw unreliable(operation, 'readable timestamps', 'an unreadable timestamp');
      if (time < earliest - tolerance || time > end + tolerance) {
        const { startDate, endDate } = this.requestedFor(from, to);
        throw unreliable(operation, `rows from ${startDate} to ${endDate}`, `a row at ${this.#toDate(time)}`);
      }
      latest = Math.max(latest, time);
    }
    return latest;
  }

  /** Returns the time of a row, which may be invalid; `NaN` if it has none that can be read. */
  #timeOf(row: unknown): number {
    return this.#sign * Math.floor(instantOf(transactionIdentity.timestampOf(row)) / 1000);
  }

  #sorted({ startDate, endDate }: TimeWindow): readonly [number, number] {
    const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
    return this.#sign < 0 ? [-end, -start] : [start, end];
  }

  #toDate(time: number): string {
    return new Date(this.#sign * time).toISOString();
  }
}

function unreliable(operation: string, expected: string, received: string): PaginationError {
  return new PaginationError(
    `${operation}: the service's dates are unreliable (expected ${expected}, received ${received}): windows would ` +
      'lose or repeat rows; start the range again without windows',
    { operation },
  );
}
