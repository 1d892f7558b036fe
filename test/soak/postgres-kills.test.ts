import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { execute, type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { token } from '../support/service.ts';
import type { Program } from '../support/run-program.ts';
import { ledger, range } from './postgres/ledger.ts';
import { countOf, storedSums, type Sums } from './postgres/sums.ts';
import { startScript, Workers } from './postgres/workers.ts';

/** What happens once a share of the jobs is done. */
interface Event {
  readonly at: number;
  readonly what: 'kill' | 'stop' | 'restart';
}

const seed = 7;
const kills = 10;
const stops = 3;
/**
 * How often a worker is stopped until one holds a job, with 0.3 s a time: when the jobs that are left are those of
 * interrupted workers, the others have none until the lease of 30 s is over.
 */
const tries = 400;
/** Longer than the lease of 30 s, and than it takes to notice that it is over, in ms. */
const stopTime = 42_000;
const workerCount = 4;

/** The load ends with a calm tenth, so that every event hits it. */
function planEvents(): readonly Event[] {
  const random = randomFrom(seed);
  const spread = (what: Event['what'], count: number): Event[] =>
    Array.from({ length: count }, (_, index) => ({ what, at: (0.9 * (index + random())) / count }));
  const events = [...spread('kill', kills), ...spread('stop', stops), ...spread('restart', 2)];
  return events.toSorted((a, b) => a.at - b.at);
}

const jobTable = 'publisher_commerce_jobs.job';

/** Records each job that pg-boss takes from a worker that was silent for too long. */
async function recordLostJobs(database: string): Promise<void> {
  await execute(
    database,
    `CREATE TABLE public.lost_jobs (data jsonb, at timestamptz DEFAULT clock_timestamp());
     CREATE FUNCTION record_lost_job() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN INSERT INTO public.lost_jobs VALUES (NEW.data); RETURN NULL; END $$;
     CREATE TRIGGER record_lost_job AFTER INSERT ON ${jobTable} FOR EACH ROW
       WHEN (NEW.output -> 'value' ->> 'message' = 'job heartbeat timeout') EXECUTE FUNCTION record_lost_job()`,
  );
}

/** A worker that was stopped while it held a job, and where the requests of its jobs began. */
interface Stopped {
  readonly worker: Program;
  readonly from: Date;
  readonly begun: readonly string[];
}

/** One that was woken again. */
interface Stop extends Stopped {
  readonly to: Date;
}

/** Whether a job has one of the times of $1 in its window: a job's later requests begin within it. */
const isOfBegun = `EXISTS (SELECT FROM unnest($1::timestamptz[]) begun
  WHERE begun >= (data ->> 'startDate')::timestamptz AND begun < (data ->> 'endDate')::timestamptz)`;

/** How many jobs were lost, or of those that a stopped worker held. */
async function countLost(database: string, stop?: Stop): Promise<number> {
  const [row] = await execute(
    database,
    `SELECT count(*)::int AS lost FROM public.lost_jobs
     WHERE $2::timestamptz IS NULL OR at BETWEEN $2 AND $3 AND ${isOfBegun}`,
    stop ? [stop.begun, stop.from, stop.to] : [[], null, null],
  );
  return Number(row?.['lost']);
}

/** Whether a stopped worker holds a job: nobody else can have taken it yet. */
async function holdsOne(database: string, begun: readonly string[]): Promise<boolean> {
  const held = await execute(database, `SELECT FROM ${jobTable} WHERE state = 'active' AND ${isOfBegun}`, [
    begun,
  ]);
  return held.length > 0;
}

async function countCommits(database: string): Promise<number> {
  const [row] = await execute(database, 'SELECT count(*)::int AS commits FROM publisher_commerce.commits');
  return Number(row?.['commits']);
}

/** Does to the workers what is planned; returns how often it hit one that held a job, and how many stops lost it. */
async function harass(
  { url, restart }: Pick<OwnPostgres, 'url' | 'restart'>,
  workers: Workers,
  jobs: number,
): Promise<{ readonly kills: number; readonly stops: number; readonly lostByStops: number }> {
  const random = randomFrom(seed + 1);
  const hits = { kills: 0, stops: 0, lostByStops: 0 };
  const stopping: Promise<Stop>[] = [];
  /** Stops workers until one holds a job, as only a stopped one still holds it when it has been asked about. */
  const stopOne = async (): Promise<Stopped | undefined> => {
    for (let left = tries; left > 0; left -= 1) {
      const worker = await workers.pick(random);
      const from = new Date();
      const begun = await workers.stop(worker);
      if (await holdsOne(url, begun)) return { worker, from, begun };
      workers.wake(worker);
      await wait(100);
    }
    return undefined;
  };
  const wakeLater = async (stopped: Stopped): Promise<Stop> => {
    await wait(stopTime);
    workers.wake(stopped.worker);
    return { ...stopped, to: new Date() };
  };
  for (const { at, what } of planEvents()) {
    while ((await countCommits(url)) < at * jobs) await wait(200);
    if (what === 'restart') {
      await restart();
      continue;
    }
    const stopped = await stopOne();
    if (!stopped) continue;
    if (what === 'kill') await workers.kill(stopped.worker);
    else stopping.push(wakeLater(stopped));
    hits[what === 'kill' ? 'kills' : 'stops'] += 1;
  }
  // Asked only now: while PostgreSQL restarts, it rejects connections.
  for (const stopped of await Promise.all(stopping)) {
    if ((await countLost(url, stopped)) > 0) hits.lostByStops += 1;
  }
  return hits;
}

test(
  `${ledger.transactions} rows are exact after ${kills} kills and ${stops} stops of ${workerCount} workers, and 2 restarts of PostgreSQL`,
  { timeout: 20 * 60_000 },
  async () => {
    await using postgres = await startOwnPostgres();
    const service = startScript('sandbox.ts', { PUBLISHER_TOKEN: token });
    const [baseUrl] = await service.printed(/^http.*$/m);
    // The same ledger in this process: only what the workers request meets faults.
    const { transactions } = new PublisherClient(createSandbox(ledger).clientOptions);
    const target = { client: { baseUrl, transactions }, database: postgres.url };
    const { jobs } = await planLoad({ ...target, ...range, rowsPerJob: 3000, limit: 1000 });
    await recordLostJobs(postgres.url);
    const single = startScript('iterate.ts');
    const began = performance.now();
    const env = { DATABASE_URL: postgres.url, PUBLISHER_BASE_URL: baseUrl, PUBLISHER_TOKEN: token };
    const workers = new Workers(workerCount, env);
    try {
      const hits = await harass(postgres, workers, jobs);
      await workers.finish();
      const seconds = Math.round((performance.now() - began) / 1000);
      // A job that was hit five times waits for the next worker.
      const last = await workLoad(target);
      const verification = await verifyLoad(target);
      service.child.kill('SIGTERM');
      const { out } = await service.finished;
      const lost = await countLost(postgres.url);
      // The last line that the service prints.
      const { pages, faulty } = JSON.parse(out.trim().split('\n').at(-1) ?? '') as Record<
        'pages' | 'faulty',
        number
      >;
      const figures = { jobs, seconds, hits, lost, pages, faulty, last };
      console.log(`postgres-kills: ${JSON.stringify(figures)}`);
      console.log(workers.ended.map(({ code, err }) => `${code} ${err}`).join('\n'));

      // It prints nothing else.
      const sums = JSON.parse((await single.finished).out) as Sums;
      expect(countOf(sums)).toBe(ledger.transactions);
      expect(await storedSums(postgres.url)).toEqual(sums);
      expect(verification).toMatchObject({ agrees: true, rows: ledger.transactions, differences: [] });
      const commits = await execute(
        postgres.url,
        `SELECT count(*)::int AS commits, count(DISTINCT (load_id, job))::int AS jobs,
           sum(rows_inserted)::int AS inserted, sum(rows_replaced)::int AS replaced FROM publisher_commerce.commits`,
      );
      expect(commits).toEqual([{ commits: jobs, jobs, inserted: ledger.transactions, replaced: 0 }]);
      // Otherwise nothing was interrupted.
      expect(hits).toMatchObject({ kills, stops });
      // A stop that a restart of PostgreSQL interrupts may keep its job.
      expect(hits.lostByStops).toBeGreaterThan(0);
      expect(lost).toBeGreaterThanOrEqual(hits.kills);
      expect(faulty).toBeGreaterThan(0.05 * pages);
      for (const { err } of workers.ended) {
        for (const secret of [token, new URL(postgres.url).password]) expect(err).not.toContain(secret);
      }
    } finally {
      workers.end();
      for (const { child } of [service, single]) child.kill('SIGKILL');
    }
  },
);
