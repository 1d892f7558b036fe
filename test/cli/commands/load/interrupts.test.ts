import { afterAll, beforeAll, expect, test } from 'vitest';

import { eventually } from '../../../support/eventually.ts';
import { createLedgerDatabase } from '../../../support/load.ts';
import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import type { Program } from '../../../support/run-program.ts';
import { type LoadPlace, openPlace, sixJobs } from './load-place.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s gives the jobs back, so that the next worker does not wait for a lease, and exits with %i',
  async (signal, code) => {
    const { load, start, sql } = await openPlace(postgres, { latency: 250 });
    await load('plan', ...sixJobs, '--quiet');
    const worker = start('work', '--json');
    const active = `SELECT FROM publisher_commerce_jobs.job WHERE state = 'active'`;
    await eventually(async () => expect(await sql(active)).toHaveLength(2));

    worker.child.kill(signal);
    const stopped = await worker.finished;

    expect(stopped).toMatchObject({ code, signal: null });
    expect(stopped.err).toContain(
      'publisher-commerce: interrupted. Unfinished jobs are free for any worker, after 30 seconds at the latest: run the same command to continue\n',
    );
    expect(JSON.parse(stopped.out)).toMatchObject({ error: { code: 'interrupted' } });
    expect(await sql(active)).toEqual([]);
    expect(await load('work', '--concurrency', '6', '--quiet')).toMatchObject({ code: 0 });
    expect(await load('verify')).toMatchObject({ code: 0 });
  },
);

const stopped = {
  code: 130,
  signal: null,
  out: '',
  err: 'publisher-commerce: interrupted. Run the same command again\n',
};

test('a plan that is interrupted plans nothing', async () => {
  const { start, sql } = await openPlace(postgres, { latency: 5000 });
  const plan = start('plan', ...sixJobs);
  // It holds a lease while it waits for the service.
  const leases = `SELECT FROM publisher_commerce.leases WHERE name = 'plan'`;
  await eventually(async () => expect(await sql(leases)).toHaveLength(1));

  plan.child.kill('SIGINT');

  expect(await plan.finished).toEqual(stopped);
  expect(await sql('SELECT FROM publisher_commerce.loads')).toEqual([]);
  expect(await sql(leases)).toEqual([]);
});

const otherPlan = `INSERT INTO publisher_commerce.leases
  VALUES ('plan', gen_random_uuid(), 'db1', 4711, '2026-10-01T00:00:00Z', now() + interval '1 hour')`;
const waiting = 'Waiting for another plan: pid 4711 on db1, since 2026-10-01T00:00:00.000Z\n';

/** Waits until a plan says that it waits for another one. */
async function waits({ child }: Program): Promise<void> {
  await new Promise<void>((resolve) =>
    child.stderr.on('data', (text: string) => text.includes('Waiting') && resolve()),
  );
}

test('a plan that waits for a process that takes one lease after another says so once', async () => {
  const { start, sql } = await openPlace(postgres);
  await sql(otherPlan);
  const plan = start('plan', ...sixJobs);
  await waits(plan);

  await sql(`UPDATE publisher_commerce.leases SET taken_at = now() WHERE name = 'plan'`);
  const [changed] = await sql('SELECT clock_timestamp()::text AS at');
  // Each attempt is a transaction, which ends so.
  const attempts = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND state = 'idle' AND query = 'COMMIT' AND query_start > $1::timestamptz + interval '1 second'`;
  await eventually(async () => expect(await sql(attempts, [changed?.['at']])).not.toEqual([]));
  await sql('DELETE FROM publisher_commerce.leases');

  const { code, err } = await plan.finished;
  expect({ code, waiting: err.match(/Waiting.*\n/g) }).toEqual({ code: 0, waiting: [waiting] });
});

test('a plan that waits for another one says for whom, once, and goes on when that one has died', async () => {
  const { start, sql } = await openPlace(postgres);
  await sql(otherPlan);
  const plan = start('plan', ...sixJobs);
  await waits(plan);

  await sql('UPDATE publisher_commerce.leases SET expires_at = clock_timestamp()');

  expect(await plan.finished).toMatchObject({
    code: 0,
    out: expect.stringContaining('Load 1: 6 jobs') as string,
    err: waiting,
  });
});

test('a plan that waits for another one can be interrupted', async () => {
  const { start, sql } = await openPlace(postgres);
  await sql(otherPlan);
  const plan = start('plan', ...sixJobs);
  await waits(plan);

  plan.child.kill('SIGTERM');

  const { err, ...ended } = await plan.finished;
  expect(ended).toEqual({ code: 143, signal: null, out: '' });
  expect(err).toBe(`${waiting}${stopped.err}`);
});

test('a verification that is interrupted ends at once, and its statement too', async () => {
  // The view is changed below.
  const database = await createLedgerDatabase(postgres);
  const { load, start, sql } = await openPlace(postgres, { database });
  await load('plan', ...sixJobs, '--quiet');
  await load('work', '--quiet');
  // As slow as a table of a hundred million rows.
  await sql('ALTER VIEW publisher_commerce.transactions RENAME TO present');
  await sql(
    `CREATE VIEW publisher_commerce.transactions AS
     SELECT present.* FROM publisher_commerce.present, LATERAL (SELECT pg_sleep(0.5 + 0 * amount_minor)) AS slow`,
  );
  const verification = start('verify', '--json');
  await runs(sql, 'count');

  verification.child.kill('SIGTERM');

  const { code, out } = await verification.finished;
  expect({ code, out: JSON.parse(out) as unknown }).toEqual({
    code: 143,
    out: { error: { code: 'interrupted', message: 'interrupted. Run the same command again' } },
  });
  expect(await sql(running, ['%count%'])).toEqual([]);
});

const running = `SELECT FROM pg_stat_activity
  WHERE application_name = 'publisher-commerce' AND datname = current_database() AND query LIKE $1
    AND state = 'active'`;

/** Waits until the command has run a statement that contains a word. */
async function runs(sql: LoadPlace['sql'], word: string): Promise<void> {
  await eventually(async () => expect(await sql(running, [`%${word}%`])).not.toEqual([]));
}
