import { DatabaseError } from '../database/database-error.ts';
import { type Lease, withLease } from '../database/lease.ts';
import type { Database, Queries } from '../database/open-database.ts';
import type { LoadClient } from '../options.ts';
import type { JobData, JobQueue } from '../queue.ts';
import { type LoadPlan, planWindows } from './plan-windows.ts';

/** A planned load. */
export interface PlannedLoad {
  /** Id of the load. */
  readonly load: number;
  readonly jobs: number;
  /** Rows in the range when it was planned. */
  readonly rows: number;
  /** Whether the range had an open load already, which is returned unchanged. */
  readonly existed: boolean;
}

/** What a load is made with. */
interface LoadTools {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly client: LoadClient;
  /** What a sync holds beside the lease of the plan. */
  readonly lease?: Lease;
}

/** How many jobs to add with one statement. */
const batch = 1000;

/** Creates a load with its jobs, or returns the open load of the same source and range. */
export async function createLoad(tools: LoadTools, plan: LoadPlan): Promise<PlannedLoad> {
  return await withLease(
    tools.database,
    'plan',
    async (lease) => {
      const open = await findOpenLoad(tools.database, plan);
      return open ?? (await addLoad(tools, plan, lease));
    },
    plan,
  );
}

async function findOpenLoad(
  { query, tables }: Database,
  { kind, startDate, endDate, source }: LoadPlan,
): Promise<PlannedLoad | undefined> {
  const [open] = await query<{ load: number; jobs: number; rows: string }>(
    `SELECT id AS load, jobs, planned_rows AS rows FROM ${tables.loads}
     WHERE start_date = $1 AND end_date = $2 AND source = $3 AND kind = $4 AND finished_at IS NULL
     ORDER BY id LIMIT 1`,
    [startDate, endDate, source, kind],
  );
  return open && { load: open.load, jobs: open.jobs, rows: Number(open.rows), existed: true };
}

async function addLoad(
  { database, queue, client, lease: outer }: LoadTools,
  plan: LoadPlan,
  lease: Lease,
): Promise<PlannedLoad> {
  const signal = AbortSignal.any([lease.signal, ...(plan.signal ? [plan.signal] : [])]);
  const { rows, windows, begun } = await planWindows(client, { ...plan, signal });
  const load = await nextId(database);
  await removeFinished(database, queue);
  await queue.create(load);
  const jobs = windows.map(({ startDate, endDate }, index): JobData => ({
    load,
    job: index + 1,
    startDate,
    endDate,
    limit: plan.limit,
  }));
  // Not by the clock of the database, which may be ahead too.
  const plannedAt = new Date(begun);
  // In one transaction: workers see either no load or all of its jobs.
  await database.transaction(async (transaction) => {
    const [added] = await transaction.query(
      `INSERT INTO ${database.tables.loads}
         (id, kind, start_date, end_date, source, page_limit, rows_per_job, planned_rows, jobs, planned_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        ...[load, plan.kind, plan.startDate, plan.endDate, plan.source],
        ...[plan.limit, plan.rowsPerJob, rows, jobs.length, plannedAt],
      ],
    );
    if (!added) {
      await checkSame({ ...transaction, tables: database.tables }, { ...plan, load, plannedAt });
      return;
    }
    for (let from = 0; from < jobs.length; from += batch) {
      await queue.add(load, jobs.slice(from, from + batch), transaction);
    }
    await outer?.confirm(transaction);
    await lease.confirm(transaction);
  });
  return { load, jobs: jobs.length, rows, existed: false };
}

/** The load was committed, and the response was lost: otherwise another one has its id. @throws {@link DatabaseError} */
async function checkSame(
  { query, tables }: Queries & Pick<Database, 'tables'>,
  { load, kind, startDate, endDate, source, plannedAt }: LoadPlan & { load: number; plannedAt: Date },
): Promise<void> {
  const [other] = await query<{ source: string; start_date: Date; end_date: Date }>(
    `SELECT source, start_date, end_date FROM ${tables.loads}
     WHERE id = $1 AND (kind, start_date, end_date, source, planned_at) IS DISTINCT FROM ($2::text, $3::timestamptz, $4::timestamptz, $5::text, $6::timestamptz)`,
    [load, kind, startDate, endDate, source, plannedAt],
  );
  if (!other) return;
  const range = `${other.start_date.toISOString()} to ${other.end_date.toISOString()}`;
  throw new DatabaseError(
    `load ${load} exists already, of ${other.source}, ${range}: nothing was planned, plan again`,
  );
}

async function nextId({ query, tables }: Queries & Pick<Database, 'tables'>): Promise<number> {
  const [row] = await query<{ id: number }>('SELECT nextval($1)::int AS id', [tables.loadIds]);
  if (!row) throw new Error('nextval returned no row');
  return row.id;
}

/** Removes the queues of finished loads: what they did is in the commits. */
async function removeFinished({ query, tables }: Database, queue: JobQueue): Promise<void> {
  const finished = await query<{ id: number }>(
    `SELECT id FROM ${tables.loads} WHERE id = ANY ($1) AND finished_at < now() - interval '1 day'`,
    [await queue.loads()],
  );
  for (const { id } of finished) await queue.remove(id);
}
