import { type Alarm, readAlarms, toAlarm } from './alarms.ts';
import { invalidOption } from '../client/errors/index.ts';
import type { LedgerDatabaseOptions } from './database/database-options.ts';
import { findRepairs, type Repair } from './database/check-keys.ts';
import { checkSchemaVersion } from './database/migrate.ts';
import { workerState } from './database/views.ts';
import { type Database, openDatabase } from './database/open-database.ts';
import type { LoadKind } from './loads.ts';
import { checkOptions, loadInput, optionsOf } from './options.ts';
import { type FailedJob, type JobQueue, openQueue } from './queue.ts';
import { readSources, type SourceStatus } from './source-status.ts';

/** The state of a load. Dates are ISO 8601 in UTC. */
export interface LoadProgress {
  readonly load: number;
  /** Whose ledger it reads. */
  readonly source: string;
  readonly kind: LoadKind;
  readonly startDate: string;
  readonly endDate: string;
  readonly jobs: number;
  readonly jobsDone: number;
  /** Jobs that a worker holds. */
  readonly jobsActive: number;
  /** Jobs that wait for a worker, or for their next attempt. */
  readonly jobsWaiting: number;
  /** Jobs that failed five times; the next worker that starts tries them again. */
  readonly failedJobs: readonly FailedJob[];
  /** Finished jobs whose window changed each time that it was read: rows may be missing. */
  readonly jobsChanged: number;
  /** Rows that the service counted when the load was planned. */
  readonly rowsPlanned: number;
  /** Rows of the finished jobs, as received. */
  readonly rowsDone: number;
  /** Rows of its jobs in quarantine. */
  readonly rowsQuarantined: number;
  /** Rows per second in the last minute of work, or longer if jobs take longer; `null` if none was done recently. */
  readonly rowsPerSecond: number | null;
  /** Seconds until it is done at this rate; `null` if unknown. */
  readonly secondsLeft: number | null;
  readonly plannedAt: string;
  readonly finishedAt: string | null;
}

/** A worker of the last seven days. Dates are ISO 8601 in UTC. */
export type WorkerStatus = {
  readonly host: string;
  readonly pid: number;
  /** `lost`: not seen for over 30 seconds, and it did not say that it stopped, while a load is open. */
  readonly state: 'working' | 'stopped' | 'lost';
  readonly packageVersion: string;
  readonly concurrency: number;
  readonly jobsDone: number;
  readonly startedAt: string;
  readonly seenAt: string;
};

/** The state of the loads. */
export interface LoadStatus {
  readonly loads: readonly LoadProgress[];
  readonly workers: readonly WorkerStatus[];
  readonly sources: readonly SourceStatus[];
  /** What somebody has to look at, and what was acknowledged; among them the lag of each source, however short it is. */
  readonly alarms: readonly Alarm[];
  /** Tables without their key, and sequences that are behind the rows: nothing is loaded until they are repaired. */
  readonly repairs: readonly Repair[];
  /** Rows in the table of transactions, of all sources. */
  readonly rows: number;
  /** Rows in quarantine, of all loads. */
  readonly rowsQuarantined: number;
}

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
  const { database: config, schema: name, load, ...patience } = checkOptions(schema, options);
  await using database = await openDatabase(config, name, 2, patience);
  await checkSchemaVersion(database);
  await using queue = await openQueue(database);
  const rows = await readLoads(database, load);
  if (load !== undefined && rows.length === 0) throw invalidOption('load', `there is no load ${load}`);
  const sources = await readSources(database);
  return {
    loads: await Promise.all(rows.map((row) => toProgress(queue, row))),
    workers: await readWorkers(database),
    sources,
    alarms: (await readAlarms(database)).map(toAlarm),
    repairs: await findRepairs(database, database.tables),
    rows: sources.reduce((total, source) => total + source.rows, 0),
    rowsQuarantined: await countQuarantined(database),
  };
}

/** A load with the sums of its commits; PostgreSQL's bigint is a string. */
interface LoadRow {
  readonly id: number;
  readonly source: string;
  readonly kind: LoadKind;
  readonly start_date: Date;
  readonly end_date: Date;
  readonly jobs: number;
  readonly planned_rows: string;
  readonly planned_at: Date;
  readonly finished_at: Date | null;
  readonly jobs_done: number;
  readonly jobs_changed: number;
  readonly rows_done: string;
  readonly rows_quarantined: string;
  /** Rows of recent work, and how long it took; `null` if it is too long ago to tell the rate. */
  readonly recent_rows: string;
  readonly recent_seconds: number | null;
}

interface WorkerRow {
  readonly host: string;
  readonly pid: number;
  readonly package_version: string;
  readonly concurrency: number;
  readonly jobs_done: number;
  readonly started_at: Date;
  readonly seen_at: Date;
  readonly state: WorkerStatus['state'];
}

/**
 * Recent work ends with the last job, and begins four jobs earlier, but at least a minute. Each job counts with the share
 * of its time since then: its rows come all at once when it commits.
 */
const recentWork = (commits: string): string => `
  LEFT JOIN LATERAL (
    SELECT max(committed_at) AS last, greatest(interval '1 minute', 4 * max(committed_at - started_at)) AS length
    FROM (SELECT * FROM ${commits} WHERE load_id = loads.id ORDER BY committed_at DESC LIMIT 10) latest
  ) work ON true
  LEFT JOIN LATERAL (
    SELECT *, committed_at > last - length AS recent, greatest(started_at, last - length) AS counted_from
    FROM ${commits} WHERE load_id = loads.id
  ) commits ON true`;

const share = `coalesce(extract(epoch FROM committed_at - counted_from)
  / nullif(extract(epoch FROM committed_at - started_at), 0), 1)`;

/** Returns the named load, or the open ones, or the latest one. */
export async function readLoads({ query, tables }: Database, load?: number): Promise<readonly LoadRow[]> {
  return await query<LoadRow>(
    `SELECT loads.id, source, kind, start_date, end_date, jobs, planned_rows, planned_at, finished_at,
       count(commits)::int AS jobs_done,
       count(*) FILTER (WHERE changed_while_read)::int AS jobs_changed,
       coalesce(sum(rows_received), 0) AS rows_done,
       (SELECT count(*) FROM ${tables.quarantine} WHERE load_id = loads.id AND resolved_at IS NULL) AS rows_quarantined,
       coalesce(sum(rows_received * ${share}) FILTER (WHERE recent), 0) AS recent_rows,
       CASE WHEN last > now() - length THEN
         extract(epoch FROM last - min(counted_from) FILTER (WHERE recent))::float8
       END AS recent_seconds
     FROM ${tables.loads} loads ${recentWork(tables.commits)}
     WHERE CASE
       WHEN $1::int IS NOT NULL THEN loads.id = $1
       WHEN EXISTS (SELECT FROM ${tables.loads} WHERE finished_at IS NULL) THEN finished_at IS NULL
       ELSE loads.id = (SELECT max(id) FROM ${tables.loads})
     END
     GROUP BY loads.id, last, length ORDER BY loads.id`,
    [load ?? null],
  );
}

/** Adds what the queue knows. */
async function toProgress(queue: JobQueue, row: LoadRow): Promise<LoadProgress> {
  const { waiting, active, failed } = await queue.count(row.id);
  const rowsPlanned = Number(row.planned_rows);
  const seconds = row.recent_seconds ?? 0;
  const rowsPerSecond = seconds > 0 ? Math.round(Number(row.recent_rows) / seconds) : null;
  const rowsLeft = (rowsPlanned * (row.jobs - row.jobs_done)) / row.jobs;
  return {
    load: row.id,
    source: row.source,
    kind: row.kind,
    startDate: row.start_date.toISOString(),
    endDate: row.end_date.toISOString(),
    jobs: row.jobs,
    jobsDone: row.jobs_done,
    jobsActive: active,
    jobsWaiting: waiting,
    failedJobs: failed > 0 ? await queue.failed(row.id) : [],
    jobsChanged: row.jobs_changed,
    rowsPlanned,
    rowsDone: Number(row.rows_done),
    rowsQuarantined: Number(row.rows_quarantined),
    rowsPerSecond,
    secondsLeft: rowsPerSecond ? Math.ceil(rowsLeft / rowsPerSecond) : null,
    plannedAt: row.planned_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** Returns the workers of the last week, the latest first. */
async function readWorkers({ query, tables }: Database): Promise<readonly WorkerStatus[]> {
  const rows = await query<WorkerRow>(
    `SELECT host, pid, package_version, concurrency, jobs_done, started_at, seen_at,
       ${workerState(tables)} AS state
     FROM ${tables.workers} WHERE seen_at > now() - interval '7 days' ORDER BY started_at DESC`,
  );
  return rows.map((row) => ({
    host: row.host,
    pid: row.pid,
    state: row.state,
    packageVersion: row.package_version,
    concurrency: row.concurrency,
    jobsDone: row.jobs_done,
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }));
}

async function countQuarantined({ query, tables }: Database): Promise<number> {
  const [row] = await query<{ rows: string }>(
    `SELECT count(*) AS rows FROM ${tables.quarantine} WHERE resolved_at IS NULL`,
  );
  return Number(row?.rows);
}
