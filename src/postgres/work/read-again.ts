import { keyOfStored, type StoredKey, storedKey } from '../database/stored-key.ts';
import type { Database } from '../database/open-database.ts';
import type { LoadClient } from '../options.ts';
import { isWhole, readWindow, type ReceivedWindow, type WindowQuery } from './read-window.ts';
import type { StoredRow } from './stored-row.ts';

/** What a second read needs. */
export interface SecondReadOptions {
  readonly database: Pick<Database, 'query' | 'tables'>;
  readonly client: LoadClient;
  readonly window: WindowQuery;
  readonly first: ReceivedWindow;
  /** Time of the database before the first read. */
  readonly startedAt: string;
  readonly signal: AbortSignal | undefined;
  /** Returns what to hold of a row in memory. @defaultValue all of it */
  readonly keep?: (row: StoredRow) => StoredRow;
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
  keep,
}: SecondReadOptions): Promise<SecondRead | undefined> {
  if (!isWhole(first)) return undefined;
  const known = new Set(first.rows.map(({ key }) => key));
  if (!(await hasOthers(database, window, startedAt, known))) return undefined;
  const wider: WindowQuery = {
    startDate: new Date(Date.parse(window.startDate) - margin).toISOString(),
    endDate: new Date(Date.parse(window.endDate) + margin).toISOString(),
    limit: window.limit,
    sortDirection: 'desc',
  };
  const second = await readWindow(client, wider, () => Promise.resolve(startedAt), signal, keep);
  const others = second.rows.filter(({ key }) => !known.has(key));
  const confirmed = isWhole(second) && second.rows.length - others.length === known.size;
  return { confirmed, others };
}

/** Whether the table has a row of the window that was fetched before, and is not among the known ones. */
async function hasOthers(
  { query, tables }: SecondReadOptions['database'],
  { startDate, endDate }: WindowQuery,
  startedAt: string,
  known: ReadonlySet<string>,
): Promise<boolean> {
  // One row more than the known ones is enough: they cannot all be among them.
  const rows = await query<StoredKey>(
    `SELECT ${storedKey} FROM ${tables.transactions}
     WHERE timestamp >= $1 AND timestamp < $2 AND fetched_at < $3 LIMIT $4`,
    [startDate, endDate, startedAt, known.size + 1],
  );
  return rows.some((row) => !known.has(keyOfStored(row)));
}
