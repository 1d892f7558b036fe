import type { Queries } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import type { LoadDifference } from './load-verification.ts';

/** Returns loads that are not done, jobs whose rows do not add up or changed while they were read, and quarantined rows. */
export async function compareJobs(queries: Queries, tables: Tables): Promise<LoadDifference[]> {
  return [
    ...(await findUnfinished(queries, tables)),
    ...(await findWrongCounts(queries, tables)),
    ...(await findChanged(queries, tables)),
    ...(await findQuarantined(queries, tables)),
  ];
}

async function findUnfinished({ query }: Queries, { loads, commits }: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ id: number; jobs: number; commits: number; finished: boolean }>(
    `SELECT id, jobs, count(commits)::int AS commits, finished_at IS NOT NULL AS finished
     FROM ${loads} loads LEFT JOIN ${commits} commits ON commits.load_id = loads.id
     GROUP BY id HAVING count(commits) <> jobs ORDER BY id`,
  );
  return rows.map(({ id, jobs, commits, finished }) => ({
    what: finished ? 'commits' : 'unfinished',
    load: id,
    expected: String(jobs),
    found: String(commits),
  }));
}

/** A window that a later load covers is judged by that load. */
const isNotCovered = ({ loads }: Tables): string => `NOT EXISTS (
  SELECT FROM ${loads} later WHERE later.id > commits.load_id AND later.finished_at IS NOT NULL
    AND later.start_date <= commits.window_start AND later.end_date >= commits.window_end)`;

async function findWrongCounts({ query }: Queries, tables: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ load_id: number; job: number; counted: string | null; received: string }>(
    `SELECT load_id, job, rows_counted AS counted, (rows_received + rows_outside - rows_repeated)::text AS received
     FROM ${tables.commits} commits
     WHERE rows_counted IS DISTINCT FROM rows_received + rows_outside - rows_repeated AND ${isNotCovered(tables)}
     ORDER BY load_id, job`,
  );
  return rows.map(({ load_id, job, counted, received }) => ({
    what: 'counted',
    load: load_id,
    job,
    expected: counted ?? 'unknown',
    found: received,
  }));
}

async function findChanged({ query }: Queries, tables: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ load_id: number; job: number }>(
    `SELECT load_id, job FROM ${tables.commits} commits WHERE changed_while_read AND ${isNotCovered(tables)}
     ORDER BY load_id, job`,
  );
  return rows.map(({ load_id, job }) => ({
    what: 'changed_while_read',
    load: load_id,
    job,
    expected: 'false',
    found: 'true',
  }));
}

async function findQuarantined({ query }: Queries, { quarantine }: Tables): Promise<LoadDifference[]> {
  const rows = await query<{ load_id: number; rows: string }>(
    `SELECT load_id, count(*) AS rows FROM ${quarantine} WHERE resolved_at IS NULL GROUP BY load_id ORDER BY load_id`,
  );
  return rows.map(({ load_id, rows: found }) => ({
    what: 'quarantined',
    load: load_id,
    expected: '0',
    found,
  }));
}
