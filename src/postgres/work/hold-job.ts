import type { Job } from '../queue/job.ts';
import { type JobQueue, lease } from '../queue/open-queue.ts';

/** A job that is being worked on. */
export interface HeldJob extends Disposable {
  /** Aborts when the job was given to another worker, or with the worker's own signal. */
  readonly signal: AbortSignal;
  /** Tells the queue no more: a transaction that completes the job has locked it, and each call would wait for it. */
  readonly stop: () => void;
}

/** Tells the queue three times per lease that this worker lives, until it is disposed. */
export function holdJob(queue: JobQueue, job: Job, signal: AbortSignal): HeldJob {
  const lost = new AbortController();
  let waiting = false;
  const timer = setInterval(
    () => {
      if (waiting) return;
      waiting = true;
      // A failed attempt says nothing about the job: the next one, or its commit, finds out.
      void queue
        .touch(job)
        .then(
          (held) => {
            if (!held) lost.abort(new Error('the job was given to another worker'));
          },
          () => undefined,
        )
        .finally(() => (waiting = false));
    },
    (lease * 1000) / 3,
  );
  const stop = (): void => clearInterval(timer);
  return { signal: AbortSignal.any([signal, lost.signal]), stop, [Symbol.dispose]: stop };
}
