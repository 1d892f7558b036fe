import { failureOfWork, recordAttempt } from '../attempts.ts';
import type { LedgerDatabaseOptions } from '../database/database-options.ts';
import { checkKeys } from '../database/check-keys.ts';
import { checkSchemaVersion } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import {
  booleanInput,
  checkOptions,
  clientInput,
  concurrencyInput,
  functionInput,
  hashKeyInput,
  type LoadClient,
  loadInput,
  optionsOf,
  removeAfterInput,
  signalInput,
  sourceInput,
} from '../options.ts';
import { type FailedJob, type JobQueue, openQueue } from '../queue.ts';
import { countAffected, findOpenLoads, type OpenLoad } from '../loads.ts';
import { hideOf, resolveSource } from '../source.ts';
import { finishLoad } from './finish-load.ts';
import { recordWorker, type WorkProgress, type WorkResult, type WorkSettings } from './worker.ts';
import { findOtherNames, recognizeSource } from './recognize.ts';
import { runLanes } from './run-jobs.ts';

/** Options of {@link workLoad}. */
export interface WorkLoadOptions extends LedgerDatabaseOptions {
  /** Requests the pages. Its rate and concurrency limits are those of this worker alone. */
  readonly client: LoadClient;
  /** Name of the ledger, beside others in the same tables. @defaultValue the host of the client's base URL */
  readonly source?: string | undefined;
  /** Id of the load to work on. @defaultValue all open loads of the source */
  readonly load?: number | undefined;
  /** How many jobs to work on at the same time, 1 to 32. @defaultValue `2` */
  readonly concurrency?: number | undefined;
  /**
   * How long after the first read without a stored row another load, which does not find it either, removes it from the sums,
   * in milliseconds of the service's clock.
   * @defaultValue 20 hours
   */
  readonly removeAfter?: number | undefined;
  /** Whether a 429 that `client` no longer retries ends the work, rather than a pause as long as it asks for. @defaultValue `false` */
  readonly endWhenRateLimited?: boolean | undefined;
  /** The key of the columns that the first plan of the source hashes; required if there are any. */
  readonly hashKey?: string | undefined;
  /** Gives the jobs back and ends. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each finished job. */
  readonly onProgress?: ((progress: WorkProgress) => void) | undefined;
}

/** The options of whatever works on jobs, such as a sync. */
export const workShape = {
  client: clientInput,
  concurrency: concurrencyInput,
  source: sourceInput,
  removeAfter: removeAfterInput,
  endWhenRateLimited: booleanInput,
  hashKey: hashKeyInput,
  signal: signalInput,
  onProgress: functionInput<NonNullable<WorkLoadOptions['onProgress']>>(),
};

const schema = optionsOf({ ...workShape, load: loadInput.optional() }, '{ client, database }');

/**
 * Works on the jobs of open loads until they are done, together with any number of other workers (§4.1). Rows and the
 * completion of their job are one transaction, so that a worker may die at any time.
 *
 * @throws `ConfigurationError` when an option is invalid
 * @throws `UnauthorizedError` or `ForbiddenError` when the service rejects the token: no other job can succeed
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 * import { workLoad } from 'publisher-commerce/postgres';
 *
 * const { rows, finished, failedJobs } = await workLoad({
 *   client: new PublisherClient(),
 *   database: process.env.DATABASE_URL ?? '',
 * });
 * console.log(rows, finished, failedJobs);
 * ```
 */
export async function workLoad(options: WorkLoadOptions): Promise<WorkResult> {
  const {
    database: config,
    schema: name,
    source: given,
    hashKey,
    ...settings
  } = checkOptions(schema, options);
  // One connection for each job's transaction, and some for the queue.
  await using database = await openDatabase(config, name, settings.concurrency + 3, settings);
  await checkSchemaVersion(database);
  await checkKeys(database);
  await using queue = await openQueue(database, { supervise: true });
  const source = await resolveSource(database, { ...settings, source: given });
  const hide = hideOf(source, hashKey);
  const run = { source: source.name, kind: 'work' } as const;
  return await recordAttempt(database, run, async (ended) => {
    await recognizeSource({ database, ...settings, source: source.name });
    const worked = await work(database, queue, { ...settings, source: source.name, hide });
    await ended(failureOfWork(worked));
    return worked;
  });
}

/** Works on open loads. */
export async function work(database: Database, queue: JobQueue, settings: WorkSettings): Promise<WorkResult> {
  const tools = { database, ...settings };
  const loads = await findOpenLoads(database, settings);
  const progress = { jobs: 0, rows: 0 };
  if (loads.length === 0) {
    const nothing = { loads: [], finished: true, failedJobs: [], storedAs: [], ...progress };
    return { ...nothing, ...(await countAffected(database, [])) };
  }
  for (const { id } of loads) await queue.retryFailed(id);
  await using worker = await recordWorker(database, settings.concurrency);
  await runLanes({ ...tools, queue, worker: worker.name, loads }, (rows) => {
    worker.jobDone();
    progress.jobs += 1;
    progress.rows += rows;
    settings.onProgress?.({ ...progress });
  });
  return {
    loads: loads.map(({ id }) => id),
    ...progress,
    ...(await settle(database, queue, settings.source, loads)),
  };
}

async function settle(
  database: Database,
  queue: JobQueue,
  source: string,
  loads: readonly OpenLoad[],
): Promise<Omit<WorkResult, 'loads' | 'jobs' | 'rows'>> {
  let finished = true;
  const failedJobs: FailedJob[] = [];
  for (const load of loads) {
    if (await finishLoad(database, load)) continue;
    finished = false;
    failedJobs.push(...(await queue.failed(load.id)));
  }
  return {
    finished,
    failedJobs,
    ...(await countAffected(database, loads)),
    storedAs: await findOtherNames(database, source, loads),
  };
}
