import type { Job } from '../queue/job.ts';
import { type JobQueue, lease } from '../queue/open-queue.ts';

/** A job that is being worked on. */
export interface HeldJob extends Disposable {
  /** Aborts when the job was given to another worker, or with the worker's own signal. */
  readonly signal: AbortSignal;
}

/** Tells the queue three times per lease that this worker lives, until it is disposed. */
export function holdJob(queue: JobQueue, job: Job, signal: AbortSignal): HeldJob {
  const lost = new AbortController();
  const timer = setInterval(
    () => {
      // A failed attempt says nothing about the job: the next one, or its commit, finds out.
      queue.touch(job).then(
        (held) => {
          if (!held) lost.abort(new Error('the job was given to another worker'));
        },
        () => undefined,
      );
    },
    (lease * 1000) / 3,
  );
  return { signal: AbortSignal.any([signal, lost.signal]), [Symbol.dispose]: () => clearInterval(timer) };
}
