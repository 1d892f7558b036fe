import { instantOf, toTimestamp } from '../api/instant.ts';
import type { Checkpoint, CheckpointBorder } from '../errors/index.ts';
import type { DriftEvent } from '../validation/validation.ts';
import { hashed, isEqual, type RowIdentity } from './row-identity.ts';

export type ReportDrift = (drift: Omit<DriftEvent, 'operation'>) => void;

/** Returns a function that reports each kind of change once. */
export function onceForEachPath(report: ReportDrift): ReportDrift {
  const seen = new Set<string>();
  return (drift) => {
    if (seen.has(drift.path)) return;
    seen.add(drift.path);
    report(drift);
  };
}

export interface PageComparisonOptions {
  /** Where the iteration starts. */
  readonly start: Checkpoint;
  readonly identity: RowIdentity;
  readonly descending?: boolean;
  readonly report: ReportDrift;
}

/** The usual form: as strings, such timestamps have the order of their times. */
const usualLength = '2026-10-01T00:00:00.000Z'.length;

/** Maximum number of keys of one time to keep, and to store in a checkpoint. */
const maxKeys = 100_000;
const maxStoredKeys = 100;

const none: ReadonlySet<number> = new Set();

/**
 * Compares each page with the pages before it, and reports what shows that the data changed meanwhile: another count,
 * rows earlier than those of a page before, and rows that are received again.
 *
 * As long as no row is earlier than the latest one of the pages before, only rows at exactly that time can be repeats.
 * So only rows that are not later are looked up, among rows that are not earlier: most pages cost no more than comparing
 * each timestamp, as a string, with the one before it.
 */
export class PageComparison {
  readonly #identity: RowIdentity;
  readonly #report: ReportDrift;
  readonly #sign: 1 | -1;
  /** Whether the data turned out to have changed, in this run or before its checkpoint. */
  changed: boolean;
  /** Number of rows as received, those that were dropped or set aside included. */
  received: number;
  /** Index of the latest page. */
  #page = 0;
  #totalCount: number | undefined;
  /** Latest time of the pages so far, made ascending; -Infinity before the first row that has a time. */
  #latest: number;
  /** Hashed keys of the rows at that time; `undefined` if there are too many. */
  #keys: Set<string> | undefined;
  /** Whether the service sorts rows by time. */
  #isSorted = true;
  /** Whether rows were received of which the checkpoint tells nothing. */
  #isUnknown: boolean;
  /** Rows of the latest page that had some. */
  #previous: readonly unknown[] = [];

  constructor({ start, identity, descending = false, report }: PageComparisonOptions) {
    const { cursor, rowsToSkip, rows, invalidRows, changed = false, border } = start;
    const time = border?.time ?? null;
    this.#identity = identity;
    this.#report = report;
    this.#sign = descending ? -1 : 1;
    this.changed = changed;
    this.received = border?.received ?? rows + invalidRows;
    this.#totalCount = border?.totalCount;
    this.#latest = time === null ? -Infinity : this.#sign * time;
    this.#keys = border && !border.keys ? undefined : new Set(border?.keys);
    this.#isUnknown = (cursor !== null || rowsToSkip > 0) && border?.received !== 0 && time === null;
  }

  /** Returns what a checkpoint keeps of the pages so far. */
  border(isLast: boolean): CheckpointBorder {
    const isKnown = this.#isSorted && this.#latest > -Infinity;
    const areFew = this.#keys && this.#keys.size <= maxStoredKeys;
    return {
      received: this.received,
      ...(!isLast && this.#totalCount !== undefined && { totalCount: this.#totalCount }),
      time: isKnown ? this.#sign * this.#latest : null,
      ...(areFew && { keys: [...(this.#keys ?? [])] }),
    };
  }

  /**
   * Compares a page, and returns the indexes of the rows to drop: they equal a row of the page before in every field.
   *
   * @param rowsToSkip How many rows at the start of the page were delivered by an earlier run
   * @param index Index of the page
   */
  compare(
    { results, totalCount }: { readonly results: readonly unknown[]; readonly totalCount: number },
    rowsToSkip: number,
    index: number,
  ): ReadonlySet<number> {
    this.#page = index;
    this.#compareCount(totalCount);
    const isLater = rowsToSkip === 0 && this.#isLater(results);
    const dropped = isLater || results.length === 0 ? none : this.#compareRows(results, rowsToSkip);
    this.received += Math.max(0, results.length - rowsToSkip);
    return dropped;
  }

  /** Reports that the last page of a resumed run ends before the rows that were delivered. */
  endsEarly(): void {
    this.#change(this.#identity.rowPath, 'all rows that were delivered before', 'fewer rows');
  }

  #change(path: string, expected: string, received: string): void {
    this.changed = true;
    this.#report({ path, expected, received, page: this.#page });
  }

  #compareCount(totalCount: number): void {
    // In tolerant mode the count may be any value.
    if (!Number.isSafeInteger(totalCount)) return;
    const before = this.#totalCount;
    this.#totalCount = totalCount;
    if (before === undefined || before === totalCount) return;
    this.#change(this.#identity.countPath, `${before}, as on the page before`, String(totalCount));
  }

  /** Whether a page is in order and later than the pages before it, so that there is nothing to look up. */
  #isLater(rows: readonly unknown[]): boolean {
    const { timestampOf } = this.#identity;
    if (rows.length === 0 || !this.#isSorted || this.#isUnknown) return false;
    let last = timestampOf(rows[0]);
    const earliest = this.#sign * instantOf(last);
    if (!(earliest > this.#latest)) return false;
    for (const row of rows) {
      const timestamp = timestampOf(row);
      if (typeof timestamp !== 'string' || typeof last !== 'string') return false;
      if (timestamp.length !== usualLength || !timestamp.endsWith('Z')) return false;
      if (this.#sign > 0 ? timestamp < last : timestamp > last) return false;
      last = timestamp;
    }
    const latest = this.#sign * instantOf(last);
    if (!(latest >= earliest)) return false;
    const before = rows.findLastIndex((row) => timestampOf(row) !== last);
    this.#remember(rows, latest, rows.slice(before + 1));
    return true;
  }

  #compareRows(rows: readonly unknown[], rowsToSkip: number): ReadonlySet<number> {
    const times = this.#timesOf(rows);
    const dropped = new Set<number>();
    if (rows.length > rowsToSkip) {
      const { earliest, isAscending } = extentOf(times.slice(rowsToSkip));
      this.#compareTimes(earliest, isAscending);
      this.#findRepeats(rows, times, { rowsToSkip, earliest, dropped });
    }
    if (rows.length >= rowsToSkip) this.#compareSkipped(rows[rowsToSkip - 1], times[rowsToSkip - 1]);
    const { latest } = extentOf(times);
    this.#remember(
      rows,
      latest,
      rows.filter((_, at) => times[at] === latest),
    );
    return dropped;
  }

  #timesOf(rows: readonly unknown[]): number[] {
    const { timestampOf } = this.#identity;
    return rows.map((row) => this.#sign * instantOf(timestampOf(row)));
  }

  #compareTimes(earliest: number, isAscending: boolean): void {
    const isFirst = this.#previous.length === 0;
    if (isFirst && (this.#isUnknown || (!this.#keys && earliest <= this.#latest))) {
      const expected = 'a checkpoint with the end of the page before';
      const received = 'too little to compare the first page with it';
      this.#report({ path: 'resume', expected, received, page: this.#page });
    }
    const path = `${this.#identity.rowPath}.timestamp`;
    if (this.#latest === -Infinity && !isAscending) {
      // The service does not sort: its times show no change.
      this.#isSorted = false;
      this.#report({ path, expected: 'rows in order of time', received: 'another order', page: this.#page });
    } else if (this.#isSorted && earliest < this.#latest) {
      const latest = toTimestamp(this.#sign * this.#latest);
      const other = toTimestamp(this.#sign * earliest);
      this.#change(path, `rows after those of the page before, at ${latest}`, `a row at ${other}`);
    }
  }

  #findRepeats(
    rows: readonly unknown[],
    times: readonly number[],
    at: { readonly rowsToSkip: number; readonly earliest: number; readonly dropped: Set<number> },
  ): void {
    // A row without a time may repeat any row.
    const mayRepeat = (time: number): boolean => !this.#isSorted || !(time > this.#latest);
    if (!times.some((time, index) => index >= at.rowsToSkip && mayRepeat(time))) return;
    const before = this.#previousFrom(this.#isSorted ? at.earliest : -Infinity);
    let repeats = 0;
    for (const [index, time] of times.entries()) {
      const key = index >= at.rowsToSkip && mayRepeat(time) ? this.#identity.keyOf(rows[index]) : undefined;
      if (key === undefined) continue;
      const same = before.get(key);
      if (same?.some((row) => isEqual(row, rows[index]))) at.dropped.add(index);
      // An earlier page may have rows of the same time too, and the caller may have changed those of the page before.
      if (same || (time === this.#latest && this.#keys?.has(hashed(key)))) repeats += 1;
    }
    if (repeats === 0) return;
    const received = `${repeats} of them again, ${at.dropped.size} of which are equal in every field and were dropped`;
    this.#change(this.#identity.rowPath, 'no row of the page before', received);
  }

  /** Returns the rows of the page before that are not earlier, by key. */
  #previousFrom(earliest: number): ReadonlyMap<string, readonly unknown[]> {
    const times = this.#timesOf(this.#previous);
    const found = new Map<string, unknown[]>();
    for (const [at, row] of this.#previous.entries()) {
      const key = (times[at] ?? NaN) < earliest ? undefined : this.#identity.keyOf(row);
      if (key === undefined) continue;
      const same = found.get(key);
      if (!same) found.set(key, [row]);
      else if (same.length < maxStoredKeys) same.push(row);
    }
    return found;
  }

  /** The row before the first one to deliver is the last one that was delivered, unless the page shifted. */
  #compareSkipped(row: unknown, time: number | undefined): void {
    const key = this.#identity.keyOf(row);
    if (time === undefined || Number.isNaN(time) || key === undefined) return;
    if (this.#isUnknown || !this.#isSorted || !this.#keys) return;
    if (time === this.#latest && this.#keys.has(hashed(key))) return;
    this.#change(this.#identity.rowPath, 'the rows that were delivered before', 'others in their place');
  }

  /** Remembers a page, and the keys of its rows at the latest time. */
  #remember(rows: readonly unknown[], latest: number, rowsAtLatest: readonly unknown[]): void {
    this.#previous = rows;
    if (!this.#isSorted || latest < this.#latest) return;
    if (latest > this.#latest) this.#keys = new Set();
    this.#latest = latest;
    for (const row of rowsAtLatest) {
      const key = this.#keys && this.#identity.keyOf(row);
      if (key !== undefined) this.#keys?.add(hashed(key));
    }
    if (this.#keys && this.#keys.size > maxKeys) this.#keys = undefined;
  }
}

/** Returns the earliest and latest of the times that can be read, and whether each is at least the one before. */
function extentOf(times: readonly number[]) {
  let [earliest, latest, isAscending] = [Infinity, -Infinity, true];
  for (const time of times) {
    if (time < latest) isAscending = false;
    if (time > latest) latest = time;
    if (time < earliest) earliest = time;
  }
  return { earliest, latest, isAscending };
}
