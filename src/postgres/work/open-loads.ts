import { ConfigurationError } from '../../errors/index.ts';
import type { Database } from '../database/open-database.ts';
import { checkService, type LoadService } from '../plan/check-service.ts';

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
