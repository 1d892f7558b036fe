import { afterAll, expect, test } from 'vitest';

import { loadStatus, planLoad, verifyLoad } from '../../src/postgres/index.ts';
import type { LedgerRow, Reading } from '../support/ledger.ts';
import { totalsOf } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { day, daysOf, openNights, rowsAt, start } from './nights.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

test('rows of nights in which the service had none are stored in the night that it has them', async () => {
  await using nights = await openNights(postgres, daysOf(0, 10));
  for (const night of [1, 10]) await nights.sync(night);
  // One was removed from the service, which two loads found out.
  nights.rows = daysOf(0, 10).toSpliced(-3, 1);
  for (const night of [11, 12]) await nights.sync(night, 3 * day);
  for (const night of [13, 14, 15, 16])
    expect(await nights.sync(night)).toMatchObject({ work: { rowsRemoved: 0, rowsMarked: 0 } });
  nights.rows = [...nights.rows, ...daysOf(10, 17)];

  const { work, verification } = await nights.sync(17);

  expect(work).toMatchObject({ finished: true });
  expect(verification).toMatchObject({ agrees: true, differences: [] });
  expect(await nights.stored()).toEqual(totalsOf(nights.rows));
  expect(nights.requests.length).toBeLessThan(16);
  expect(await verifyLoad({ ...nights.target, deep: true })).toMatchObject({ agrees: true });
});

test('a sync that ends before the last one was planned finds late rows too', async () => {
  await using nights = await openNights(postgres, daysOf(0, 4));
  for (const night of [4, 10]) await nights.sync(night);
  nights.rows = daysOf(0, 10);

  await nights.sync(10.2, day, 9.5);

  expect(await nights.stored()).toEqual(totalsOf(daysOf(0, 10).slice(0, 9.5 * 24)));
});

test('rows of silent months are read as one range', async () => {
  await using nights = await openNights(postgres, daysOf(0, 3));
  for (const night of [3, 40, 80, 120]) await nights.sync(night);
  nights.rows = daysOf(0, 120);

  await nights.sync(121);

  expect(await nights.stored()).toEqual(totalsOf(nights.rows));
  expect(nights.requests.length).toBeLessThanOrEqual(12);
});

test('of a game that sells at weekends, the days with more rows are found with few requests', async () => {
  const weekends = daysOf(0, 43).filter((_, hours) => Math.floor(hours / 24) % 7 >= 5);
  const late = daysOf(26, 28);
  const isLate = ({ timestamp }: LedgerRow): boolean => late.some((row) => row.timestamp === timestamp);
  await using nights = await openNights(
    postgres,
    weekends.filter((row) => !isLate(row)),
  );
  for (const night of [42, 42.5]) await nights.sync(night);
  nights.rows = weekends;

  await nights.sync(43);

  expect(await nights.stored()).toEqual(totalsOf(weekends));
  expect(nights.requests.length).toBeLessThanOrEqual(16);
});

test('a usual night counts once more, and reads nothing more', async () => {
  await using nights = await openNights(postgres, daysOf(0, 40));
  await nights.sync(38);
  const { verification } = await nights.sync(39);

  // A row that is stored, the clock, the days that it has, the range of the plan, and its page.
  expect(nights.requests).toHaveLength(5);
  expect(verification?.ranges).toMatchObject([{ startDate: new Date(start + 37 * day).toISOString() }]);
});

test('a service that lost rows has none of them read again, and they hide no others', async () => {
  await using nights = await openNights(postgres, daysOf(0, 40));
  await nights.sync(38);
  const left = daysOf(0, 40).toSpliced(20 * 24, 12);
  nights.rows = left;

  const { work, verification } = await nights.sync(39);
  expect({ work, verification }).toMatchObject({
    work: { rows: 2 * 24, rowsMarked: 0 },
    verification: { agrees: true },
  });
  await nights.sync(39.1);
  expect(nights.requests).toHaveLength(5);

  nights.rows = [...left, ...rowsAt([10 * day + 1, 31 * day + 1])];
  await nights.sync(39.2);
  expect((await nights.stored()).rows).toBe(String(Math.ceil(39.2 * 24) + 2));
});

test('what an open plan has not done yet is not read by a sync', async () => {
  await using nights = await openNights(postgres, daysOf(0, 40));
  await nights.sync(10);
  nights.at(21);
  await planLoad({
    ...nights.target,
    startDate: new Date(start + 10 * day).toISOString(),
    endDate: new Date(start + 20 * day).toISOString(),
  });

  const { work } = await nights.sync(21);

  expect(work).toMatchObject({ rows: 2 * 24 });
  expect((await loadStatus({ database: nights.target.database })).loads).toMatchObject([
    { kind: 'plan', jobsDone: 0 },
  ]);
});

test.each([2, 3])(
  'a day that counted three rows less is read when %i others have come to it',
  async (count) => {
    await using nights = await openNights(postgres, daysOf(0, 40));
    await nights.sync(38);
    const left = daysOf(0, 40).toSpliced(20 * 24, 3);
    nights.rows = left;
    expect((await nights.sync(39)).work).toMatchObject({ rows: 2 * 24 });
    const late = rowsAt(Array.from({ length: count }, (_, index) => 20 * day + index + 1));
    nights.rows = [...left, ...late];

    const { work } = await nights.sync(39.1);

    expect(await nights.has(late)).toBe(count);
    // What it has lost is known then, too.
    expect(work).toMatchObject({ rowsMarked: 3 });
    // The rows that are marked are looked for once more.
    await nights.sync(39.2);
    expect(nights.requests).toHaveLength(7);
  },
);

test('a row that was removed is not the last one of its source', async () => {
  const order = rowsAt([50 * day + 5]);
  await using nights = await openNights(postgres, [...daysOf(0, 10), ...order]);
  for (const night of [10, 51]) await nights.sync(night);
  expect(await nights.has(order)).toBe(1);
  nights.rows = daysOf(0, 10);
  for (const night of [52, 53]) await nights.sync(night, 5 * day);
  expect(await nights.has(order)).toBe(0);

  const { database } = nights.target;
  expect((await loadStatus({ database })).sources).toMatchObject([
    { lastRow: daysOf(0, 10).at(-1)?.timestamp },
  ]);
  nights.rows = daysOf(0, 53);
  await nights.sync(54);
  expect(await nights.stored()).toEqual(totalsOf(nights.rows));
});

const exclusive: Reading = { startInclusive: false, endInclusive: true };

test('a row at the very start of the data, which the service leaves out of a range, hides no late row', async () => {
  const rows = [...rowsAt([0]), ...daysOf(0, 12)];
  await using nights = await openNights(postgres, rows, exclusive);
  for (const night of [10, 11]) await nights.sync(night);
  expect(nights.requests).toHaveLength(5);
  const late = rowsAt([5 * day + 1]);
  nights.rows = [...rows, ...late];

  await nights.sync(11.5);

  expect(await nights.has(late)).toBe(1);
});

test('a row at the first midnight that is counted hides no late row', async () => {
  // The last row is of day 38.
  const rows = [...daysOf(0, 39), ...rowsAt([8 * day])];
  await using nights = await openNights(postgres, rows, exclusive);
  for (const night of [39, 39.2]) await nights.sync(night);
  expect(nights.requests).toHaveLength(5);
  const late = rowsAt([20 * day + 1]);
  nights.rows = [...rows, ...late];

  await nights.sync(39.5);

  expect(await nights.has(late)).toBe(1);
});
