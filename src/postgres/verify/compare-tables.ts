import type { Database, Queries } from '../database/open-database.ts';
import { findRepairs } from '../database/check-keys.ts';
import { inUtc, type Tables } from '../database/tables.ts';
import { commonRanges, mergeRanges, type TimeRange, wholeDays } from '../plan/plan-windows.ts';
import { readAlarms } from '../alarms.ts';
import { readRecounts } from '../loads.ts';
import { compareWithReceived } from './compare-columns.ts';
import { compareJobs } from './compare-jobs.ts';
import { compareStoredSums } from './compare-sums.ts';
import {
  type LoadDifference,
  type LoadVerification,
  maxListed,
  type MissingRow,
  type SourceRange,
} from './load-verification.ts';
import { RowDifferences } from './row-differences.ts';

/** How long to compute the sums of a large table, in milliseconds. */
const timeout = 4 * 3_600_000;

/** What to compare of the tables. */
interface TableComparison {
  /** One source only. @defaultValue all */
  readonly source?: string | undefined;
  /** The days that these loads of the source touched. @defaultValue all days */
  readonly loads?: readonly number[] | undefined;
  /** Whether to compare each row with the row as received. */
  readonly columns: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Compares the table with the receipts and with itself, all at one moment, while workers may go on. */
export async function compareTables(database: Database, { source, loads, columns, signal }: TableComparison) {
  const { tables } = database;
  return await database.transaction(async (snapshot) => {
    await snapshot.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return await cancellable(database, snapshot, signal, async () => {
      const ranges = await readRanges(snapshot, tables, source);
      const keys = (await findRepairs(snapshot, tables, columns ? 'all' : 'newest')).map(
        ({ table, problem, statement }): LoadDifference => ({
          what: 'key',
          table,
          expected: statement,
          found: problem,
        }),
      );
      const alarms = await readAlarms({ ...snapshot, tables }, source);
      const jobs = await compareJobs(snapshot, tables, { source, loads, alarms });
      const compared = loads ? commonRanges(ranges, await readTouched(snapshot, tables, loads)) : ranges;
      const sums = await compareStoredSums(snapshot, tables, compared);
      const rows = new RowDifferences();
      for (const difference of sums.differences) rows.days.add(difference);
      if (columns) await compareWithReceived(snapshot, tables, ranges, rows, signal);
      return {
        ranges: sums.ranges,
        differences: [...keys, ...jobs, ...sums.differences, ...rows.listed],
        days: rows.days.all,
        alarms,
        ...(await readMissing(snapshot, tables, source)),
        recounts: await readRecounts(snapshot, tables, source),
      };
    });
  }, timeout);
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

async function readRanges(
  { query }: Queries,
  { loads }: Tables,
  source: string | undefined,
): Promise<readonly SourceRange[]> {
  const rows = await query<{ source: string; start_date: Date; end_date: Date }>(
    `SELECT source, start_date, end_date FROM ${loads} WHERE source = coalesce($1, source) ORDER BY source`,
    [source ?? null],
  );
  return [...Map.groupBy(rows, (row) => row.source)].flatMap(([name, loaded]) => {
    const ranges = loaded.map((row) => ({
      startDate: row.start_date.toISOString(),
      endDate: row.end_date.toISOString(),
    }));
    return mergeRanges(ranges).map((range) => ({ source: name, ...range }));
  });
}

/** Returns the UTC days that the jobs of loads have read. */
async function readTouched(
  { query }: Queries,
  { commits }: Tables,
  loads: readonly number[],
): Promise<readonly TimeRange[]> {
  const windows = await query<{ window_start: Date; window_end: Date }>(
    `SELECT window_start, window_end FROM ${commits} WHERE load_id = ANY ($1)`,
    [loads],
  );
  const days = windows.map(({ window_start, window_end }) =>
    wholeDays({ startDate: window_start.toISOString(), endDate: window_end.toISOString() }),
  );
  return mergeRanges(days);
}

/** Returns the rows that are marked as missing. */
async function readMissing(
  { query }: Queries,
  { transactions }: Tables,
  source: string | undefined,
): Promise<Pick<LoadVerification, 'rowsMarked' | 'marked'>> {
  const rows = await query<{ marked: MissingRow; total: string }>(
    `SELECT json_build_object('source', source, 'timestamp', ${inUtc('timestamp', 'US')}, 'type', type,
       'transactionId', transaction_id, 'currencyCode', currency_code, 'amount', amount_minor,
       'publisherNetAmountUsd', publisher_net_amount_usd_minor, 'missingSince', ${inUtc('missing_since', 'MS')}) AS marked,
       count(*) OVER () AS total
     FROM ${transactions} WHERE missing_since IS NOT NULL AND source = coalesce($1, source)
     ORDER BY missing_since DESC, timestamp, type, transaction_id LIMIT ${maxListed}`,
    [source ?? null],
  );
  return { rowsMarked: Number(rows[0]?.total ?? 0), marked: rows.map(({ marked }) => marked) };
}
