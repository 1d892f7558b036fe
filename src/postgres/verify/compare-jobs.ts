import type { AlarmSubject } from '../alarms.ts';
import type { Queries } from '../database/open-database.ts';
import { isAcknowledged } from '../database/alarms-view.ts';
import type { Tables } from '../database/tables.ts';
import type { LoadDifference } from './load-verification.ts';

/** Whose jobs to compare. */
interface JobComparison {
  /** One source only. @defaultValue all */
  readonly source?: string | undefined;
  /** Loads of that source. @defaultValue all */
  readonly loads?: readonly number[] | undefined;
  /** The alarms of that source, or all. */
  readonly alarms: readonly AlarmSubject[];
}

/**
 * Returns loads that are not done, jobs whose rows do not add up or changed while they were read, and quarantined rows:
 * these of all loads, since sums do not include them. What is acknowledged is left out.
 */
export async function compareJobs(
  { query }: Queries,
  tables: Tables,
  { source, loads: ids, alarms }: JobComparison,
): Promise<LoadDifference[]> {
  const { loads, commits, quarantine } = tables;
  const isMeant = `loads.source = coalesce($1, loads.source) AND loads.id = ANY (coalesce($2::int[], ARRAY[loads.id]))`;
  // Each row that is selected is a difference.
  const ofLoads = `SELECT CASE WHEN finished_at IS NULL THEN 'unfinished' ELSE 'commits' END AS what, id AS load,
      jobs::text AS expected, count(commits)::text AS found
    FROM ${loads} loads LEFT JOIN ${commits} commits ON commits.load_id = loads.id
    WHERE ${isMeant} GROUP BY id HAVING count(commits) <> jobs ORDER BY id`;
  const ofCounts = `SELECT 'counted' AS what, load_id AS load, job, coalesce(rows_counted::text, 'unknown') AS expected,
      (rows_received + rows_outside - rows_repeated)::text AS found
    FROM ${commits} JOIN unnest($1::int[], $2::int[]) AS alarm (load_id, job) USING (load_id, job) ORDER BY load_id, job`;
  const ofQuarantine = `SELECT 'quarantined' AS what, load_id AS load, '0' AS expected, count(*)::text AS found
    FROM ${quarantine} rejected WHERE resolved_at IS NULL AND source = coalesce($1, source) AND NOT ${isAcknowledged(tables)}
    GROUP BY load_id ORDER BY load_id`;
  const differences = await query<LoadDifference>(ofLoads, [source ?? null, ids ?? null]);
  const open = alarms.filter(
    ({ note, load }) => note === null && load !== null && (ids?.includes(load) ?? true),
  );
  const counted = open.filter(({ kind }) => kind === 'counted');
  if (counted.length > 0)
    differences.push(
      ...(await query<LoadDifference>(ofCounts, [
        counted.map(({ load }) => load),
        counted.map(({ job }) => job),
      ])),
    );
  const changed = open
    .filter(({ kind }) => kind === 'changed_while_read')
    .map(({ load, job }) => ({ load: load ?? 0, job: job ?? 0 }))
    .toSorted((one, other) => one.load - other.load || one.job - other.job)
    .map((of): LoadDifference => ({ what: 'changed_while_read', ...of, expected: 'false', found: 'true' }));
  return [...differences, ...changed, ...(await query<LoadDifference>(ofQuarantine, [source ?? null]))];
}
