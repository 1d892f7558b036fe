import { afterAll, expect, test } from 'vitest';

import { planLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { storedTotals, totalsOf } from '../support/load.ts';
import { execute, startOwnPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startOwnPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
/** Of the first job: a second before its window. */
const requested = '2026-09-30T23:59:59.000Z';
const jobs = 'publisher_commerce_jobs.job';

test('a job that always fails is listed with its message after five attempts, and the next worker tries it again', async () => {
  const rows = rowsAt([1000, 600_000, 1_200_000, 1_800_000, 3_000_000]);
  let poisoned = false;
  await using service = await startService((request) => {
    const start = new URL(request.url, 'http://service').searchParams.get('startDate') ?? '';
    if (poisoned && start === requested) return { status: 400, json: { message: 'no such window \ud800' } };
    return serveLedger(rows)(request);
  });
  const target = { client: service.client(), database: await postgres.createDatabase() };
  const { jobs: count } = await planLoad({ ...target, ...hour, rowsPerJob: 1 });
  poisoned = true;
  // The delays between attempts are not what is tested.
  await execute(target.database, `UPDATE ${jobs} SET retry_delay_max = 1`);

  const first = await workLoad(target);

  expect(first).toMatchObject({ finished: false, jobs: count - 1 });
  expect(first.failedJobs).toHaveLength(1);
  expect(first.failedJobs[0]).toMatchObject({ load: 1, job: 1, startDate: hour.startDate });
  expect(first.failedJobs[0]?.message).toContain('no such window');
  expect(
    service.requests.filter(({ url }) => url.includes(encodeURIComponent(requested))).length,
  ).toBeGreaterThanOrEqual(5);
  poisoned = false;
  expect(await workLoad(target)).toMatchObject({ finished: true, jobs: 1, failedJobs: [] });
  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
});
