import { afterAll, expect, test } from 'vitest';

import { loadStatus, planLoad, syncLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, type Reading, readings, rowsAt, serveLedger, start } from '../support/ledger.ts';
import { takeLedgerDatabase, load, type LoadTarget } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const minute = 60_000;
const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

function minutesFrom(date: string, minutes: number): string {
  return new Date(Date.parse(date) + minutes * minute).toISOString();
}

function withAmount(row: LedgerRow, amount: unknown): LedgerRow {
  // The service is not what its documentation says.
  const details = { ...row.transactionDetails, amount } as LedgerRow['transactionDetails'];
  return { ...row, transactionDetails: details };
}

/** A service whose rows may change, and empty tables. */
async function openPlace(rows: readonly LedgerRow[], reading?: Reading) {
  const service = await startService((request) => serveLedger(place.rows, reading)(request));
  const target: LoadTarget = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const place = { rows, target, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
  return place;
}

/** How many rows are in quarantine. */
async function quarantined({ database }: LoadTarget): Promise<number> {
  return (await loadStatus({ database })).rowsQuarantined;
}

test.each([
  ...readings.map((reading) => ({ ...reading, concurrency: 4 })),
  { startInclusive: true, endInclusive: true, concurrency: 1 },
])(
  'an invalid row at a border of windows is counted once (start $startInclusive, end $endInclusive, $concurrency jobs)',
  async ({ concurrency, ...reading }) => {
    // Windows meet at some of these rows.
    const rows = rowsAt(Array.from({ length: 60 }, (_, index) => index * minute));
    await using place = await openPlace(
      rows.map((row) => withAmount(row, 'x')),
      reading,
    );
    const { target } = place;
    await planLoad({ ...target, ...hour, rowsPerJob: 3, limit: 7 });
    await workLoad({ ...target, concurrency });

    expect(await quarantined(target)).toBe(60);
    expect((await verifyLoad(target)).differences).toEqual([
      { what: 'quarantined', load: 1, expected: '0', found: '60' },
    ]);
  },
);

test('an invalid row is counted once, however often a sync receives it', async () => {
  const [first, second] = rowsAt([50 * minute, 55 * minute]);
  if (!first || !second) throw new Error('there are two');
  await using place = await openPlace([first, withAmount(second, 'x')]);
  const { target } = place;
  const sync = (minutes: number) =>
    syncLoad({
      ...target,
      startDate: hour.startDate,
      endDate: minutesFrom(hour.endDate, minutes),
      lookBack: 30 * minute,
    });

  for (const night of [0, 1, 2]) {
    expect((await sync(night)).verification?.differences).toMatchObject([
      { what: 'quarantined', found: '1' },
    ]);
  }
  place.rows = [first, second];

  expect((await sync(3)).verification).toMatchObject({ agrees: true, rows: 2 });
});

test('invalid rows are resolved when the range is loaded again in other windows', async () => {
  const rows = rowsAt(Array.from({ length: 60 }, (_, index) => 5000 + index * 55_000));
  await using place = await openPlace(
    rows.map((row, index) => (index % 6 === 3 ? withAmount(row, 'x') : row)),
  );
  const { target } = place;
  await load(target, hour, 7);
  expect(await quarantined(target)).toBe(10);
  place.rows = rows;

  await load(target, hour, 10);

  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 60, differences: [] });
});

test.each([
  ['was received for the same range before', hour, (row: LedgerRow) => [row]],
  ['was received for the same range before, and is gone', hour, () => []],
  ['is received now', { ...hour, startDate: minutesFrom(hour.startDate, -60) }, (row: LedgerRow) => [row]],
])('a row at exactly the start of a range is resolved if it %s', async (_, range, fixed) => {
  const [row, other] = rowsAt([0, 30 * minute]);
  if (!row || !other) throw new Error('there are two');
  await using place = await openPlace([withAmount(row, 'x'), other]);
  const { target } = place;
  await load(target, range);
  expect(await quarantined(target)).toBe(1);
  place.rows = [...fixed(row), other];

  await load(target, hour, 1);

  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: true, differences: [] });
});

test('an invalid row at the end of a range is left out, as a valid one is', async () => {
  const rows = rowsAt([30 * minute, 60 * minute]).map((row) => withAmount(row, 'x'));
  await using place = await openPlace(rows);
  const { target } = place;

  await load(target, hour);

  const commits = await execute(
    target.database,
    'SELECT rows_counted, rows_received, rows_outside, rows_quarantined FROM publisher_commerce.commits',
  );
  expect(commits).toEqual([{ rows_counted: '2', rows_received: 1, rows_outside: 1, rows_quarantined: 1 }]);
  expect(
    await execute(target.database, 'SELECT "timestamp" AS at FROM publisher_commerce.quarantine'),
  ).toEqual([{ at: new Date(start + 30 * minute) }]);
});

test('a row without a readable time is resolved once later windows cover all of its own', async () => {
  const [good] = rowsAt([40 * minute]);
  const results: unknown[] = [good, { ...good, timestamp: 'yesterday' }];
  await using service = await startService(() => ({
    json: { totalCount: results.length, nextCursor: null, results },
  }));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const [half = '', middle = '', end = ''] = [30, 45, 90].map((minutes) =>
    minutesFrom(hour.startDate, minutes),
  );
  await load(target, hour);
  await load(target, { startDate: half, endDate: end });
  expect(await quarantined(target)).toBe(1);
  results.pop();

  await load(target, { startDate: hour.startDate, endDate: middle });
  expect(await quarantined(target)).toBe(1);
  await load(target, { startDate: middle, endDate: end });

  expect(await quarantined(target)).toBe(0);
});
