import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { storedTotals, totalsOf } from '../../../support/load.ts';
import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import { startService } from '../../../support/service.ts';
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

/** Returns the URL of a database whose server rejects the first connections, as while it starts. */
async function startingUp(database: string, rejections: number): Promise<string> {
  const url = new URL(database);
  const { hostname, port } = url;
  let left = rejections;
  const proxy = createServer((near) => {
    near.on('error', () => undefined);
    left -= 1;
    if (left >= 0) return void near.destroy();
    const far = connect(Number(port), hostname);
    far.on('error', () => undefined);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  // A server on a TCP port has an address of this form.
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return url.href;
}

test.each([
  ['plan', 1, ['--month', '2026-10']],
  // Another connection shows the progress.
  ['work', 2, []],
  ['sync', 2, ['--start', '2026-10-01', '--end', '2026-10-02']],
  ['recount', 2, ['--start', '2026-10-01', '--end', '2026-10-02']],
  ['status', 1, []],
  ['verify', 1, []],
  ['erase', 1, ['--customer', 'player-7', '--yes']],
] as const)('load %s waits for a database that is away when it starts', async (name, rejections, flags) => {
  const { load, database } = await openPlace(postgres);
  const command = [name, ...flags];
  // They need a source.
  if (name === 'erase' || name === 'recount') await load('plan', '--month', '2026-10');
  const url = await startingUp(database, rejections);

  const { code, err } = await load(...command, '--database-url', url, '--retry-for', '5m');

  expect(code).toBe(0);
  expect(err).toMatch(
    /^the (?:connection to the database was lost|database cannot be reached): .*: trying again, for up to 5 min 0 s \(--retry-for\)$/m,
  );
  const other = await startingUp(database, 1);
  expect(await load(...command, '--database-url', other, '--quiet', '--retry-for', '0')).toMatchObject({
    code: 1,
  });
});
