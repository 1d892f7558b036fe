import { setTimeout as delay } from 'node:timers/promises';

import {
  ConfigurationError,
  ForbiddenError,
  RateLimitError,
  UnauthorizedError,
} from '../../client/errors/index.ts';
import { DatabaseError } from '../database/database-error.ts';
import { type Held, keepHolding } from '../database/lease.ts';
import { type Database, nextRead } from '../database/open-database.ts';
import type { Hide } from '../../ledger/hide-columns.ts';
import type { OpenLoad } from '../loads.ts';
import type { LoadClient } from '../options.ts';
import { type Job, type JobQueue, lease, maxAttempts } from '../queue.ts';
import { commitJob, LostJobError } from './commit-job.ts';
import { recognizeWindow } from './recognize.ts';
import { readWindow, type ReceivedWindow } from './read-window.ts';
import { storable } from './stored-row.ts';
import type { WorkSettings } from './worker.ts';

/** Options of {@link runLanes}. */
type LaneOptions = Omit<WorkTools, 'signal'> &
  Pick<WorkSettings, 'concurrency' | 'signal'> & { readonly loads: readonly OpenLoad[] };

/** How long to wait for jobs that other workers hold, in milliseconds. */
const pollInterval = 500;

/** The lanes of a worker. */
interface Lanes extends LaneOptions {
  readonly signal: AbortSignal;
  /** Ends the waits of the lanes without a job: that of another lane may have been the last. */
  readonly wake: () => void;
  /** Aborts with the next call of `wake`. */
  readonly woken: () => AbortSignal;
}

/** Works on jobs, several at a time, until none of the loads has one that is waiting or active. */
export async function runLanes(options: LaneOptions, onDone: (rows: number) => void): Promise<void> {
  // One lane that fails ends the others: they give their jobs back.
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  let waits = new AbortController();
  const wake = (): void => {
    waits.abort();
    waits = new AbortController();
  };
  const shared: Lanes = { ...options, signal, wake, woken: () => waits.signal };
  const lanes = Array.from({ length: options.concurrency }, async () => {
    try {
      await runLane(shared, onDone);
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  });
  const results = await Promise.allSettled(lanes);
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected && failed.signal.aborted) throw failed.signal.reason;
}

async function runLane(lanes: Lanes, onDone: (rows: number) => void): Promise<void> {
  let over = false;
  while (!over && !lanes.signal.aborted) over = await doNext(lanes, onDone);
}

/** Works on a job, or waits for one; returns whether there will be none. */
async function doNext(lanes: Lanes, onDone: (rows: number) => void): Promise<boolean> {
  const { signal, wake } = lanes;
  // Of now: a job that ends before the wait begins ends it too.
  const woken = lanes.woken();
  const job = await takeJob(lanes);
  if (!job) {
    if (await isOver(lanes)) return true;
    await wait(pollInterval, AbortSignal.any([signal, woken]));
    return false;
  }
  const { done, rows, pause } = await runJob(lanes, job);
  wake();
  if (done) onDone(rows);
  if (pause > 0) await wait(pause * 1000, signal);
  return false;
}

async function takeJob({ queue, loads }: LaneOptions): Promise<Job | undefined> {
  for (const { id } of loads) {
    const job = await queue.take(id);
    if (job) return job;
  }
  return undefined;
}

/** Whether no job is left, here or with another worker, whose jobs may come back. */
async function isOver({ queue, loads }: LaneOptions): Promise<boolean> {
  for (const { id } of loads) {
    const { waiting, active } = await queue.count(id);
    if (waiting + active > 0) return false;
  }
  return true;
}

async function wait(time: number, signal: AbortSignal): Promise<void> {
  await delay(time, undefined, { signal }).catch(() => undefined);
}

/** What a worker works with. */
interface WorkTools {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly client: LoadClient;
  readonly source: string;
  readonly hide: Hide;
  readonly removeAfter: number;
  readonly endWhenRateLimited?: boolean | undefined;
  /** Name of the worker. */
  readonly worker: string;
  readonly signal: AbortSignal;
}

/** Outcome of an attempt: whether it is done, how long to wait before the next job, in seconds, and the rows that were received. */
interface Attempt {
  readonly done: boolean;
  readonly rows: number;
  readonly pause: number;
}

/**
 * Works on a job. An attempt that failed is left to the queue; what every job would fail with is thrown, after the job
 * was given back.
 */
async function runJob(tools: WorkTools, job: Job): Promise<Attempt> {
  const { queue, database, source, removeAfter, worker, signal } = tools;
  using held = holdJob(queue, job, signal);
  try {
    const window = await readUnchanged(tools, job, held.signal);
    checkCount(job, window);
    const recognized = await recognizeWindow({ ...tools, signal: held.signal }, job, window);
    const finished = { job, window, source, recognized, removeAfter, worker };
    await commitJob(database, queue, finished, () => held[Symbol.dispose]());
    return { done: true, rows: window.rows.length, pause: 0 };
  } catch (error) {
    return await settleFailure(tools, job, held.signal, error);
  }
}

/** Requests a window that changes while it is read again, at most twice; then it is incomplete. */
async function readUnchanged(
  { database, client, hide }: WorkTools,
  job: Job,
  signal: AbortSignal,
): Promise<ReceivedWindow> {
  for (let left = 2; ; left -= 1) {
    const window = await readWindow(client, job, () => nextRead(database), signal, hide);
    if (!window.changed || left === 0) return window;
  }
}

async function settleFailure(
  { queue, signal, endWhenRateLimited = false }: WorkTools,
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
  if (error instanceof RateLimitError && !endWhenRateLimited) {
    // The service asked for it: not a failure of the job.
    const pause = Math.ceil((error.retryAfter ?? 1000) / 1000);
    await queue.giveBack(job, pause);
    return { ...attempt, pause };
  }
  if (isFatal(error) || error instanceof RateLimitError) {
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
  // The window changed each time that it was read: the job is stored as changed, and no count can agree.
  if (changed) return;
  // A row that was received twice may have taken the place of another one.
  const different = received + outside - repeated;
  if (different === counted || attempt === maxAttempts) return;
  throw new Error(`received ${different} rows, the service counts ${counted ?? 'an unknown number'}`);
}

/**
 * Tells the queue three times per lease that this worker lives. To be disposed before a transaction completes the job: it
 * locks the job, and each call would wait for it. The signal aborts with the worker's own, too.
 */
export function holdJob(queue: JobQueue, job: Job, signal: AbortSignal): Held {
  const held = keepHolding(
    () => queue.touch(job),
    (lease * 1000) / 3,
    () => new Error('the job was given to another worker'),
  );
  return { ...held, signal: AbortSignal.any([signal, held.signal]) };
}
