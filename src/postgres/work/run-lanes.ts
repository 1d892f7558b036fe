import { setTimeout as delay } from 'node:timers/promises';

import type { Job } from '../queue/job.ts';
import type { OpenLoad } from './open-loads.ts';
import { reconnecting } from './reconnecting.ts';
import { runJob, type WorkTools } from './run-job.ts';
import type { WorkSettings } from './work-settings.ts';

/** Options of {@link runLanes}. */
export type LaneOptions = Omit<WorkTools, 'signal'> &
  Pick<WorkSettings, 'concurrency' | 'signal' | 'onReconnect'> & { readonly loads: readonly OpenLoad[] };

/** How long to wait for jobs that others hold, in milliseconds. */
const pollInterval = 500;

/** Works on jobs, several at a time, until none of the loads has one that is waiting or active. */
export async function runLanes(options: LaneOptions, onDone: (rows: number) => void): Promise<void> {
  // One lane that fails ends the others: they give their jobs back.
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const lanes = Array.from({ length: options.concurrency }, async () => {
    try {
      await runLane({ ...options, signal }, onDone);
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  });
  const results = await Promise.allSettled(lanes);
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected && failed.signal.aborted) throw failed.signal.reason;
}

async function runLane(
  options: LaneOptions & { readonly signal: AbortSignal },
  onDone: (rows: number) => void,
): Promise<void> {
  const { signal } = options;
  let over = false;
  while (!over && !signal.aborted) over = await reconnecting(options, () => doNext(options, onDone));
}

/** Works on a job, or waits for one; returns whether there will be none. */
async function doNext(
  options: LaneOptions & { readonly signal: AbortSignal },
  onDone: (rows: number) => void,
): Promise<boolean> {
  const { signal } = options;
  const job = await takeJob(options);
  if (!job) {
    if (await isOver(options)) return true;
    await wait(pollInterval, signal);
    return false;
  }
  const { done, rows, pause } = await runJob(options, job);
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
