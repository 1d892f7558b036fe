import type { FailedJob } from '../queue/job.ts';

/** The state of a load. Dates are ISO 8601 in UTC. */
export interface LoadProgress {
  readonly load: number;
  /** Whether `planLoad` or `syncLoad` created it. */
  readonly kind: 'plan' | 'sync';
  readonly startDate: string;
  readonly endDate: string;
  readonly jobs: number;
  readonly jobsDone: number;
  /** Jobs that a worker holds. */
  readonly jobsActive: number;
  /** Jobs that wait for a worker, or for their next attempt. */
  readonly jobsWaiting: number;
  /** Jobs that failed five times; the next worker that starts tries them again. */
  readonly failedJobs: readonly FailedJob[];
  /** Finished jobs whose window changed each time that it was read: rows may be missing. */
  readonly jobsChanged: number;
  /** Rows that the service counted when the load was planned. */
  readonly rowsPlanned: number;
  /** Rows of the finished jobs, as received. */
  readonly rowsDone: number;
  /** Rows of its jobs in quarantine. */
  readonly rowsQuarantined: number;
  /** Rows per second in the last minute of work, or longer if jobs take longer; `null` if none was done recently. */
  readonly rowsPerSecond: number | null;
  /** Seconds until it is done at this rate; `null` if unknown. */
  readonly secondsLeft: number | null;
  readonly plannedAt: string;
  readonly finishedAt: string | null;
}

/** A worker of the last seven days. Dates are ISO 8601 in UTC. */
export interface WorkerStatus {
  readonly host: string;
  readonly pid: number;
  /** `lost`: not seen for over 30 seconds, and it did not say that it stopped. */
  readonly state: 'working' | 'stopped' | 'lost';
  readonly packageVersion: string;
  readonly concurrency: number;
  readonly jobsDone: number;
  readonly startedAt: string;
  readonly seenAt: string;
}

/** The state of the loads. */
export interface LoadStatus {
  readonly loads: readonly LoadProgress[];
  readonly workers: readonly WorkerStatus[];
  /** Rows in the table of transactions, as its jobs recorded them; `verifyLoad` counts them. */
  readonly rows: number;
  /** Rows in quarantine, of all loads. */
  readonly rowsQuarantined: number;
}
