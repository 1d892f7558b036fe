import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { execute, type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { token } from '../support/service.ts';
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
    `CREATE TABLE public.lost_jobs (start_date text, at timestamptz DEFAULT clock_timestamp());
     CREATE FUNCTION record_lost_job() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN INSERT INTO public.lost_jobs VALUES (NEW.data ->> 'startDate'); RETURN NULL; END $$;
     CREATE TRIGGER record_lost_job AFTER INSERT ON ${jobTable} FOR EACH ROW
       WHEN (NEW.output -> 'value' ->> 'message' = 'job heartbeat timeout') EXECUTE FUNCTION record_lost_job()`,
  );
}

/** A time in which a worker was stopped, and the windows of the jobs that it held. */
interface Stop {
  readonly from: Date;
  readonly to: Date;
  readonly windows: readonly string[];
}

/** How many jobs were lost, or of those that a stopped worker held. */
async function countLost(database: string, stop?: Stop): Promise<number> {
  const [row] = await execute(
    database,
    `SELECT count(*)::int AS lost FROM public.lost_jobs
     WHERE $1::timestamptz IS NULL OR at BETWEEN $1 AND $2 AND start_date = ANY ($3)`,
    stop ? [stop.from, stop.to, stop.windows] : [null, null, null],
  );
  return Number(row?.['lost']);
}

/** Whether one of the windows is of a job that a worker holds: the dead one, as nobody else can have taken it yet. */
async function holdsOne(database: string, windows: readonly string[]): Promise<boolean> {
  const held = await execute(
    database,
    `SELECT FROM ${jobTable} WHERE state = 'active' AND data ->> 'startDate' = ANY ($1)`,
    [windows],
  );
  return held.length > 0;
}

async function countCommits(database: string): Promise<number> {
  const [row] = await execute(database, 'SELECT count(*)::int AS commits FROM publisher_commerce.commits');
  return Number(row?.['commits']);
}

/** Does to the workers what is planned; returns what hit one that held a job. */
async function harass(
  { url, restart }: Pick<OwnPostgres, 'url' | 'restart'>,
  workers: Workers,
  jobs: number,
): Promise<{ readonly kills: number; readonly stops: number }> {
  const random = randomFrom(seed + 1);
  const hits = { kills: 0, stops: 0 };
  const stopping: Promise<Stop>[] = [];
  const stop = async (): Promise<Stop> => {
    const worker = await workers.pick(random);
    const from = new Date();
    const windows = await workers.stop(worker, stopTime);
    return { from, to: new Date(), windows };
  };
  for (const { at, what } of planEvents()) {
    while ((await countCommits(url)) < at * jobs) await wait(200);
    if (what === 'restart') await restart();
    else if (what === 'stop') stopping.push(stop());
    else if (await holdsOne(url, await workers.kill(await workers.pick(random)))) hits.kills += 1;
  }
  // Asked only now: while PostgreSQL restarts, it rejects connections.
  for (const stopped of await Promise.all(stopping)) {
    if ((await countLost(url, stopped)) > 0) hits.stops += 1;
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
    const client = new PublisherClient({ baseUrl, token, timeout: 15_000 });
    const target = { client, database: postgres.url };
    // The same ledger in this process, so that planning meets no faults.
    const { transactions } = new PublisherClient(createSandbox(ledger).clientOptions);
    const plan = { ...target, ...range, client: { baseUrl, transactions }, rowsPerJob: 5000, limit: 1000 };
    const { jobs } = await planLoad(plan);
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
      expect(hits.kills).toBeGreaterThanOrEqual(kills * 0.75);
      expect(hits.stops).toBeGreaterThanOrEqual(stops - 1);
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
