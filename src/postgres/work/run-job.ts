import { ConfigurationError, ForbiddenError, RateLimitError, UnauthorizedError } from '../../errors/index.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { Database } from '../database/open-database.ts';
import { readClock } from '../database/read-clock.ts';
import type { LoadClient } from '../options.ts';
import { type Job, maxAttempts } from '../queue/job.ts';
import type { JobQueue } from '../queue/open-queue.ts';
import { commitJob, type FinishedJob, LostJobError } from './commit-job.ts';
import { holdJob } from './hold-job.ts';
import { readAgain, type SecondRead } from './read-again.ts';
import { type ReceivedWindow, readWindow } from './read-window.ts';
import { keyOnly, storable } from './stored-row.ts';

/** What a worker works with. */
export interface WorkTools {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly client: LoadClient;
  /** Name of the worker. */
  readonly worker: string;
  readonly signal: AbortSignal;
}

/** Outcome of an attempt: whether it is done, how long to wait before the next job, in seconds, and the rows that were received. */
export interface Attempt {
  readonly done: boolean;
  readonly rows: number;
  readonly pause: number;
}

/**
 * Works on a job. An attempt that failed is left to the queue; what every job would fail with is thrown, after the job
 * was given back.
 */
export async function runJob(tools: WorkTools, job: Job): Promise<Attempt> {
  const { database, queue, client, worker, signal } = tools;
  using held = holdJob(queue, job, signal);
  try {
    const { window, startedAt } = await readUnchanged(database, client, job, held.signal);
    checkCount(job, window);
    const again = await readAgainUnlessLast(tools, job, window, startedAt, held.signal);
    await commitJob(database, queue, { job, window, again, worker, startedAt }, () => held[Symbol.dispose]());
    return { done: true, rows: window.rows.length, pause: 0 };
  } catch (error) {
    return await settleFailure(tools, job, held.signal, error);
  }
}

/** The last attempt keeps what was received, and marks nothing. */
async function readAgainUnlessLast(
  { database, client }: WorkTools,
  window: Job,
  first: ReceivedWindow,
  startedAt: string,
  signal: AbortSignal,
): Promise<SecondRead | undefined> {
  if (window.attempt === maxAttempts) return undefined;
  return await readAgain({ database, client, window, first, startedAt, signal, keep: keyOnly });
}

/** Requests a window that changes while it is read again, at most twice; then it is incomplete. */
async function readUnchanged(
  database: Database,
  client: LoadClient,
  job: Job,
  signal: AbortSignal,
): Promise<Pick<FinishedJob, 'window' | 'startedAt'>> {
  for (let left = 2; ; left -= 1) {
    const startedAt = await readClock(database);
    const window = await readWindow(client, job, () => readClock(database), signal);
    if (!window.changed || left === 0) return { window, startedAt };
  }
}

async function settleFailure(
  { queue, signal }: WorkTools,
  job: Job,
  held: AbortSignal,
  error: unknown,
): Promise<Attempt> {
  const attempt = { done: false, rows: 0, pause: 0 };
  if (error instanceof LostJobError || (held.aborted && !signal.aborted)) return attempt;
  if (signal.aborted) {
    await queue.giveBack(job);
    return attempt;
  }
  if (error instanceof RateLimitError) {
    // The service asked for it: not a failure of the job.
    const pause = Math.ceil((error.retryAfter ?? 1000) / 1000);
    await queue.giveBack(job, pause);
    return { ...attempt, pause };
  }
  if (isFatal(error)) {
    // The database may be what failed; then the job is free after its lease.
    await queue.giveBack(job).catch(() => undefined);
    throw error;
  }
  await queue.fail(job, storable(error instanceof Error ? error.message : String(error)));
  return attempt;
}

/** Whether every other job would fail too. */
function isFatal(error: unknown): boolean {
  if (error instanceof DatabaseError) return !/^(22|23|40|54)/.test(error.sqlState ?? '');
  return (
    error instanceof UnauthorizedError ||
    error instanceof ForbiddenError ||
    error instanceof ConfigurationError
  );
}

/** A window whose rows do not add up is read again; the last attempt keeps what there is, for `verifyLoad` to name. */
function checkCount(
  { attempt }: Job,
  { received, outside, repeated, counted, changed }: ReceivedWindow,
): void {
  // It was read often enough, and is incomplete for that reason.
  if (changed) return;
  // A row that was received twice may have taken the place of another one.
  const different = received + outside - repeated;
  if (different === counted || attempt === maxAttempts) return;
  throw new Error(`received ${different} rows, the service counts ${counted ?? 'an unknown number'}`);
}
