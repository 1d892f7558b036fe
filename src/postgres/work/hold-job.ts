import { type Held, keepHolding } from '../database/keep-holding.ts';
import type { Job } from '../queue/job.ts';
import { type JobQueue, lease } from '../queue/open-queue.ts';

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
