import { instantOf, toTimestamp } from '../api/instant.ts';
import type { Checkpoint, CheckpointBorder } from '../errors/index.ts';
import { isEqual } from './is-equal.ts';
import type { PageChanges } from './page-changes.ts';
import { hash } from './row-hash.ts';

/** How the rows of a listing are identified. */
export interface RowIdentity {
  /** Path of a row in a response: `results[]`. */
  readonly rowPath: string;
  /** Path of the count in a response. */
  readonly countPath: string;
  /** Returns the timestamp of a row as received. */
  readonly timestampOf: (row: unknown) => unknown;
  /** Returns the key of a row; `undefined` if a field of it is missing, so that the row cannot be recognized. */
  readonly keyOf: (row: unknown) => string | undefined;
}

/** Options of {@link PageComparison}. */
export interface PageComparisonOptions {
  /** Where the iteration starts. */
  readonly start: Checkpoint;
  readonly identity: RowIdentity;
  readonly descending?: boolean;
  readonly changes: PageChanges;
}

/** A page as received, invalid rows included. */
interface TimedPage {
  readonly rows: readonly unknown[];
  /** Times of the rows, made ascending; `NaN` without one that can be read. */
  readonly times: Float64Array;
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
  readonly #changes: PageChanges;
  readonly #sign: 1 | -1;
  #changed: boolean;
  #received: number;
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

  constructor({ start, identity, descending = false, changes }: PageComparisonOptions) {
    const { cursor, rowsToSkip, rows, invalidRows, changed = false, border } = start;
    const time = border?.time ?? null;
    this.#identity = identity;
    this.#changes = changes;
    this.#sign = descending ? -1 : 1;
    this.#changed = changed;
    this.#received = border?.received ?? rows + invalidRows;
    this.#totalCount = border?.totalCount;
    this.#latest = time === null ? -Infinity : this.#sign * time;
    this.#keys = border && !border.keys ? undefined : new Set(border?.keys);
    this.#isUnknown = (cursor !== null || rowsToSkip > 0) && border?.received !== 0 && time === null;
  }

  /** Whether the data turned out to have changed, in this run or before its checkpoint. */
  get changed(): boolean {
    return this.#changed;
  }

  /** Number of rows as received, those that were dropped or set aside included. */
  get received(): number {
    return this.#received;
  }

  /** Returns what a checkpoint keeps of the pages so far. */
  border(isLast: boolean): CheckpointBorder {
    const isKnown = this.#isSorted && this.#latest > -Infinity;
    const areFew = this.#keys && this.#keys.size <= maxStoredKeys;
    return {
      received: this.#received,
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
    this.#compareCount(totalCount, index);
    if (rowsToSkip === 0 && this.#isLater(results)) return none;
    const page = { rows: results, times: this.#timesOf(results) };
    const dropped = new Set<number>();
    if (results.length > rowsToSkip) {
      this.#compareTimes(page, rowsToSkip, index);
      this.#findRepeats(page, rowsToSkip, dropped, index);
    }
    if (results.length >= rowsToSkip) this.#compareSkipped(page, rowsToSkip, index);
    if (results.length > 0) this.#remember(page);
    this.#received += Math.max(0, results.length - rowsToSkip);
    return dropped;
  }

  /** Reports that the last page of a resumed run ends before the rows that were delivered. */
  endsEarly(index: number): void {
    this.#change(this.#identity.rowPath, 'all rows that were delivered before', 'fewer rows', index);
  }

  /** Whether a page is in order and later than the pages before it, so that there is nothing to look up. */
  #isLater(rows: readonly unknown[]): boolean {
    const { timestampOf, keyOf } = this.#identity;
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
    this.#previous = rows;
    this.#received += rows.length;
    this.#latest = latest;
    const keys = new Set<string>();
    for (let at = rows.length - 1; at >= 0 && timestampOf(rows[at]) === last; at -= 1) {
      const key = keyOf(rows[at]);
      if (key !== undefined) keys.add(hashed(key));
    }
    this.#keys = keys;
    return true;
  }

  #timesOf(rows: readonly unknown[]): Float64Array {
    const { timestampOf } = this.#identity;
    return Float64Array.from(rows, (row) => this.#sign * instantOf(timestampOf(row)));
  }

  #change(path: string, expected: string, received: string, index: number): void {
    this.#changed = true;
    this.#changes.report({ path, expected, received }, index);
  }

  #compareCount(totalCount: number, index: number): void {
    // In tolerant mode the count may be any value.
    if (!Number.isSafeInteger(totalCount)) return;
    const before = this.#totalCount;
    this.#totalCount = totalCount;
    if (before === undefined || before === totalCount) return;
    this.#change(this.#identity.countPath, `${before}, as on the page before`, String(totalCount), index);
  }

  #compareTimes({ times }: TimedPage, from: number, index: number): void {
    const earliest = earliestOf(times, from);
    const isFirst = this.#previous.length === 0;
    if (isFirst && (this.#isUnknown || (!this.#keys && earliest <= this.#latest))) {
      const expected = 'a checkpoint with the end of the page before';
      const received = 'too little to compare the first page with it';
      this.#changes.report({ path: 'resume', expected, received }, index);
    }
    const path = `${this.#identity.rowPath}.timestamp`;
    if (this.#latest === -Infinity && !isAscending(times, from)) {
      // The service does not sort: its times show no change.
      this.#isSorted = false;
      this.#changes.report({ path, expected: 'rows in order of time', received: 'another order' }, index);
    } else if (this.#isSorted && earliest < this.#latest) {
      const [latest = '', other = ''] = [this.#latest, earliest].map((time) =>
        toTimestamp(this.#sign * time),
      );
      this.#change(path, `rows after those of the page before, at ${latest}`, `a row at ${other}`, index);
    }
  }

  #findRepeats({ rows, times }: TimedPage, from: number, dropped: Set<number>, index: number): void {
    const candidates: number[] = [];
    // Written so that rows without a time are candidates.
    for (let at = from; at < times.length; at += 1)
      if (!this.#isSorted || !((times[at] ?? NaN) > this.#latest)) candidates.push(at);
    if (candidates.length === 0) return;
    const earliest = this.#isSorted ? earliestOf(times, from) : -Infinity;
    const before = this.#rowsFrom(earliest);
    let repeats = 0;
    for (const at of candidates) {
      const key = this.#identity.keyOf(rows[at]);
      if (key === undefined) continue;
      const same = before.get(key);
      if (same?.some((row) => isEqual(row, rows[at]))) dropped.add(at);
      // An earlier page may have rows of the same time too, and the caller may have changed those of the page before.
      if (same || (times[at] === this.#latest && this.#keys?.has(hashed(key)))) repeats += 1;
    }
    if (repeats === 0) return;
    const received = `${repeats} of them again, ${dropped.size} of which are equal in every field and were dropped`;
    this.#change(this.#identity.rowPath, 'no row of the page before', received, index);
  }

  /** Returns the rows of the page before that are not earlier, by key. */
  #rowsFrom(earliest: number): ReadonlyMap<string, readonly unknown[]> {
    const rows = this.#previous;
    const times = this.#timesOf(rows);
    const found = new Map<string, unknown[]>();
    for (let at = 0; at < times.length; at += 1) {
      if ((times[at] ?? NaN) < earliest) continue;
      const key = this.#identity.keyOf(rows[at]);
      if (key === undefined) continue;
      const same = found.get(key);
      if (!same) found.set(key, [rows[at]]);
      else if (same.length < maxStoredKeys) same.push(rows[at]);
    }
    return found;
  }

  /** The row before the first one to deliver is the last one that was delivered, unless the page shifted. */
  #compareSkipped({ rows, times }: TimedPage, rowsToSkip: number, index: number): void {
    const time = times[rowsToSkip - 1];
    const key = this.#identity.keyOf(rows[rowsToSkip - 1]);
    if (time === undefined || Number.isNaN(time) || key === undefined) return;
    if (this.#isUnknown || !this.#isSorted || !this.#keys) return;
    if (time === this.#latest && this.#keys.has(hashed(key))) return;
    this.#change(
      this.#identity.rowPath,
      'the rows that were delivered before',
      'others in their place',
      index,
    );
  }

  #remember({ rows, times }: TimedPage): void {
    this.#previous = rows;
    let latest = -Infinity;
    for (let at = 0; at < times.length; at += 1) if ((times[at] ?? NaN) > latest) latest = times[at] ?? NaN;
    if (!this.#isSorted || latest < this.#latest) return;
    if (latest > this.#latest) this.#keys = new Set();
    this.#latest = latest;
    for (let at = 0; at < times.length; at += 1) {
      const key = times[at] === latest && this.#keys ? this.#identity.keyOf(rows[at]) : undefined;
      if (key !== undefined) this.#keys?.add(hashed(key));
    }
    if (this.#keys && this.#keys.size > maxKeys) this.#keys = undefined;
  }
}

function earliestOf(times: Float64Array, from = 0): number {
  let earliest = Infinity;
  for (let at = from; at < times.length; at += 1)
    if ((times[at] ?? NaN) < earliest) earliest = times[at] ?? NaN;
  return earliest;
}

function isAscending(times: Float64Array, from: number): boolean {
  let latest = -Infinity;
  for (let at = from; at < times.length; at += 1) {
    const time = times[at] ?? NaN;
    if (time < latest) return false;
    if (time > latest) latest = time;
  }
  return true;
}

/** Hashed, since type and id may echo a secret, and are stored in checkpoints. */
function hashed(key: string): string {
  return hash(key)
    .map((part) => part.toString(36))
    .join('-');
}
