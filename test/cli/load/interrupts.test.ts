import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { openPlace, sixJobs } from './load-place.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s gives the jobs back, so that the next worker does not wait for a lease',
  async (signal) => {
    const { load, start, sql } = await openPlace(postgres, { latency: 250 });
    await load('plan', ...sixJobs, '--quiet');
    const worker = start('work', '--json');
    const active = `SELECT FROM publisher_commerce_jobs.job WHERE state = 'active'`;
    await vi.waitFor(async () => expect(await sql(active)).toHaveLength(2), {
      timeout: 20_000,
      interval: 20,
    });

    worker.child.kill(signal);
    const stopped = await worker.finished;

    expect(stopped).toMatchObject({ code: 130, signal: null });
    expect(stopped.err).toContain(
      'publisher-commerce: interrupted. Unfinished jobs were given back: run the same command to continue\n',
    );
    expect(JSON.parse(stopped.out)).toMatchObject({ error: { code: 'interrupted' } });
    expect(await sql(active)).toEqual([]);
    const before = performance.now();
    expect(await load('work', '--concurrency', '6', '--quiet')).toMatchObject({ code: 0 });
    // A lease is 30 seconds.
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(await load('verify')).toMatchObject({ code: 0 });
  },
);

test('a plan that is interrupted plans nothing', async () => {
  const { start, sql } = await openPlace(postgres, { latency: 5000 });
  const plan = start('plan', ...sixJobs);
  // It holds a lock while it waits for the service.
  const locks = `SELECT FROM pg_locks JOIN pg_database ON oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`;
  await vi.waitFor(async () => expect(await sql(locks)).toHaveLength(1), { timeout: 20_000, interval: 20 });

  plan.child.kill('SIGINT');

  expect(await plan.finished).toMatchObject({ code: 130, out: '' });
  expect(await sql('SELECT FROM publisher_commerce.loads')).toEqual([]);
  expect(await sql(locks)).toEqual([]);
});
