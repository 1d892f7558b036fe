import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { packageVersion } from '../../client/runtime/runtime.ts';
import { startHeartbeat } from '../database/lease.ts';
import type { Database } from '../database/open-database.ts';
import type { Hide } from '../../ledger/hide-columns.ts';
import type { AffectedRows, LoadChoice } from '../loads.ts';
import type { LoadClient } from '../options.ts';
import type { FailedJob } from '../queue.ts';

/** The options of a worker with their defaults. */
export interface WorkSettings extends LoadChoice {
  readonly client: LoadClient;
  /** What is stored of a row. */
  readonly hide: Hide;
  readonly concurrency: number;
  readonly removeAfter: number;
  readonly endWhenRateLimited?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: WorkProgress) => void) | undefined;
}

/** What a worker has done so far. */
export interface WorkProgress {
  readonly jobs: number;
  readonly rows: number;
}

/** What a worker has done. */
export interface WorkResult extends WorkProgress, AffectedRows {
  /** The loads it worked on; empty if none was open. */
  readonly loads: readonly number[];
  /** Whether all of their jobs are done, by this worker or others. */
  readonly finished: boolean;
  /** Jobs that failed five times, of these loads. */
  readonly failedJobs: readonly FailedJob[];
  /** Other sources that have the same rows, if these loads are the first of theirs. */
  readonly storedAs: readonly string[];
}

/** This worker in the table of workers. */
interface WorkerRecord extends AsyncDisposable {
  /** Host and process, for people. */
  readonly name: string;
  /** Counts a finished job. */
  readonly jobDone: () => void;
}

/** How often a worker says that it lives, in milliseconds. */
const interval = 5000;

/** Adds this worker to the table, and removes those that were not seen for a week. */
export async function recordWorker({ query, tables }: Database, concurrency: number): Promise<WorkerRecord> {
  const id = randomUUID();
  let jobs = 0;
  await query(`DELETE FROM ${tables.workers} WHERE seen_at < now() - interval '7 days'`);
  await query(
    `INSERT INTO ${tables.workers} (id, host, pid, package_version, concurrency) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO NOTHING`,
    [id, hostname(), process.pid, packageVersion, concurrency],
  );
  const update = (stopped: boolean): Promise<unknown> =>
    query(
      `UPDATE ${tables.workers} SET seen_at = clock_timestamp(), jobs_done = $2,
         stopped_at = coalesce(stopped_at, CASE WHEN $3 THEN clock_timestamp() END) WHERE id = $1`,
      [id, jobs, stopped],
    );
  const heartbeat = startHeartbeat(() => update(false), interval);
  return {
    name: `${hostname()}:${process.pid}`,
    jobDone: () => void (jobs += 1),
    async [Symbol.asyncDispose]() {
      heartbeat[Symbol.dispose]();
      await update(true).catch(() => undefined);
    },
  };
}
