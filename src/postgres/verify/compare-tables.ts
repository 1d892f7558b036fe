import type { Database, Queries } from '../database/open-database.ts';
import { storedKey, type StoredKey, type Tables } from '../database/tables.ts';
import { mergeRanges, type TimeRange } from '../plan/plan-windows.ts';
import { compareWithReceived } from './compare-columns.ts';
import { compareJobs, compareSums } from './compare-receipts.ts';
import {
  type LoadDifference,
  type LoadVerification,
  maxListed,
  RowDifferences,
  type VerifiedRange,
} from './load-verification.ts';

/** How long to compute the sums of a large table, in milliseconds. */
const timeout = 4 * 3_600_000;

/** What a comparison of the tables found. */
type Found = Pick<LoadVerification, 'ranges' | 'differences' | 'unlisted' | 'missingRows' | 'missing'>;

/** What to compare. */
export interface TablesOptions {
  /** Whether to compare the columns of each row with the row as received. */
  readonly columns: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Compares the table with the receipts and with itself, all at one moment, while workers may go on. */
export async function compareTables(database: Database, options: TablesOptions): Promise<Found> {
  return await database.transaction(async (snapshot) => {
    await snapshot.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return await cancellable(database, snapshot, options.signal, () =>
      compare(snapshot, database.tables, options),
    );
  }, timeout);
}

async function compare(
  snapshot: Queries,
  tables: Tables,
  { columns, signal }: TablesOptions,
): Promise<Found> {
  const ranges = await readRanges(snapshot, tables);
  const differences: LoadDifference[] = [
    ...(await compareJobs(snapshot, tables)),
    ...(await compareSums(snapshot, tables, ranges)),
  ];
  const rows = new RowDifferences();
  if (columns) await compareWithReceived(snapshot, tables, ranges, rows, signal);
  return {
    ranges: await countRanges(snapshot, tables, ranges),
    differences: [...differences, ...rows.listed],
    unlisted: rows.unlisted,
    ...(await readMissing(snapshot, tables)),
  };
}

/** Runs statements; when `signal` aborts, another connection cancels the one that is running. */
async function cancellable<Result>(
  database: Queries,
  { query }: Queries,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const [row] = await query<{ pid: number; begun: string }>(
    'SELECT pg_backend_pid() AS pid, extract(epoch FROM transaction_timestamp()) AS begun',
  );
  const cancel = (): void => {
    // Only this transaction: a pooler gives the process of the server to others as soon as it has ended.
    const sql = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE pid = $1 AND extract(epoch FROM xact_start) = $2`;
    database.query(sql, [row?.pid, row?.begun]).catch(() => undefined);
  };
  signal?.addEventListener('abort', cancel);
  try {
    return await work();
  } finally {
    signal?.removeEventListener('abort', cancel);
    // Also if it aborted between two statements: nothing was cancelled then.
    signal?.throwIfAborted();
  }
}

async function readRanges({ query }: Queries, { loads }: Tables): Promise<readonly TimeRange[]> {
  const rows = await query<{ start_date: Date; end_date: Date }>(`SELECT start_date, end_date FROM ${loads}`);
  return mergeRanges(
    rows.map((row) => ({ startDate: row.start_date.toISOString(), endDate: row.end_date.toISOString() })),
  );
}

async function countRanges(
  { query }: Queries,
  { transactions }: Tables,
  ranges: readonly TimeRange[],
): Promise<readonly VerifiedRange[]> {
  const counts = await query<{ rows: string }>(
    `SELECT (SELECT count(*) FROM ${transactions} WHERE timestamp >= start_date AND timestamp < end_date) AS rows
     FROM unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS range (start_date, end_date, ordinal)
     ORDER BY ordinal`,
    [ranges.map(({ startDate }) => startDate), ranges.map(({ endDate }) => endDate)],
  );
  return ranges.map((range, index) => ({ ...range, rows: Number(counts[index]?.rows) }));
}

interface Row extends StoredKey {
  readonly currency_code: string;
  readonly amount: string;
  readonly net: string;
  readonly missing_since: Date;
  readonly total: string;
}

/** Returns the rows that are marked as missing. */
async function readMissing(
  { query }: Queries,
  { stored }: Pick<Tables, 'stored'>,
): Promise<Pick<LoadVerification, 'missingRows' | 'missing'>> {
  const rows = await query<Row>(
    `SELECT ${storedKey}, currency_code, amount_minor AS amount, publisher_net_amount_usd_minor AS net,
       missing_since, count(*) OVER () AS total
     FROM ${stored} WHERE missing_since IS NOT NULL
     ORDER BY missing_since DESC, stored_transactions.timestamp, type, transaction_id LIMIT ${maxListed}`,
  );
  return {
    missingRows: Number(rows[0]?.total ?? 0),
    missing: rows.map((row) => ({
      timestamp: row.timestamp,
      type: row.type,
      transactionId: row.transaction_id,
      currencyCode: row.currency_code,
      amount: Number(row.amount),
      publisherNetAmountUsd: Number(row.net),
      missingSince: row.missing_since.toISOString(),
    })),
  };
}
