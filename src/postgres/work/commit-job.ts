import type { Database } from '../database/open-database.ts';
import type { Job } from '../queue/job.ts';
import { type JobQueue, lease } from '../queue/open-queue.ts';
import { markMissing } from './mark-missing.ts';
import { quarantine } from './quarantine.ts';
import type { SecondRead } from './read-again.ts';
import type { ReceivedWindow } from './read-window.ts';
import { stageRows, writeRows } from './write-rows.ts';

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
    // Before any lock: the server does not limit how long it waits for the rows of COPY.
    await stageRows(database, transaction, job.load, window.rows);
    beforeLock();
    // It locks the job: what a worker that lost it would write is not written at all.
    if (!(await queue.complete(job, transaction))) throw new LostJobError(job);
    const written = await writeRows(database, transaction, window.rows);
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
