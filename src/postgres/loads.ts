import { ConfigurationError } from '../client/errors/index.ts';
import type { Database } from './database/open-database.ts';

/** A load with jobs to do. */
export interface OpenLoad {
  readonly id: number;
  readonly jobs: number;
}

interface Row extends OpenLoad, LoadService {
  readonly finished: boolean;
}

/** Returns the open loads, or the one that is named if it is open. @throws {@link ConfigurationError} */
export async function findOpenLoads(
  { query, tables }: Database,
  { load, baseUrl }: { readonly load?: number | undefined; readonly baseUrl?: string | undefined },
): Promise<readonly OpenLoad[]> {
  const rows = await query<Row>(
    `SELECT id, jobs, base_url, finished_at IS NOT NULL AS finished FROM ${tables.loads}
     WHERE CASE WHEN $1::int IS NULL THEN finished_at IS NULL ELSE id = $1 END ORDER BY id`,
    [load ?? null],
  );
  if (load !== undefined && rows.length === 0)
    throw new ConfigurationError('load', `there is no load ${load}`);
  checkService(rows, baseUrl);
  return rows.filter(({ finished }) => !finished).map(({ id, jobs }) => ({ id, jobs }));
}

/** Marks a load as finished once all of its jobs have committed; returns whether they have. */
export async function finishLoad({ query, tables }: Database, { id, jobs }: OpenLoad): Promise<boolean> {
  const [row] = await query<{ commits: number }>(
    `SELECT count(*)::int AS commits FROM ${tables.commits} WHERE load_id = $1`,
    [id],
  );
  if (row?.commits !== jobs) return false;
  await query(
    `UPDATE ${tables.loads} SET finished_at = clock_timestamp() WHERE id = $1 AND finished_at IS NULL`,
    [id],
  );
  return true;
}

/** Returns how many rows the jobs of loads have marked as missing. */
export async function countMissing({ query, tables }: Database, loads: readonly OpenLoad[]): Promise<number> {
  const [row] = await query<{ rows: string }>(
    `SELECT coalesce(sum(rows_missing), 0) AS rows FROM ${tables.commits} WHERE load_id = ANY ($1)`,
    [loads.map(({ id }) => id)],
  );
  return Number(row?.rows);
}

/** A load and the base URL that it was planned with, if any. */
interface LoadService {
  readonly id: number;
  readonly base_url: string | null;
}

/**
 * Checks that loads are of the service that a client has: the rows of two services must not be mixed.
 *
 * @throws {@link ConfigurationError} naming both
 */
function checkService(loads: readonly LoadService[], baseUrl: string | undefined): void {
  if (baseUrl === undefined) return;
  for (const { id, base_url: planned } of loads) {
    if (planned === null || normalized(planned) === normalized(baseUrl)) continue;
    throw new ConfigurationError('baseUrl', `load ${id} is of ${planned}, not of ${baseUrl}`);
  }
}

/** Checks {@link checkService} for every load of a schema, open or finished. @throws {@link ConfigurationError} */
export async function checkServiceOfLoads(
  { query, tables }: Database,
  baseUrl: string | undefined,
): Promise<void> {
  const loads = await query<LoadService & Record<string, unknown>>(
    `SELECT id, base_url FROM ${tables.loads} ORDER BY id`,
  );
  checkService(loads, baseUrl);
}

function normalized(url: string): string {
  return new URL(url).href.replace(/\/$/, '');
}
