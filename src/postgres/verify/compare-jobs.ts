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
}

/**
 * Returns loads that are not done, jobs whose rows do not add up or changed while they were read, and quarantined rows:
 * these of all loads, since sums do not include them. What is acknowledged is left out.
 */
export async function compareJobs(
  { query }: Queries,
  tables: Tables,
  { source, loads: ids }: JobComparison,
): Promise<LoadDifference[]> {
  const { loads, commits, quarantine, alarms } = tables;
  const isMeant = `loads.source = coalesce($1, loads.source) AND loads.id = ANY (coalesce($2::int[], ARRAY[loads.id]))`;
  // Each row that is selected is a difference.
  const ofJobs = [
    `SELECT CASE WHEN finished_at IS NULL THEN 'unfinished' ELSE 'commits' END AS what, id AS load,
       jobs::text AS expected, count(commits)::text AS found
     FROM ${loads} loads LEFT JOIN ${commits} commits ON commits.load_id = loads.id
     WHERE ${isMeant} GROUP BY id HAVING count(commits) <> jobs ORDER BY id`,
    `SELECT alarms.kind AS what, loads.id AS load, job, coalesce(rows_counted::text, 'unknown') AS expected,
       (rows_received + rows_outside - rows_repeated)::text AS found
     FROM ${alarms} alarms JOIN ${loads} loads ON loads.id = load_id JOIN ${commits} commits USING (load_id, job)
     WHERE alarms.kind = 'counted' AND note IS NULL AND ${isMeant} ORDER BY load_id, job`,
    `SELECT alarms.kind AS what, loads.id AS load, job, 'false' AS expected, 'true' AS found
     FROM ${alarms} alarms JOIN ${loads} loads ON loads.id = load_id
     WHERE alarms.kind = 'changed_while_read' AND note IS NULL AND ${isMeant} ORDER BY load_id, job`,
  ];
  const ofQuarantine = `SELECT 'quarantined' AS what, load_id AS load, '0' AS expected, count(*)::text AS found
    FROM ${quarantine} rejected WHERE resolved_at IS NULL AND source = coalesce($1, source) AND NOT ${isAcknowledged(tables)}
    GROUP BY load_id ORDER BY load_id`;
  const differences: LoadDifference[] = [];
  for (const statement of ofJobs)
    differences.push(...(await query<LoadDifference>(statement, [source ?? null, ids ?? null])));
  return [...differences, ...(await query<LoadDifference>(ofQuarantine, [source ?? null]))];
}
