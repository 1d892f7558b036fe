import type { Checkpoint, CheckpointBorder } from '../errors/index.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import type { DriftEvent } from '../validation/validation.ts';
import { allFields } from './checkpoint.ts';
import { isEqual, type RowIdentity } from './row-identity.ts';

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
  readonly start: Pick<Checkpoint, 'rows' | 'invalidRows' | 'changed' | 'border'>;
  readonly identity: RowIdentity;
  readonly report: ReportDrift;
}

/** How many rows on both sides of the border of two pages are compared. A shift by more than that changes the count. */
const borderRows = 1000;

/**
 * Compares each page with the one before it: another count, or a row that is received again, shows that the data changed.
 * Pages shift by position, so a repeat is at their border; the rest is compared only if that or the count shows a change.
 */
export class PageComparison {
  readonly #identity: RowIdentity;
  readonly #report: ReportDrift;
  /** Whether the data turned out to have changed, in this run or before its checkpoint. */
  changed: boolean;
  /** Number of rows as received, those that were dropped or set aside included. */
  received: number;
  #totalCount: number | undefined;
  /** The latest page that had rows. */
  #previous: readonly unknown[] = [];
  /** Its last rows by key: they are compared also if the caller changes them once they are delivered. */
  #border: ReadonlyMap<string, unknown> = new Map();
  /** Key of the last row that was received. */
  #lastRow: string | undefined;

  constructor({ start, identity, report }: PageComparisonOptions) {
    const { rows, invalidRows, changed = false, border } = start;
    this.#identity = identity;
    this.#report = report;
    this.changed = changed;
    this.received = border?.received ?? rows + invalidRows;
    this.#totalCount = border?.totalCount;
    this.#lastRow = border?.lastRow;
  }

  /**
   * Returns what a checkpoint keeps of the pages so far. Rows may be added after the last page: its count is left out.
   *
   * @param repeated The cursor that led back to an earlier page
   * @param redactor Leaves out a key that has the token
   */
  border(
    isLast: boolean,
    repeated: string | undefined,
    redactor: TokenRedactor | undefined,
  ): CheckpointBorder {
    const lastRow = this.#lastRow;
    return allFields<CheckpointBorder>({
      received: this.received,
      totalCount: isLast ? undefined : this.#totalCount,
      lastRow: lastRow !== undefined && redactor?.isIn(lastRow) ? undefined : lastRow,
      repeated,
    });
  }

  /**
   * Compares a page, and returns the indexes of the rows to drop: they equal a row of the page before in every field.
   *
   * @param totalCount The service's count; `undefined` if it is no integer
   * @param rowsToSkip How many rows at the start of the page were delivered by an earlier run
   * @param index Index of the page
   */
  compare(
    results: readonly unknown[],
    totalCount: number | undefined,
    rowsToSkip: number,
    index: number,
  ): ReadonlySet<number> {
    const change = (path: string, expected: string, received: string): void => {
      this.changed = true;
      this.#report({ path, expected, received, page: index });
    };
    const countChanged = this.#compareCount(totalCount, change);
    // The rest of the rows to skip is on the next page.
    if (results.length === 0 || results.length < rowsToSkip) return new Set();
    if (rowsToSkip > 0) this.#compareSkipped(results[rowsToSkip - 1], change);
    this.received += results.length - rowsToSkip;
    return this.#findRepeats(results, rowsToSkip, countChanged, change);
  }

  /** Reports that the last page of a resumed run ends before the rows that were delivered. */
  endsEarly(page: number): void {
    this.changed = true;
    const [expected, received] = ['all rows that were delivered before', 'fewer rows'];
    this.#report({ path: this.#identity.rowPath, expected, received, page });
  }

  /** Returns whether the count is another one than on the page before. */
  #compareCount(totalCount: number | undefined, change: Change): boolean {
    if (totalCount === undefined) return false;
    const before = this.#totalCount;
    this.#totalCount = totalCount;
    if (before === undefined || before === totalCount) return false;
    change(this.#identity.countPath, `${before}, as on the page before`, String(totalCount));
    return true;
  }

  /** The row before the first one to deliver is the last one that was delivered, unless the page shifted. */
  #compareSkipped(row: unknown, change: Change): void {
    const key = this.#identity.keyOf(row);
    if (key === undefined || this.#lastRow === undefined || key === this.#lastRow) return;
    change(this.#identity.rowPath, 'the rows that were delivered before', 'others in their place');
  }

  #findRepeats(
    rows: readonly unknown[],
    rowsToSkip: number,
    countChanged: boolean,
    change: Change,
  ): ReadonlySet<number> {
    const keys = new PageKeys(rows, this.#identity);
    let repeats = this.#repeatsIn(keys, rowsToSkip, rowsToSkip + borderRows, this.#border);
    if (repeats.length > 0 || countChanged) {
      const before = new PageKeys(this.#previous, this.#identity).rowsByKey(0);
      repeats = this.#repeatsIn(keys, rowsToSkip, rows.length, before);
    }
    this.#previous = rows;
    this.#border = keys.rowsByKey(Math.max(0, rows.length - borderRows));
    this.#lastRow = keys.last() ?? this.#lastRow;
    const dropped = repeats.filter(({ isEqual }) => isEqual);
    if (repeats.length > 0) {
      const received = `${repeats.length} of them again, ${dropped.length} of which are equal in every field and were dropped`;
      change(this.#identity.rowPath, 'no row of the page before', received);
    }
    return new Set(dropped.map(({ at }) => at));
  }

  /** Returns the rows from one index up to another that are among those of the page before. */
  #repeatsIn(keys: PageKeys, from: number, to: number, before: ReadonlyMap<string, unknown>): Repeat[] {
    const repeats: Repeat[] = [];
    for (let at = from; at < Math.min(to, keys.rows.length); at += 1) {
      const key = keys.at(at);
      if (key !== undefined && (before.has(key) || key === this.#lastRow))
        repeats.push({ at, isEqual: isEqual(keys.rows[at], before.get(key)) });
    }
    return repeats;
  }
}

/** A row that was received before, by its index. */
interface Repeat {
  readonly at: number;
  readonly isEqual: boolean;
}

/** The keys of the rows of a page, each made once: the first and the last rows may be the same. */
class PageKeys {
  readonly rows: readonly unknown[];
  readonly #keyOf: RowIdentity['keyOf'];
  readonly #keys: (string | undefined)[] = [];

  constructor(rows: readonly unknown[], { keyOf }: RowIdentity) {
    this.rows = rows;
    this.#keyOf = keyOf;
  }

  at(index: number): string | undefined {
    return (this.#keys[index] ??= this.#keyOf(this.rows[index]));
  }

  /** The key of the last row that has one. */
  last(): string | undefined {
    for (let at = this.rows.length - 1; at >= 0; at -= 1) {
      const key = this.at(at);
      if (key !== undefined) return key;
    }
    return undefined;
  }

  /** Returns the rows from an index on, by their keys. */
  rowsByKey(from: number): ReadonlyMap<string, unknown> {
    const byKey = new Map<string, unknown>();
    for (let at = from; at < this.rows.length; at += 1) {
      const key = this.at(at);
      if (key !== undefined) byKey.set(key, this.rows[at]);
    }
    return byKey;
  }
}

type Change = (path: string, expected: string, received: string) => void;
