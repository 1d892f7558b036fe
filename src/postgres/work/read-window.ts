import { createReceipt } from '../../ledger/index.ts';
import { instantOf } from '../../api/instant.ts';
import type { LoadClient } from '../options.ts';
import type { JobData } from '../queue/job.ts';
import { instantOfRow, type RejectedRow, toRejectedRow } from './rejected-row.ts';
import { RowSet } from './row-set.ts';
import { type StoredRow, toStoredRow, toUtc } from './stored-row.ts';

/** What a job received. */
export interface ReceivedWindow {
  /** Rows to store, each key once. */
  readonly rows: readonly StoredRow[];
  readonly rejected: readonly RejectedRow[];
  readonly pages: number;
  /** Rows in the window, valid or not. */
  readonly received: number;
  /** The service's count of the window; `null` if it was not an integer. */
  readonly counted: number | null;
  /** Rows that the service returned although they are outside the window. */
  readonly outside: number;
  /** Rows that were received more than once, without a difference. */
  readonly repeated: number;
  /** Whether rows were in order of time. */
  readonly ordered: boolean;
  /** Whether the window changed while it was read: rows may be missing or repeated. */
  readonly changed: boolean;
  /** Whether a row at exactly the start was received. */
  readonly startReceived: boolean;
}

/** What to read of a window. */
export interface WindowQuery extends Pick<JobData, 'startDate' | 'endDate' | 'limit'> {
  /** @defaultValue `'asc'` */
  readonly sortDirection?: 'asc' | 'desc';
}

/** Whether a read shows which rows a window has: only then can a row that is not among them be missing. */
export function isWhole(window: ReceivedWindow): boolean {
  const { ordered, changed, repeated, rejected, counted, received, outside } = window;
  return ordered && !changed && repeated === 0 && rejected.length === 0 && counted === received + outside;
}

/** Requests the rows of a window. `clock` returns the time of the database, `keep` what to hold of a row in memory. */
export async function readWindow(
  { transactions }: LoadClient,
  { startDate, endDate, limit, sortDirection = 'asc' }: WindowQuery,
  clock: () => Promise<string>,
  signal: AbortSignal | undefined,
  keep: (row: StoredRow) => StoredRow = (row) => row,
): Promise<ReceivedWindow> {
  const receipt = createReceipt({ startDate, endDate, sortDirection });
  const rows = new RowSet();
  const [start, end] = [instantOf(startDate), instantOf(endDate)];
  let invalidOutside = 0;
  let fetchedAt = '';
  const query = {
    startDate,
    endDate,
    limit,
    sortDirection,
    // A page must not be requested before the clock is read.
    prefetch: false,
    onInvalidRow: ({
      row,
      issues,
    }: {
      row: unknown;
      issues: readonly { path: string; message: string }[];
    }) => {
      const instant = instantOfRow(row);
      if (instant < start || instant >= end) {
        invalidOutside += 1;
        return;
      }
      const reason = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
      rows.reject(toRejectedRow(row, reason, fetchedAt));
    },
  };
  const pages = transactions.list(query, { signal }).pages()[Symbol.asyncIterator]();
  let count = 0;
  for (;;) {
    fetchedAt = await clock();
    const result = await pages.next();
    if (result.done) break;
    count += 1;
    for (const transaction of receipt.add(result.value)) {
      const row = toStoredRow(transaction, fetchedAt);
      if ('reason' in row) rows.reject(row);
      else rows.add(keep(row));
    }
  }
  const { rows: inside, invalidRows, rowsOutsideRange, totalCount, changed } = receipt.state();
  const finished = rows.finish();
  const first = toUtc(startDate);
  return {
    ...finished,
    pages: count,
    received: inside + invalidRows - invalidOutside,
    counted: totalCount,
    ordered: receipt.ordered,
    outside: rowsOutsideRange + invalidOutside,
    changed,
    startReceived: [...finished.rows, ...finished.rejected].some(({ timestamp }) => timestamp === first),
  };
}
