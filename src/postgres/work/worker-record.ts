import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { packageVersion } from '../../runtime/runtime.ts';
import type { Database } from '../database/open-database.ts';
import { reconnecting } from './reconnecting.ts';
import type { WorkSettings } from './work-settings.ts';

/** This worker in the table of workers. */
export interface WorkerRecord extends AsyncDisposable {
  /** Host and process, for people. */
  readonly name: string;
  /** Counts a finished job. */
  readonly jobDone: () => void;
}

/** How often a worker says that it lives, in milliseconds. */
const interval = 5000;

/** Adds this worker to the table, and removes those that were not seen for a week. */
export async function recordWorker(
  tools: Pick<WorkSettings, 'concurrency' | 'signal' | 'onReconnect'> & { readonly database: Database },
): Promise<WorkerRecord> {
  const { query, tables } = tools.database;
  const id = randomUUID();
  let jobs = 0;
  await reconnecting(tools, async () => {
    await query(`DELETE FROM ${tables.workers} WHERE seen_at < now() - interval '7 days'`);
    await query(
      `INSERT INTO ${tables.workers} (id, host, pid, package_version, concurrency) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING`,
      [id, hostname(), process.pid, packageVersion, tools.concurrency],
    );
  });
  const update = (stopped: boolean): Promise<unknown> =>
    query(
      `UPDATE ${tables.workers} SET seen_at = clock_timestamp(), jobs_done = $2,
         stopped_at = coalesce(stopped_at, CASE WHEN $3 THEN clock_timestamp() END) WHERE id = $1`,
      [id, jobs, stopped],
    ).catch(() => undefined);
  const timer = setInterval(() => void update(false), interval);
  return {
    name: `${hostname()}:${process.pid}`,
    jobDone: () => void (jobs += 1),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await update(true);
    },
  };
}
