import type { Db, JobWithMetadata } from 'pg-boss';

import { DatabaseError } from './database/database-error.ts';
import { type LeaseWait, withLease } from './database/lease.ts';
import { hasSchema } from './database/migrate.ts';
import type { Database, Queries, DatabaseTransaction } from './database/open-database.ts';

/** The data of a job: a window of a load. */
export type JobData = {
  readonly load: number;
  /** Number of the job within its load, from 1. */
  readonly job: number;
  readonly startDate: string;
  readonly endDate: string;
  /** Rows per page. */
  readonly limit: number;
};

/** A job that this worker holds. */
export interface Job extends JobData {
  readonly id: string;
  /** Names the attempt for pg-boss: only the worker that holds it can settle the job. */
  readonly retryCount: number;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** A job that failed as often as allowed. */
export type FailedJob = JobData & {
  /** What failed last. */
  readonly message: string;
};

/** After so many attempts a job has failed. */
export const maxAttempts = 5;

/** Number of jobs of a load. */
interface JobCounts {
  /** Not taken yet, or to be tried again. */
  readonly waiting: number;
  /** Held by a worker. */
  readonly active: number;
  /** Failed as often as allowed. */
  readonly failed: number;
}

/** The jobs of all loads, in pg-boss. */
export interface JobQueue extends AsyncDisposable {
  /** Prepares the queue of a load. */
  readonly create: (load: number) => Promise<void>;
  /** Adds jobs of one load. */
  readonly add: (load: number, jobs: readonly JobData[], transaction: DatabaseTransaction) => Promise<void>;
  /** Returns a job that no worker holds; `undefined` if there is none now. */
  readonly take: (load: number) => Promise<Job | undefined>;
  /** Tells the queue that this worker still holds the job; returns whether it does. */
  readonly touch: (job: Job) => Promise<boolean>;
  /** Completes the job with the transaction; returns whether this worker still held it. */
  readonly complete: (job: Job, transaction: DatabaseTransaction) => Promise<boolean>;
  /** Fails this attempt; the job is tried again later, up to five times. */
  readonly fail: (job: Job, message: string) => Promise<void>;
  /** Gives the job to other workers, as if it had not been taken, after a delay in seconds. */
  readonly giveBack: (job: Job, delay?: number) => Promise<void>;
  readonly count: (load: number) => Promise<JobCounts>;
  /** Returns the jobs of a load that failed as often as allowed. */
  readonly failed: (load: number) => Promise<readonly FailedJob[]>;
  /** Gives all failed jobs of a load new attempts. */
  readonly retryFailed: (load: number) => Promise<void>;
  /** Returns the loads that have a queue. */
  readonly loads: () => Promise<readonly number[]>;
  /** Removes the queue of a load. */
  readonly remove: (load: number) => Promise<void>;
}

/** Options of {@link openQueue}. */
interface QueueOptions extends LeaseWait {
  /** Whether to create or migrate pg-boss's tables. */
  readonly migrate?: boolean | undefined;
  /** Whether to look for jobs of workers that died; every worker does. */
  readonly supervise?: boolean | undefined;
}

/** pg-boss fails a job after so long, even if its worker lives; those of dead workers are found by their lease. */
const longestJob = 12 * 3600;

/** pg-boss deletes jobs that waited for so long; by default after two weeks, and their load would never be done. */
const keepFor = 10 * 366 * 86_400;

/** How long a worker may be silent before its jobs are given to others, in seconds. */
export const lease = 30;

/** Opens pg-boss on the connections of the database. @throws {@link DatabaseError} */
export async function openQueue(database: Database, options: QueueOptions = {}): Promise<JobQueue> {
  const { migrate = false, supervise = false } = options;
  const { tables, peers } = database;
  const boss = new peers.boss.PgBoss({
    db: dbOf(database),
    schema: tables.jobs,
    migrate,
    createSchema: migrate && !(await hasSchema(database, tables.jobs)),
    supervise,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Nothing is scheduled, and a small queue needs no care of its indexes.
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  // What supervision could not do for lack of a database, it does the next time. Anything else would leave the jobs of
  // workers that died where they are, unnoticed.
  let broken: Error | undefined;
  boss.on('error', (thrown: unknown) => {
    if (!isDatabaseError(thrown)) broken ??= thrown instanceof Error ? thrown : new Error(messageOf(thrown));
  });
  try {
    // Two that create the tables at the same time would fail, unless the messages of the server are in English.
    await (migrate ? withLease(database, 'migrate', () => boss.start(), options) : boss.start());
  } catch (error) {
    throw explainStart(error);
  }
  const requeue = async (load: number, jobs: readonly JobRef[], settings: Settings): Promise<void> =>
    database.transaction(async (transaction) => {
      const db = dbOf(transaction);
      const name = queueOf(load);
      for (const { ref, data } of jobs) {
        // Another worker may have settled it meanwhile.
        if (isSettled(await boss.deleteJob(name, ref, { db })))
          await boss.insert(name, [{ data, ...settings }], { db });
      }
    });
  // Here and in `count`, a table of pg-boss, whose version has been checked: its API returns all jobs of a queue, or counts
  // that may be a minute old.
  const findFailed = (load: number): Promise<StoredJob[]> =>
    database.query<StoredJob>(
      `SELECT id, data, output FROM "${tables.jobs}".job WHERE name = $1 AND state = 'failed'
       ORDER BY (data ->> 'job')::int`,
      [queueOf(load)],
    );
  return {
    create: async (load) => {
      await boss.createQueue(queueOf(load), {
        expireInSeconds: longestJob,
        heartbeatSeconds: lease,
        retentionSeconds: keepFor,
        // Of finished and failed ones: all are deleted with the queue. A failed one is tried again by the next worker.
        deleteAfterSeconds: 0,
        retryLimit: maxAttempts - 1,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 60,
      });
      // pg-boss then knows the queue. In the transaction that adds jobs, it would read it on a second connection, which a
      // pooler may not have.
      await boss.insert(queueOf(load), []);
    },
    add: async (load, jobs, transaction) => {
      await boss.insert(
        queueOf(load),
        jobs.map((data) => ({ data })),
        { db: dbOf(transaction) },
      );
    },
    take: async (load) => {
      if (broken) throw broken;
      const [job] = await boss.fetch<JobData>(queueOf(load), { includeMetadata: true });
      return job && toJob(job);
    },
    touch: async (job) => isSettled(await boss.touch(queueOf(job.load), job)),
    complete: async (job, transaction) =>
      isSettled(await boss.complete(queueOf(job.load), job, null, { db: dbOf(transaction) })),
    fail: async (job, message) => {
      await boss.fail(queueOf(job.load), job, { message });
    },
    giveBack: (job, delay = 0) =>
      requeue(job.load, [{ ref: job, data: dataOf(job) }], {
        retryLimit: maxAttempts - job.attempt,
        startAfter: delay,
      }),
    count: async (load) => {
      const rows = await database.query<{ state: string; jobs: number }>(
        `SELECT state::text, count(*)::int AS jobs FROM "${tables.jobs}".job WHERE name = $1 GROUP BY state`,
        [queueOf(load)],
      );
      const of = (name: string): number => rows.find(({ state }) => state === name)?.jobs ?? 0;
      return { waiting: of('created') + of('retry'), active: of('active'), failed: of('failed') };
    },
    failed: async (load) =>
      (await findFailed(load)).map(({ data, output }) => ({ ...data, message: messageOf(output) })),
    retryFailed: async (load) => {
      const jobs = (await findFailed(load)).map(({ id, data }) => ({ ref: id, data }));
      if (jobs.length > 0) await requeue(load, jobs, {});
    },
    loads: async () => (await boss.getQueues()).map(({ name }) => Number(name.slice(prefix.length))),
    remove: (load) => boss.deleteQueue(queueOf(load)),
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false, close: false }),
  };
}

/** A job of pg-boss's table. */
interface StoredJob {
  readonly id: string;
  readonly data: JobData;
  readonly output: unknown;
}

/** A job to add again: its id, with the attempt if this worker holds it. */
interface JobRef {
  readonly ref: string | Job;
  readonly data: JobData;
}

interface Settings {
  readonly retryLimit?: number;
  readonly startAfter?: number;
}

/** Of the names of queues: the schema has no others. */
const prefix = 'load-';

function queueOf(load: number): string {
  return `${prefix}${load}`;
}

/** Errors are translated by `query`, which runs all statements in transactions: there an index cannot be built concurrently. */
function dbOf({ query }: Queries): Db {
  return {
    executeSql: async (sql, values) => ({
      rows: await query(sql.replace(/^(\s*\w+(?: UNIQUE)? INDEX) CONCURRENTLY/, '$1'), values),
    }),
  };
}

/** Whether a call changed its job: its type does not declare what the documentation promises. */
function isSettled(response: object): boolean {
  return 'affected' in response && response.affected === 1;
}

function toJob({ id, data, retryCount, retryLimit }: JobWithMetadata<JobData>): Job {
  return { ...data, id, retryCount, attempt: maxAttempts - retryLimit + retryCount };
}

function dataOf({ load, job, startDate, endDate, limit }: JobData): JobData {
  return { load, job, startDate, endDate, limit };
}

/** What pg-boss stores of a failure: ours, or what it says of a worker that died. */
function messageOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } };
  const found = message ?? value?.message;
  return found === 'job heartbeat timeout' ? 'its worker died, or was not seen for too long' : String(found);
}

/** Some errors arrive as a copy without a class: `{ ...error, message, stack }`. */
function isDatabaseError(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'database';
}

function explainStart(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('is not installed')) {
    return new DatabaseError('the queue has no tables: plan a load first', { reason: 'no_tables' });
  }
  if (message.includes('requires migrations')) {
    return new DatabaseError(
      'the tables of the queue are of an older pg-boss: plan a load, which migrates them',
      { reason: 'version' },
    );
  }
  return error;
}
