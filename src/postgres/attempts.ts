import type { Database } from './database/open-database.ts';
import type { LoadKind } from './loads.ts';
import { storable } from './work/stored-row.ts';
import type { WorkResult } from './work/worker.ts';

/** The last run of a kind for a source. Dates are ISO 8601 in UTC. */
export type LoadAttempt = {
  readonly kind: LoadKind | 'work';
  readonly startedAt: string;
  /** `null` while it runs, and if it was killed. */
  readonly finishedAt: string | null;
  /** Why it failed; `null` if it did not. */
  readonly failure: string | null;
};

/** Records that the work of a run has ended, and why it failed; `null` if it did not. */
export type EndOfWork = (failure: string | null) => Promise<unknown>;

/**
 * Does the work of a run, and records how it ended, for `loadStatus`: also that it threw.
 *
 * @param act Says when its work has ended: what it verifies then has no failure that this run has settled.
 */
export async function recordAttempt<Result>(
  { query, tables }: Database,
  { source, kind }: { readonly source: string; readonly kind: LoadAttempt['kind'] },
  act: (ended: EndOfWork) => Promise<Result>,
): Promise<Result> {
  // How the run before ended stays until this one has: it may be killed.
  const [begun] = await query<{ started: string }>(
    `INSERT INTO ${tables.attempts} AS attempt (source, kind, started_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (source, kind) DO UPDATE SET started_at = excluded.started_at
     RETURNING started_at::text AS started`,
    [source, kind],
  );
  // A run that began later has the record. The database may be what failed.
  const end: EndOfWork = (failure) =>
    query(
      `UPDATE ${tables.attempts} SET finished_at = clock_timestamp(), failure = $4
       WHERE source = $1 AND kind = $2 AND started_at = $3::timestamptz`,
      [source, kind, begun?.started, failure],
    ).catch(() => undefined);
  try {
    return await act(end);
  } catch (error) {
    await end(storable(error instanceof Error ? error.message : String(error)));
    throw error;
  }
}

/** Returns why the work of a run is not done; `null` if it is. */
export function failureOfWork({ finished, failedJobs: [failed, ...others] }: WorkResult): string | null {
  if (finished) return null;
  if (!failed) return 'it was stopped with jobs left';
  const more = others.length > 0 ? `, and ${others.length} more failed` : '';
  return `job ${failed.job} of load ${failed.load}: ${failed.message}${more}`;
}

/** Returns the last runs of each source, the latest first. */
export async function readAttempts({ query, tables }: Database): Promise<ReadonlyMap<string, LoadAttempt[]>> {
  const rows = await query<{
    readonly source: string;
    readonly kind: LoadAttempt['kind'];
    readonly started_at: Date;
    readonly finished_at: Date | null;
    readonly failure: string | null;
  }>(
    `SELECT source, kind, started_at, CASE WHEN finished_at >= started_at THEN finished_at END AS finished_at,
       CASE WHEN finished_at >= started_at THEN failure END AS failure
     FROM ${tables.attempts} ORDER BY started_at DESC`,
  );
  const attempts = rows.map(({ source, kind, started_at, finished_at, failure }) => ({
    source,
    attempt: {
      kind,
      startedAt: started_at.toISOString(),
      finishedAt: finished_at?.toISOString() ?? null,
      failure,
    },
  }));
  const bySource = Map.groupBy(attempts, ({ source }) => source);
  return new Map([...bySource].map(([source, own]) => [source, own.map(({ attempt }) => attempt)]));
}
