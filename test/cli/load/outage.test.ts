import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { rowsAt, serveLedger } from '../../support/ledger.ts';
import { storedTotals, totalsOf } from '../../support/load.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { startService } from '../../support/service.ts';
import { openPlace } from './load-place.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const rows = rowsAt(Array.from({ length: 300 }, (_, index) => index * 60_000));
const outage = 30;

test.each([
  ['while it plans', 1],
  ['while it works', 8],
])('a sync outlasts an outage %s, and stores each row once', async (_, first) => {
  // Without jitter there is no wait between attempts: an outage has a number of requests instead of minutes.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const serve = serveLedger(rows);
  await using service = await startService((request) => {
    const isDown = service.requests.length > first && service.requests.length <= first + outage;
    return isDown ? { status: 503, json: {} } : serve(request);
  });
  const { load, database } = await openPlace(postgres);
  vi.stubEnv('PUBLISHER_BASE_URL', service.url);
  const sync = [
    'sync',
    '--start',
    '2026-10-01',
    '--end',
    '2026-10-02',
    '--rows-per-job',
    '60',
    '--limit',
    '20',
  ];

  const { code, err } = await load(...sync, '--concurrency', '1', '--retry-for', '5m');

  expect(code).toBe(0);
  expect(service.requests.length).toBeGreaterThan(first + outage);
  expect(err).toContain('the service responded 503: trying again, for up to 5 min 0 s (--retry-for)\n');
  expect(await storedTotals(database)).toEqual(totalsOf(rows));
});
