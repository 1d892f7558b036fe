import { invalidOption } from '../client/errors/index.ts';
import { isAcknowledged } from './database/alarms-view.ts';
import type { Database, Queries } from './database/open-database.ts';
import type { Tables } from './database/tables.ts';

/** What created a load: `planLoad`, `syncLoad` or `recountLoad`. */
export type LoadKind = 'plan' | 'sync' | 'recount';

/** A load with jobs to do. */
export interface OpenLoad {
  readonly id: number;
  readonly jobs: number;
}

/** Which loads to work on. */
export interface LoadChoice {
  readonly source: string;
  /** Id of one of them. @defaultValue all open ones */
  readonly load?: number | undefined;
  /** @defaultValue any */
  readonly kind?: LoadKind | undefined;
}

/**
 * Returns the open loads of a source, the newest first, or the one that is named if it is open: a night does not wait for
 * the years before it.
 *
 * @throws {@link ConfigurationError}
 */
export async function findOpenLoads(
  { query, tables }: Database,
  { load, source, kind }: LoadChoice,
): Promise<readonly OpenLoad[]> {
  const rows = await query<OpenLoad & { source: string; finished: boolean }>(
    `SELECT id, jobs, source, finished_at IS NOT NULL AS finished FROM ${tables.loads}
     WHERE CASE WHEN $1::int IS NULL THEN finished_at IS NULL AND source = $2 AND kind = coalesce($3, kind) ELSE id = $1 END
     ORDER BY id DESC`,
    [load ?? null, source, kind ?? null],
  );
  const [first] = rows;
  if (load !== undefined && !first) throw invalidOption('load', `there is no load ${load}`);
  if (first && first.source !== source)
    throw invalidOption('load', `load ${first.id} is of ${first.source}, not of ${source}`);
  return rows.filter(({ finished }) => !finished).map(({ id, jobs }) => ({ id, jobs }));
}

/** Rows that the jobs of loads, by any worker, changed, did not find or could not store. */
export interface AffectedRows {
  /** Rows that the service has with other contents now; `replaced_transactions` keeps what they were. */
  readonly rowsChanged: number;
  /** Rows that are marked as missing since: sums include them until a read of another load confirms it. */
  readonly rowsMarked: number;
  /** Rows that were marked before, and left the sums. */
  readonly rowsRemoved: number;
  /** Rows that were not found by reads that found none of this source: nothing was marked, since the token may be of another. */
  readonly rowsUnconfirmed: number;
  /** All rows that the table had in the windows of these jobs. */
  readonly rowsKnown: number;
  /** Rows in quarantine, unless they are acknowledged: the service has them, and sums do not include them. */
  readonly rowsQuarantined: number;
}

/** Returns which rows the jobs of loads changed, did not find or could not store. */
export async function countAffected(
  { query, tables }: Database,
  loads: readonly OpenLoad[],
): Promise<AffectedRows> {
  const [row] = await query<Record<keyof AffectedRows, string>>(
    `SELECT coalesce(sum(rows_replaced), 0) AS "rowsChanged", coalesce(sum(rows_marked), 0) AS "rowsMarked", coalesce(sum(rows_removed), 0) AS "rowsRemoved",
       coalesce(sum(rows_unconfirmed), 0) AS "rowsUnconfirmed", coalesce(sum(rows_known), 0) AS "rowsKnown",
       (SELECT count(*) FROM ${tables.quarantine} rejected
        WHERE load_id = ANY ($1) AND resolved_at IS NULL AND NOT ${isAcknowledged(tables)}) AS "rowsQuarantined"
     FROM ${tables.commits} WHERE load_id = ANY ($1)`,
    [loads.map(({ id }) => id)],
  );
  return {
    rowsChanged: Number(row?.rowsChanged),
    rowsMarked: Number(row?.rowsMarked),
    rowsRemoved: Number(row?.rowsRemoved),
    rowsUnconfirmed: Number(row?.rowsUnconfirmed),
    rowsKnown: Number(row?.rowsKnown),
    rowsQuarantined: Number(row?.rowsQuarantined),
  };
}

/** A recount that found other rows or sums than the receipts had. Dates are ISO 8601 in UTC. */
export type Recount = {
  readonly load: number;
  readonly source: string;
  readonly startDate: string;
  readonly endDate: string;
  /** Rows that the table had more, or less if negative. */
  readonly rows: number;
  readonly recountedAt: string;
};

/** Returns the recounts of a source, or of all. */
export async function readRecounts(
  { query }: Queries,
  { recounts, loads }: Pick<Tables, 'recounts' | 'loads'>,
  source?: string,
): Promise<readonly Recount[]> {
  const rows = await query<Record<'start_date' | 'end_date' | 'recounted_at', Date> & RecountRow>(
    `SELECT load_id, source, start_date, end_date, to_json(rows) AS rows, recounted_at
     FROM ${recounts} JOIN ${loads} loads ON loads.id = load_id
     WHERE source = coalesce($1, source) ORDER BY load_id`,
    [source ?? null],
  );
  return rows.map((row) => ({
    load: row.load_id,
    source: row.source,
    startDate: row.start_date.toISOString(),
    endDate: row.end_date.toISOString(),
    rows: row.rows,
    recountedAt: row.recounted_at.toISOString(),
  }));
}

interface RecountRow {
  readonly load_id: number;
  readonly source: string;
  readonly rows: number;
}
