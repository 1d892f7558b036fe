import { createReceipt } from '../../ledger/index.ts';
import type { LoadClient } from '../options.ts';
import type { JobData } from '../queue/job.ts';
import { type RejectedRow, type StoredRow, toStoredRow } from './stored-row.ts';

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
}

/** Requests the rows of a window. `clock` returns the time of the database. */
export async function readWindow(
  { transactions }: LoadClient,
  { startDate, endDate, limit }: JobData,
  clock: () => Promise<string>,
  signal: AbortSignal,
): Promise<ReceivedWindow> {
  const receipt = createReceipt({ startDate, endDate });
  const rows = new RowSet();
  const rejected: RejectedRow[] = [];
  let fetchedAt = '';
  const query = {
    startDate,
    endDate,
    limit,
    // A page must not be requested before the clock is read.
    prefetch: false,
    onInvalidRow: ({
      row,
      issues,
    }: {
      row: unknown;
      issues: readonly { path: string; message: string }[];
    }) => {
      const reason = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
      rejected.push({ reason, row: JSON.stringify(row), timestamp: null, fetchedAt });
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
      if ('reason' in row) rejected.push(row);
      else rows.add(row);
    }
  }
  const { rows: inside, invalidRows, rowsOutsideRange, totalCount } = receipt.state();
  return {
    ...rows.finish(),
    rejected: [...rejected, ...rows.conflicts()],
    pages: count,
    received: inside + invalidRows,
    counted: totalCount,
    outside: rowsOutsideRange,
  };
}

/** Rows by key. */
class RowSet {
  readonly #rows = new Map<string, StoredRow[]>();
  #repeated = 0;

  add(row: StoredRow): void {
    const same = this.#rows.get(row.key);
    if (!same) this.#rows.set(row.key, [row]);
    else if (same.some(({ json }) => json === row.json)) this.#repeated += 1;
    else same.push(row);
  }

  finish(): Pick<ReceivedWindow, 'rows' | 'repeated'> {
    const rows = [...this.#rows.values()].flatMap((same) => (same.length === 1 ? same : []));
    return { rows, repeated: this.#repeated };
  }

  /** Different rows with one key: nobody knows which of them is right. */
  conflicts(): RejectedRow[] {
    const reason = 'another row has the same timestamp, type and id';
    return [...this.#rows.values()]
      .filter(({ length }) => length > 1)
      .flatMap((same) =>
        same.map(({ json, timestamp, fetchedAt }) => ({
          reason,
          row: json,
          timestamp,
          fetchedAt,
        })),
      );
  }
}
