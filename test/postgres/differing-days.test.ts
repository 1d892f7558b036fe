import { afterAll, expect, test } from 'vitest';

import { verifyLoad } from '../../src/postgres/index.ts';
import { isCount, type LedgerRow } from '../support/ledger.ts';
import { totalsOf } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { day, daysOf, hour, openNights, rowsAt, start } from './nights.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

test('a day that differs after it was read is named each night, and read again when its count changes', async () => {
  await using nights = await openNights(postgres, daysOf(0, 40));
  await nights.sync(38);
  const more = (hours: number): LedgerRow[] => rowsAt([35 * day + hours * hour]);
  nights.phantoms = more(5);
  const ofDay = {
    what: 'totalCount',
    startDate: new Date(start + 35 * day).toISOString(),
    endDate: new Date(start + 36 * day).toISOString(),
    expected: '25',
    found: '24',
  };
  const read = async (night: number) => {
    const { verification } = await nights.sync(night, 0);
    const isAgain = nights.requests.some(
      (request) =>
        !isCount(request) &&
        !/limit=10(&|$)/.test(request.url) &&
        request.url.includes(`startDate=${new Date(start + 35 * day - 1000).toISOString().slice(0, 10)}`),
    );
    return { isAgain, differences: verification?.differences };
  };

  expect(await read(39)).toMatchObject({ isAgain: true, differences: [ofDay] });
  expect(await read(39.5)).toMatchObject({ isAgain: false, differences: [ofDay] });
  // Another day beside it is found all the same.
  nights.rows = [...daysOf(0, 40), ...rowsAt([33 * day + 1])];
  expect(await read(39.6)).toMatchObject({ isAgain: false, differences: [ofDay] });
  const known = nights.rows.filter(({ timestamp }) => Date.parse(timestamp) < start + 39.6 * day);
  expect(await nights.stored()).toEqual(totalsOf(known));
  nights.phantoms = [...more(5), ...more(6)];
  expect(await read(39.7)).toMatchObject({ isAgain: true, differences: [{ ...ofDay, expected: '26' }] });
  nights.phantoms = [];
  expect(await read(39.8)).toMatchObject({ isAgain: false, differences: [] });
});

test('a day that differs stays one, however old it is, until a verification with the service finds that it agrees', async () => {
  await using nights = await openNights(postgres, daysOf(0, 80));
  await nights.sync(38);
  nights.phantoms = rowsAt([35 * day + 5]);
  await nights.sync(39);
  for (const night of [78, 79]) await nights.sync(night);
  const { client, database } = nights.target;
  const named = [{ what: 'totalCount', expected: '25', found: '24' }];

  expect(await verifyLoad({ database })).toMatchObject({ agrees: false, differences: named });
  expect((await verifyLoad({ client, database })).differences).toMatchObject(named);
  nights.phantoms = [];
  expect(await verifyLoad({ client, database })).toMatchObject({ agrees: true });
  expect(await verifyLoad({ database })).toMatchObject({ agrees: true });
});

test('a day that differs stays one when the first day that is counted is the next one, and differs too', async () => {
  // The pause between the two days is after midnight.
  const near = rowsAt([-30_000, -500, 400].map((moment) => 8 * day + moment));
  await using nights = await openNights(postgres, [...daysOf(0, 40), ...near]);
  await nights.sync(36);
  nights.phantoms = rowsAt([7 * day + 5 * hour]);
  const known = { what: 'totalCount', endDate: new Date(start + 8 * day + 30_500).toISOString() };
  expect((await nights.sync(37)).verification?.differences).toMatchObject([known]);
  await nights.sync(38.9);
  nights.phantoms = rowsAt([7 * day + 5 * hour, 8 * day + 5 * hour]);

  const { verification } = await nights.sync(39);

  expect(verification?.differences).toMatchObject([known, { what: 'totalCount', startDate: known.endDate }]);
});

test('several days that differ stay one alarm, and are not read again, when the first day that is counted is one of them', async () => {
  await using nights = await openNights(postgres, [...daysOf(0, 10), ...daysOf(16, 60)]);
  await nights.sync(38);
  nights.phantoms = rowsAt([11, 12].map((at) => at * day + 5 * hour));
  const { verification } = await nights.sync(39);
  expect(verification?.differences).toMatchObject([{ what: 'totalCount', expected: '2', found: '0' }]);

  for (const night of [42, 43, 44]) {
    const again = await nights.sync(night);
    expect(again.verification?.differences).toEqual(verification?.differences);
    expect(nights.requests).toHaveLength(5);
  }
});
