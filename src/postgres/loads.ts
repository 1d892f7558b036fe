import { invalidOption } from '../client/errors/index.ts';
import type { Database } from './database/open-database.ts';

/** A load with jobs to do. */
export interface OpenLoad {
  readonly id: number;
  readonly jobs: number;
}

/** Returns the open loads of a source, or the one that is named if it is open. @throws {@link ConfigurationError} */
export async function findOpenLoads(
  { query, tables }: Database,
  { load, source }: { readonly load?: number | undefined; readonly source: string },
): Promise<readonly OpenLoad[]> {
  const rows = await query<OpenLoad & { source: string; finished: boolean }>(
    `SELECT id, jobs, source, finished_at IS NOT NULL AS finished FROM ${tables.loads}
     WHERE CASE WHEN $1::int IS NULL THEN finished_at IS NULL AND source = $2 ELSE id = $1 END ORDER BY id`,
    [load ?? null, source],
  );
  const [first] = rows;
  if (load !== undefined && !first) throw invalidOption('load', `there is no load ${load}`);
  if (first && first.source !== source)
    throw invalidOption('load', `load ${first.id} is of ${first.source}, not of ${source}`);
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

/** Rows that the jobs of loads, by any worker, changed, did not find or could not store. */
export interface AffectedRows {
  /** Rows that the service has with other contents now; `replaced_transactions` keeps what they were. */
  readonly rowsChanged: number;
  /** Rows that are marked as missing since: sums include them until a read of another load confirms it. */
  readonly rowsMarked: number;
  /** Rows that were marked before, and left the sums. */
  readonly rowsRemoved: number;
  /** All rows that the table had in the windows of these jobs. */
  readonly rowsKnown: number;
  /** Rows in quarantine: the service has them, and sums do not include them. */
  readonly rowsQuarantined: number;
}

/** Returns which rows the jobs of loads changed, did not find or could not store. */
export async function countAffected(
  { query, tables }: Database,
  loads: readonly OpenLoad[],
): Promise<AffectedRows> {
  const [row] = await query<Record<keyof AffectedRows, string>>(
    `SELECT coalesce(sum(rows_replaced), 0) AS "rowsChanged", coalesce(sum(rows_marked), 0) AS "rowsMarked", coalesce(sum(rows_removed), 0) AS "rowsRemoved",
       coalesce(sum(rows_known), 0) AS "rowsKnown",
       (SELECT count(*) FROM ${tables.quarantine} WHERE load_id = ANY ($1) AND resolved_at IS NULL) AS "rowsQuarantined"
     FROM ${tables.commits} WHERE load_id = ANY ($1)`,
    [loads.map(({ id }) => id)],
  );
  return {
    rowsChanged: Number(row?.rowsChanged),
    rowsMarked: Number(row?.rowsMarked),
    rowsRemoved: Number(row?.rowsRemoved),
    rowsKnown: Number(row?.rowsKnown),
    rowsQuarantined: Number(row?.rowsQuarantined),
  };
}
