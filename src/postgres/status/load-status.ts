import { ConfigurationError } from '../../errors/index.ts';
import type { LedgerDatabaseOptions } from '../database/database-option.ts';
import { checkVersion } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { checkOptions, loadInput, optionsOf } from '../options.ts';
import { openQueue } from '../queue/open-queue.ts';
import type { LoadStatus } from './load-progress.ts';
import { readLoads, readTotals, readWorkers, toProgress } from './read-status.ts';

/** Options of {@link loadStatus}. */
export interface LoadStatusOptions extends LedgerDatabaseOptions {
  /** Id of a load. @defaultValue the open loads, or the latest one if none is open */
  readonly load?: number | undefined;
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
