import type { SumsByType } from '../../ledger/money-sums.ts';
import type { ReceiptSum } from '../../ledger/receipt.ts';
import type { Database, Transaction } from '../database/open-database.ts';
import { keyColumns, sumsInSql } from '../database/tables.ts';
import { type Job, type JobQueue, lease } from '../queue.ts';
import { quarantine } from './quarantine.ts';
import type { ReceivedWindow, SecondRead } from './read-window.ts';
import type { StoredRow } from './row-set.ts';
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
  /** Set if the window was read again; if it confirms the first read, other stored rows are missing. */
  readonly again?: SecondRead | undefined;
  /** Name of the worker. */
  readonly worker: string;
  /** Time of the database. */
  readonly startedAt: string;
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
  const { job, window, again, startedAt } = finished;
  await database.transaction(async (transaction) => {
    // A worker that stops here holds locks that others wait for, those who look for lost jobs too.
    await transaction.query(`SET LOCAL idle_in_transaction_session_timeout = ${lease * 1000}`);
    const written = await writeRows(database, transaction, window.rows, job.load);
    beforeLock();
    // It locks the job, by every worker after its rows. What a worker that lost it has written is rolled back.
    if (!(await queue.complete(job, transaction))) throw new LostJobError(job);
    const missing = again?.confirmed
      ? await markMissing(database, transaction, job, startedAt, again.others, written.changes)
      : 0;
    await transaction.query(
      `INSERT INTO ${database.tables.commits} (load_id, job, window_start, window_end, worker, attempt, started_at,
         pages, rows_received, rows_counted, rows_outside, rows_repeated, rows_inserted, rows_replaced,
         rows_returned, rows_unchanged, rows_older, rows_missing, rows_quarantined, changes, changed_while_read)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
      [
        job.load,
        job.job,
        job.startDate,
        job.endDate,
        finished.worker,
        job.attempt,
        startedAt,
        window.pages,
        window.received,
        window.counted,
        window.outside,
        window.repeated,
        written.inserted,
        written.replaced,
        written.returned,
        written.unchanged,
        written.older,
        missing,
        window.rejected.length,
        JSON.stringify(written.changes),
        window.changed,
      ],
    );
    await quarantine(database, transaction, finished);
  });
}

const key = keyColumns.join(', ');

/**
 * Marks the rows of a job's window that two reads did not receive, subtracts their amounts from `changes`, and returns their
 * number. The rows that were received must be written before: they are fetched later than `startedAt`, as are rows that
 * another worker received meanwhile.
 *
 * A row that another transaction is writing is left as it is: it was received, or is being marked.
 */
async function markMissing(
  { tables }: Pick<Database, 'tables'>,
  { query }: Pick<Transaction, 'query'>,
  { startDate, endDate }: Pick<Job, 'startDate' | 'endDate'>,
  startedAt: string,
  seenAgain: readonly StoredRow[],
  changes: SumsByType,
): Promise<number> {
  const keys = seenAgain.map((row) => row.key.split('\0'));
  const marked = await query<ReceiptSum>(
    `WITH missing AS (
       SELECT ${key} FROM ${tables.stored} stored
       WHERE timestamp >= $1 AND timestamp < $2 AND missing_since IS NULL AND fetched_at < $3
         AND (${key}) NOT IN (SELECT * FROM unnest($4::timestamptz[], $5::text[], $6::text[]))
       FOR UPDATE SKIP LOCKED
     ), marked AS (
       UPDATE ${tables.stored} stored SET missing_since = $3 FROM missing
       WHERE ${keyColumns.map((name) => `stored.${name} = missing.${name}`).join(' AND ')}
       RETURNING stored.*
     )
     SELECT ${sumsInSql}
     FROM marked GROUP BY currency_code, type`,
    [startDate, endDate, startedAt, ...[0, 1, 2].map((part) => keys.map((parts) => parts[part]))],
  );
  changes.merge(marked, -1);
  return marked.reduce((total, { rows }) => total + rows, 0);
}
