import { ConfigurationError } from '../../errors/index.ts';
import type { LedgerDatabaseOptions } from '../database/database-option.ts';
import { checkVersion } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { checkOptions, loadInput, optionsOf } from '../options.ts';
import type { FailedJob } from '../queue/job.ts';
import { openQueue } from '../queue/open-queue.ts';
import { readLoads, readTotals, readWorkers, toProgress } from './read-status.ts';

/** Options of {@link loadStatus}. */
export interface LoadStatusOptions extends LedgerDatabaseOptions {
  /** Id of a load. @defaultValue the open loads, or the latest one if none is open */
  readonly load?: number | undefined;
}

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
  /** Rows that the service counted when the load was planned. */
  readonly rowsPlanned: number;
  /** Rows of the finished jobs, as received. */
  readonly rowsDone: number;
  /** Rows of its jobs in quarantine. */
  readonly rowsQuarantined: number;
  /** Rows per second in the last minute of work; `null` without a job that was done then. */
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
  /** Rows in the table of transactions. */
  readonly rows: number;
  /** Rows in quarantine, of all loads. */
  readonly rowsQuarantined: number;
}

const schema = optionsOf({ load: loadInput.optional() }, '{ database }');

/**
 * Returns the state of the open loads, or of the latest one if none is open, and of the workers.
 *
 * @throws `ConfigurationError` when an option is invalid, or there is no such load
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { loadStatus } from 'publisher-commerce/postgres';
 *
 * const { loads } = await loadStatus({ database: process.env.DATABASE_URL ?? '' });
 * for (const { load, jobs, jobsDone, secondsLeft } of loads) {
 *   console.log(`load ${load}: ${jobsDone} of ${jobs} jobs, ${secondsLeft ?? 'unknown'} seconds left`);
 * }
 * ```
 */
export async function loadStatus(options: LoadStatusOptions): Promise<LoadStatus> {
  const { database: config, schema: name, load } = checkOptions(schema, options);
  await using database = await openDatabase(config, name, 2);
  await checkVersion(database);
  await using queue = await openQueue(database);
  const rows = await readLoads(database, load);
  if (load !== undefined && rows.length === 0)
    throw new ConfigurationError('load', `there is no load ${load}`);
  return {
    loads: await Promise.all(rows.map((row) => toProgress(queue, row))),
    workers: await readWorkers(database),
    ...(await readTotals(database)),
  };
}
