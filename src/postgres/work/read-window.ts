import { instantOf } from '../../client/api/instant.ts';
import { createReceipt } from '../../ledger/index.ts';
import type { Database } from '../database/open-database.ts';
import { keyOfStored, type StoredKey, storedKey } from '../database/tables.ts';
import type { LoadClient } from '../options.ts';
import type { JobData } from '../queue.ts';
import { RowSet, type StoredRow, timestampOf } from './row-set.ts';
import { encodeRow, instantOfRow, type RejectedRow, toRejectedRow, toStoredTime } from './stored-row.ts';

/** What a job received. */
export interface ReceivedWindow {
  /** Rows to store, each key once, in the order of their keys. */
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
interface WindowQuery extends Pick<JobData, 'startDate' | 'endDate' | 'limit'> {
  /** @defaultValue `'asc'` */
  readonly sortDirection?: 'asc' | 'desc';
}

/** Whether a read shows which rows a window has: only then can a row that is not among them be missing. */
export function isWhole(window: ReceivedWindow): boolean {
  const { ordered, changed, repeated, rejected, counted, received, outside } = window;
  return ordered && !changed && repeated === 0 && rejected.length === 0 && counted === received + outside;
}

/** Requests the rows of a window. `clock` returns the time of the database; `keysOnly` leaves out the contents of rows. */
export async function readWindow(
  { transactions }: LoadClient,
  { startDate, endDate, limit, sortDirection = 'asc' }: WindowQuery,
  clock: () => Promise<string>,
  signal: AbortSignal | undefined,
  keysOnly = false,
): Promise<ReceivedWindow> {
  const receipt = createReceipt({ startDate, endDate, sortDirection });
  const rows = new RowSet(keysOnly);
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
      const row = encodeRow(transaction);
      if (typeof row === 'string') rows.reject(toRejectedRow(transaction, row, fetchedAt));
      else rows.add(row, fetchedAt);
    }
  }
  const { rows: inside, invalidRows, rowsOutsideRange, totalCount, changedWhileRead } = receipt.state();
  const finished = rows.finish();
  const first = toStoredTime(startDate);
  return {
    ...finished,
    pages: count,
    received: inside + invalidRows - invalidOutside,
    counted: totalCount,
    ordered: receipt.ordered,
    outside: rowsOutsideRange + invalidOutside,
    changed: changedWhileRead,
    startReceived:
      finished.rows.some((row) => timestampOf(row) === first) ||
      finished.rejected.some(({ timestamp }) => timestamp === first),
  };
}

/** What a second read needs. */
interface SecondReadOptions {
  readonly database: Pick<Database, 'query' | 'tables'>;
  readonly client: LoadClient;
  readonly window: WindowQuery;
  readonly first: ReceivedWindow;
  /** Time of the database before the first read. */
  readonly startedAt: string;
  readonly signal: AbortSignal | undefined;
  /** Whether to leave out the contents of rows. @defaultValue `false` */
  readonly keysOnly?: boolean;
}

/** A second read of a window. */
export interface SecondRead {
  /** Whether both reads together show which rows the service has. */
  readonly confirmed: boolean;
  /** Rows that the first read did not receive, some of them outside the window. */
  readonly others: readonly StoredRow[];
}

/** In milliseconds. */
const margin = 1000;

/**
 * Reads a window again if the table has rows that the first read lacks; `undefined` if it has none, or the first read is not
 * whole.
 *
 * The second read is in the opposite direction and must receive all rows of the first one, so that a list which ends too
 * early ends elsewhere. It is wider, so that a row at the border of the window, which the service may leave out, is within it;
 * and no cache has a response to it.
 */
export async function readAgain({
  database,
  client,
  window,
  first,
  startedAt,
  signal,
  keysOnly,
}: SecondReadOptions): Promise<SecondRead | undefined> {
  if (!isWhole(first)) return undefined;
  const stored = await readKeys(database, window, startedAt, first.rows.length + 1);
  if (stored.length === 0) return undefined;
  const known = new Set(first.rows.map(({ key }) => key));
  if (stored.every((key) => known.has(key))) return undefined;
  const wider: WindowQuery = {
    startDate: new Date(Date.parse(window.startDate) - margin).toISOString(),
    endDate: new Date(Date.parse(window.endDate) + margin).toISOString(),
    limit: window.limit,
    sortDirection: 'desc',
  };
  const second = await readWindow(client, wider, () => Promise.resolve(startedAt), signal, keysOnly);
  const others = second.rows.filter(({ key }) => !known.has(key));
  const confirmed = isWhole(second) && second.rows.length - others.length === known.size;
  return { confirmed, others };
}

/** Returns keys of the window that were fetched before. One more than the known ones is enough: it cannot be among them. */
async function readKeys(
  { query, tables }: SecondReadOptions['database'],
  { startDate, endDate }: WindowQuery,
  startedAt: string,
  limit: number,
): Promise<string[]> {
  const rows = await query<StoredKey>(
    `SELECT ${storedKey} FROM ${tables.transactions}
     WHERE timestamp >= $1 AND timestamp < $2 AND fetched_at < $3 LIMIT $4`,
    [startDate, endDate, startedAt, limit],
  );
  return rows.map(keyOfStored);
}
