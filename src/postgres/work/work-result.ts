import type { FailedJob } from '../queue/job.ts';

/** What a worker has done so far. */
export interface WorkProgress {
  readonly jobs: number;
  readonly rows: number;
}

/** What a worker has done. */
export interface WorkResult extends WorkProgress {
  /** The loads it worked on; empty if none was open. */
  readonly loads: readonly number[];
  /** Stored rows that the jobs of these loads, by any worker, marked as missing: the service no longer has them. */
  readonly missingRows: number;
  /** Whether all of their jobs are done, by this worker or others. */
  readonly finished: boolean;
  /** Jobs that failed five times, of these loads. */
  readonly failedJobs: readonly FailedJob[];
}
