import type { Database, DatabaseTransaction } from '../database/open-database.ts';
import { groupedByDay, keyColumns, sumsInSql } from '../database/tables.ts';
import { type Job, type JobQueue, lease } from '../queue.ts';
import type { DaySum, SumsByDay } from '../sums/day-sums.ts';
import { quarantine } from './quarantine.ts';
import { isWhole, type ReceivedWindow } from './read-window.ts';
import { withoutErased } from '../erase/erasures.ts';
import { writeRows } from './write-rows.ts';

/** A job was given to another worker: this one did not touch it for too long. Nothing was written. */
export class LostJobError extends Error {
  constructor(job: Job) {
    super(`job ${job.job} of load ${job.load} was given to another worker`);
  }
}

/** What a job did, to be stored with its rows. */
export interface FinishedJob {
  readonly job: Job;
  readonly window: ReceivedWindow;
  /** Whose rows they are. */
  readonly source: string;
  /** Whether the service has a stored row of it: only then can others be missing. */
  readonly recognized: boolean;
  /** How long after the first read without a row a second one removes it, in milliseconds. */
  readonly removeAfter: number;
  /** Name of the worker. */
  readonly worker: string;
}

/**
 * Stores the rows of a job, completes the job and records what it did, in one transaction: a job is done exactly once,
 * whoever else works on it.
 *
 * @param beforeLock Called before the transaction locks the job
 * @throws {@link LostJobError} when another worker has the job
 */
export async function commitJob(
  database: Database,
  queue: JobQueue,
  finished: FinishedJob,
  beforeLock: () => void,
): Promise<void> {
  const { job, source } = finished;
  const { load } = job;
  const { tables } = database;
  const whole = isWhole(finished.window);
  await database.transaction(async (transaction) => {
    // A worker that stops here holds locks that others wait for, those who look for lost jobs too.
    await transaction.query(`SET LOCAL idle_in_transaction_session_timeout = ${lease * 1000}`);
    const window = await withoutErased(database, transaction, source, job.startDate, finished.window);
    const written = await writeRows(database, transaction, { rows: window.rows, source, load, whole });
    beforeLock();
    // It locks the job, by every worker after its rows. What a worker that lost it has written is rolled back.
    if (!(await queue.complete(job, transaction))) throw new LostJobError(job);
    const missing =
      whole && finished.recognized
        ? await markMissing(database, transaction, finished, written.changes)
        : { marked: 0, removed: 0, unfound: 0 };
    const unconfirmed =
      whole && !finished.recognized ? await countUnfound(database, transaction, finished) : 0;
    const found = window.rows.length - written.inserted;
    const columns = {
      load_id: load,
      job: job.job,
      window_start: job.startDate,
      window_end: job.endDate,
      worker: finished.worker,
      attempt: job.attempt,
      first_read: window.read.number,
      started_at: window.read.time,
      pages: window.pages,
      rows_received: window.received,
      rows_counted: window.counted,
      rows_outside: window.outside,
      rows_repeated: window.repeated,
      rows_inserted: written.inserted,
      rows_replaced: written.replaced,
      rows_found: written.found,
      rows_returned: written.returned,
      rows_unchanged: written.unchanged,
      rows_older: written.older,
      rows_marked: missing.marked,
      rows_removed: missing.removed,
      rows_unconfirmed: unconfirmed,
      rows_known: found + missing.unfound + unconfirmed,
      rows_quarantined: window.rejected.length,
      changes: JSON.stringify(written.changes),
      changed_while_read: window.changed,
    };
    const values = Object.values(columns);
    await transaction.query(
      `INSERT INTO ${tables.commits} (${Object.keys(columns).join(', ')})
       VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
      values,
    );
    await quarantine(database, transaction, { job, source, window });
    // The service has what these loads did not find: they say nothing of rows that were new to them either.
    if (written.firstDoubtful !== null)
      await transaction.query(
        `UPDATE ${tables.loads} SET doubtful = true WHERE source = $1 AND id >= $2 AND id < $3 AND NOT doubtful`,
        [source, written.firstDoubtful, load],
      );
  });
}

/** What a whole read did not find. */
interface UnfoundRows {
  /** Rows that the read before had found. */
  readonly marked: number;
  /** Rows that a read of an earlier load did not find either, long enough ago. */
  readonly removed: number;
  /** All of them, those that stay marked included. */
  readonly unfound: number;
}

/**
 * Marks the stored rows of a job's window that a whole read did not find, and removes those that have been marked for
 * long enough, by another load: their amounts are subtracted from `changes`. The rows that were found must be written before.
 *
 * A row that another transaction is writing is left as it is: it was received, or is being marked.
 */
async function markMissing(
  { tables }: Pick<Database, 'tables'>,
  { query }: Pick<DatabaseTransaction, 'query'>,
  { job, window, source, removeAfter }: FinishedJob,
  changes: SumsByDay,
): Promise<UnfoundRows> {
  const rows = await query<DaySum & { readonly state: 'marked' | 'removed' | 'unfound' }>(
    `WITH unfound AS (
       SELECT ${key}, missing_since IS NULL AS is_new,
         missing_load <> $5 AND missing_since <= $6::timestamptz - make_interval(secs => $7) AS is_due
       FROM ${tables.stored}
       WHERE timestamp >= $1 AND timestamp < $2 AND source = $3 AND removed_at IS NULL AND read_number < $4
       FOR UPDATE SKIP LOCKED
     ), updated AS (
       UPDATE ${tables.stored} stored SET read_number = $4, missing_since = coalesce(missing_since, $6),
         missing_load = coalesce(missing_load, $5), removed_at = CASE WHEN is_due THEN $6::timestamptz END
       FROM unfound WHERE ${keyColumns.map((name) => `stored.${name} = unfound.${name}`).join(' AND ')}
       RETURNING stored.*, is_new, is_due
     )
     SELECT CASE WHEN is_new THEN 'marked' WHEN is_due THEN 'removed' ELSE 'unfound' END AS state, ${sumsInSql}
     FROM updated ${groupedByDay}, state`,
    [job.startDate, job.endDate, source, window.read.number, job.load, window.time, removeAfter / 1000],
  );
  changes.merge(
    rows.filter(({ state }) => state === 'removed'),
    -1,
  );
  const count = (counted: typeof rows): number => counted.reduce((total, row) => total + row.rows, 0);
  return {
    marked: count(rows.filter(({ state }) => state === 'marked')),
    removed: count(rows.filter(({ state }) => state === 'removed')),
    unfound: count(rows),
  };
}

/** Counts the stored rows of a window that a read did not find, which may be of another ledger. */
async function countUnfound(
  { tables }: Pick<Database, 'tables'>,
  { query }: Pick<DatabaseTransaction, 'query'>,
  { job, window, source }: FinishedJob,
): Promise<number> {
  const [row] = await query<{ rows: number }>(
    `SELECT to_json(count(*)) AS rows FROM ${tables.stored}
     WHERE timestamp >= $1 AND timestamp < $2 AND source = $3 AND removed_at IS NULL AND read_number < $4`,
    [job.startDate, job.endDate, source, window.read.number],
  );
  return row?.rows ?? 0;
}

const key = keyColumns.join(', ');
