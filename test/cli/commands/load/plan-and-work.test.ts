import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import { jsonOf, openPlace, sixJobs } from './load-place.ts';
import { said } from '../../../support/said.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('plan prints the load, and the next command', async () => {
  const { load } = await openPlace(postgres);

  expect(await load('plan', ...sixJobs)).toEqual({
    code: 0,
    out: 'Load 1: 6 jobs, 300 rows\nNow start workers: publisher-commerce load work\n',
    err: '',
  });
});

test('plan --json prints the id of the load and its jobs; a range with an open load is not planned again', async () => {
  const { load } = await openPlace(postgres);

  const first = await load('plan', ...sixJobs, '--json');
  const second = await load('plan', '--start', '2026-10-01', '--end', '2026-11-01', '--json');
  const other = await load('plan', '--start', '2026-10-01', '--end', '2026-10-02', '--json');

  expect(jsonOf(first)).toEqual({ load: 1, jobs: 6 });
  expect(jsonOf(second)).toEqual({ load: 1, jobs: 6 });
  expect(jsonOf(other)).toEqual({ load: 2, jobs: 1 });
  expect((await load('plan', ...sixJobs)).out).toContain(
    'Load 1 of this range is already open: 6 jobs, 300 rows\n',
  );
});

test('plan creates the tables in the schema that is named, and touches no other', async () => {
  const database = await postgres.createDatabase();
  const { load, sql } = await openPlace(postgres, { database });
  const schemas = async (): Promise<unknown[]> =>
    (await sql(`SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1`)).map(
      ({ nspname }) => nspname,
    );
  const before = await schemas();

  expect(await load('plan', ...sixJobs, '--schema', 'ledger')).toMatchObject({ code: 0 });
  expect(await load('work', '--schema', 'ledger', '--quiet')).toEqual({ code: 0, out: '', err: '' });

  expect(await schemas()).toEqual([...before, 'ledger', 'ledger_jobs'].sort());
  expect(await sql('SELECT count(*)::int AS rows FROM ledger.transactions')).toEqual([{ rows: 300 }]);
});

test('work loads every row, shows the progress and what it did', async () => {
  const { load, sql } = await openPlace(postgres);
  await load('plan', ...sixJobs);

  const { code, out, err } = await load('work', '--concurrency', '3');

  expect({ code, out }).toEqual({ code: 0, out: 'Load 1: this worker did 6 jobs with 300 rows\n' });
  expect(err.split('\n').at(-2)).toMatch(/^300 of 300 rows/);
  expect(await sql('SELECT count(*)::int AS rows FROM publisher_commerce.transactions')).toEqual([
    { rows: 300 },
  ]);
});

test('work --json prints what it did, and nothing else on stdout', async () => {
  const { load } = await openPlace(postgres);
  await load('plan', ...sixJobs);

  expect(jsonOf(await load('work', '--json'))).toEqual({
    loads: [1],
    finished: true,
    failedJobs: [],
    rowsChanged: 0,
    rowsKnown: 0,
    rowsMarked: 0,
    rowsQuarantined: 0,
    rowsRemoved: 0,
    rowsUnconfirmed: 0,
    storedAs: [],
    jobs: 6,
    rows: 300,
  });
});

test('work says how many rows are in quarantine, also with --quiet, and exits with 3', async () => {
  const { load, sandbox } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  const field = 'results.0.transactionDetails.amount';
  sandbox.fail({ operation: 'transactions.list', fault: 'null_field', field, times: Infinity });

  const { code, err } = await load('work', '--quiet');
  const status = jsonOf(await load('status', '--json'));

  const { rowsQuarantined } = status as { readonly rowsQuarantined: number };
  expect(rowsQuarantined).toBeGreaterThan(0);
  expect({ code, err }).toEqual({
    code: 3,
    err: `publisher-commerce: rows in quarantine: ${rowsQuarantined}; sums do not include them; the table quarantine says why: report them to the service, then load their range again\n`,
  });
});

test('work without an open load says so, and exits with 0', async () => {
  const { load } = await openPlace(postgres);

  expect(await load('work')).toEqual({
    code: 0,
    out: 'Nothing to do: no load is open. Plan one: publisher-commerce load plan\n',
    err: '',
  });
  await load('plan', ...sixJobs);
  await load('work', '--quiet');
  expect(await load('work', '--load', '1')).toMatchObject({
    code: 0,
    out: 'Nothing to do: load 1 is finished\n',
  });
});

test('work --load takes this load only', async () => {
  const { load } = await openPlace(postgres);
  await load('plan', '--start', '2026-10-01', '--end', '2026-10-05');
  await load('plan', '--start', '2026-10-05', '--end', '2026-10-09');

  expect(jsonOf(await load('work', '--load', '2', '--json'))).toMatchObject({ loads: [2], jobs: 1 });
  expect(jsonOf(await load('status', '--json'))).toMatchObject({ loads: [{ load: 1, jobsDone: 0 }] });
  expect(await load('work', '--load', '9')).toEqual({
    code: 2,
    out: '',
    err: 'publisher-commerce: --load: there is no load 9\nTry publisher-commerce load work --help, or read node_modules/publisher-commerce/docs/postgres.md\n',
  });
});

test('a job that failed five times is listed, the others are done, and the next worker tries it again', async () => {
  const { load, sandbox, sql } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  // As if four attempts had failed.
  await sql('UPDATE publisher_commerce_jobs.job SET retry_limit = 0');
  sandbox.fail({ operation: 'transactions.list', status: 400, times: 1 });

  const failed = await load('work', '--concurrency', '1');
  const [stored] = await sql('SELECT count(*)::int AS rows FROM publisher_commerce.transactions');
  const status = await load('status');
  const retried = await load('work', '--json');

  expect(failed.code).toBe(1);
  expect(failed.out).toBe(`Load 1: this worker did 5 jobs with ${String(stored?.['rows'])} rows\n`);
  expect(failed.err).toMatch(
    /\npublisher-commerce: 1 job failed five times\. Run load work again to retry:\n {2}job 1 of load 1, 2026-10-01T00:00:00\.000Z to \S+: .+\n$/,
  );
  expect(status.out).toContain('5 of 6 jobs done, 1 failed');
  expect(status.out).toContain('  job 1 of load 1, 2026-10-01T00:00:00.000Z to ');
  expect(retried.code).toBe(0);
  expect(jsonOf(retried)).toMatchObject({ finished: true, jobs: 1 });
});

test('a worker of another service does not take the jobs', async () => {
  const { load } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  const { load: loadFromOther } = await openPlace(postgres, { database: process.env['DATABASE_URL'] ?? '' });

  const { code, err } = await loadFromOther('work', '--quiet');

  expect(code).toBe(2);
  expect(err).toMatch(
    /^publisher-commerce: PUBLISHER_BASE_URL: loads of 127\.0\.0\.1 are of http:\S+, not of http:\S+\n/,
  );
  vi.stubEnv('PUBLISHER_SANDBOX_URL', process.env['PUBLISHER_BASE_URL']);
  expect((await loadFromOther('work', '--quiet', '--environment', 'sandbox')).err).toMatch(
    /^publisher-commerce: PUBLISHER_SANDBOX_URL: loads of/,
  );
});

test('a rejected token ends the worker with what to do', async () => {
  const { load, sandbox } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  sandbox.fail({ operation: 'transactions.list', status: 401, times: Infinity });

  const { code, out, err } = await load('work', '--json');

  expect(code).toBe(1);
  expect(err).toMatch(said('(401): … PUBLISHER_TOKEN'));
  expect(jsonOf({ out })).toMatchObject({ error: { code: 'unauthorized' } });
  expect(jsonOf(await load('status', '--json'))).toMatchObject({
    loads: [{ jobsDone: 0, jobsActive: 0, jobsWaiting: 6 }],
  });
});

test('--rate-limit spaces the requests of a plan', async () => {
  const { load } = await openPlace(postgres, { transactions: 40 });
  const plan = ['plan', '--month', '2026-10', '--rows-per-job', '20', '--json'] as const;
  const start = performance.now();

  const limited = await load(...plan, '--rate-limit', '600', '--max-concurrency', '1');

  expect(jsonOf(limited)).toEqual({ load: 1, jobs: 2 });
  // The count of the range, and at least three of its parts, 100 ms apart.
  expect(performance.now() - start).toBeGreaterThan(290);
});

test('--rate-limit spaces the requests of this worker', async () => {
  const { load } = await openPlace(postgres, { transactions: 40 });
  await load('plan', '--month', '2026-10', '--limit', '5');
  const start = performance.now();

  expect(await load('work', '--rate-limit', '600', '--max-concurrency', '1', '--quiet')).toMatchObject({
    code: 0,
  });

  // Eight pages, 100 ms apart.
  expect(performance.now() - start).toBeGreaterThan(690);
});
