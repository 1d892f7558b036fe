/** The data of a job: a window of a load. */
export interface JobData {
  readonly load: number;
  /** Number of the job within its load, from 1. */
  readonly job: number;
  readonly startDate: string;
  readonly endDate: string;
  /** Rows per page. */
  readonly limit: number;
}

/** A job that this worker holds. */
export interface Job extends JobData {
  readonly id: string;
  /** Names the attempt for pg-boss: only the worker that holds it can settle the job. */
  readonly retryCount: number;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** A job that failed as often as allowed. */
export interface FailedJob extends JobData {
  /** What failed last. */
  readonly message: string;
}

/** After so many attempts a job has failed. */
export const maxAttempts = 5;
