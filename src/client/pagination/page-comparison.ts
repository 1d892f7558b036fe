import type { Checkpoint, CheckpointBorder } from '../errors/index.ts';
import type { DriftEvent } from '../validation/validation.ts';
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
  readonly start: Checkpoint;
  readonly identity: RowIdentity;
  readonly report: ReportDrift;
}

/** Compares each page with the one before it: another count, or a row that is received again, shows that the data changed. */
export class PageComparison {
  readonly #identity: RowIdentity;
  readonly #report: ReportDrift;
  /** Whether the data turned out to have changed, in this run or before its checkpoint. */
  changed: boolean;
  /** Number of rows as received, those that were dropped or set aside included. */
  received: number;
  #totalCount: number | undefined;
  /** Rows of the latest page that had some, by key. */
  #previous: ReadonlyMap<string, unknown> = new Map();
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

  /** Returns what a checkpoint keeps of the pages so far. Rows may be added after the last page: its count is left out. */
  border(isLast: boolean, mayStore: (key: string) => boolean): CheckpointBorder {
    const totalCount = isLast ? undefined : this.#totalCount;
    const lastRow = this.#lastRow;
    return {
      received: this.received,
      ...(totalCount !== undefined && { totalCount }),
      ...(lastRow !== undefined && mayStore(lastRow) && { lastRow }),
    };
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
    this.#compareCount(totalCount, change);
    // The rest of the rows to skip is on the next page.
    if (results.length === 0 || results.length < rowsToSkip) return new Set();
    if (rowsToSkip > 0) this.#compareSkipped(results[rowsToSkip - 1], change);
    this.received += results.length - rowsToSkip;
    return this.#findRepeats(results, rowsToSkip, change);
  }

  /** Reports that the last page of a resumed run ends before the rows that were delivered. */
  endsEarly(page: number): void {
    this.changed = true;
    const [expected, received] = ['all rows that were delivered before', 'fewer rows'];
    this.#report({ path: this.#identity.rowPath, expected, received, page });
  }

  #compareCount(totalCount: number | undefined, change: Change): void {
    if (totalCount === undefined) return;
    const before = this.#totalCount;
    this.#totalCount = totalCount;
    if (before === undefined || before === totalCount) return;
    change(this.#identity.countPath, `${before}, as on the page before`, String(totalCount));
  }

  /** The row before the first one to deliver is the last one that was delivered, unless the page shifted. */
  #compareSkipped(row: unknown, change: Change): void {
    const key = this.#identity.keyOf(row);
    if (key === undefined || this.#lastRow === undefined || key === this.#lastRow) return;
    change(this.#identity.rowPath, 'the rows that were delivered before', 'others in their place');
  }

  #findRepeats(rows: readonly unknown[], rowsToSkip: number, change: Change): ReadonlySet<number> {
    const { keyOf, rowPath } = this.#identity;
    const [before, lastRow] = [this.#previous, this.#lastRow];
    // Keys are kept, and not read from the rows again: the caller may change those of a page that was delivered.
    const keys = new Map<string, unknown>();
    const dropped = new Set<number>();
    let repeats = 0;
    for (const [at, row] of rows.entries()) {
      const key = keyOf(row);
      if (key === undefined) continue;
      keys.set(key, row);
      this.#lastRow = key;
      if (at < rowsToSkip || !(before.has(key) || key === lastRow)) continue;
      repeats += 1;
      if (isEqual(row, before.get(key))) dropped.add(at);
    }
    this.#previous = keys;
    if (repeats === 0) return dropped;
    const received = `${repeats} of them again, ${dropped.size} of which are equal in every field and were dropped`;
    change(rowPath, 'no row of the page before', received);
    return dropped;
  }
}

type Change = (path: string, expected: string, received: string) => void;
