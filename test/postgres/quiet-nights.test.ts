import { afterAll, expect, test } from 'vitest';

import {
  acknowledgeAlarms,
  loadStatus,
  planLoad,
  syncLoad,
  type SyncResult,
  verifyLoad,
  workLoad,
} from '../../src/postgres/index.ts';
import {
  inclusive,
  isCount,
  type LedgerRow,
  type Reading,
  rowsAt as rowsAfter,
  serveLedger,
  start as first,
} from '../support/ledger.ts';
import { storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { type ReceivedRequest, startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const day = 24 * hour;
/** All nights are in the past: no range ends after the clock of this machine. */
const start = first - 100 * day;
const rowsAt = (moments: readonly number[]): LedgerRow[] =>
  rowsAfter(moments.map((moment) => moment - 100 * day));

/** A row an hour, of days from one to before another. */
function daysOf(from: number, to: number): LedgerRow[] {
  return rowsAt(Array.from({ length: (to - from) * 24 }, (_, index) => from * day + index * hour + 1000));
}

/** A service whose rows and clock may change, a table, and a sync each night. */
async function openNights(rows: readonly LedgerRow[], reading: Reading = inclusive) {
  let now = start;
  const service = await startService((request) => {
    nights.requests.push(request);
    const known = [...nights.rows, ...(isCount(request) ? nights.phantoms : [])];
    const sorted = known
      .filter(({ timestamp }) => Date.parse(timestamp) <= now)
      .toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
    return {
      json: serveLedger(sorted, reading)(request).json,
      headers: { date: new Date(now).toUTCString() },
    };
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const nights = {
    target,
    rows,
    /** Those of the last night. */
    requests: [] as ReceivedRequest[],
    /** Rows that the service counts, and never returns. */
    phantoms: [] as readonly LedgerRow[],
    at: (night: number): void => void (now = start + night * day),
    sync: async (night: number, lookBack = day, end = night): Promise<SyncResult> => {
      nights.at(night);
      nights.requests.length = 0;
      const [startDate, endDate] = [0, end].map((at) => new Date(start + at * day).toISOString());
      return await syncLoad({ ...target, startDate, endDate, lookBack });
    },
    stored: () => storedTotals(target.database),
    /** How many of these rows are stored. */
    has: async (some: readonly LedgerRow[]): Promise<number> => {
      const [row] = await execute(
        target.database,
        `SELECT count(*)::int AS rows FROM publisher_commerce.transactions WHERE timestamp = ANY ($1)`,
        [some.map(({ timestamp }) => timestamp)],
      );
      return Number(row?.['rows']);
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  return nights;
}

test('rows of nights in which the service had none are stored in the night that it has them', async () => {
  await using nights = await openNights(daysOf(0, 10));
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
  await using nights = await openNights(daysOf(0, 4));
  for (const night of [4, 10]) await nights.sync(night);
  nights.rows = daysOf(0, 10);

  await nights.sync(10.2, day, 9.5);

  expect(await nights.stored()).toEqual(totalsOf(daysOf(0, 10).slice(0, 9.5 * 24)));
});

test('rows of silent months are read as one range', async () => {
  await using nights = await openNights(daysOf(0, 3));
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
  await using nights = await openNights(weekends.filter((row) => !isLate(row)));
  for (const night of [42, 42.5]) await nights.sync(night);
  nights.rows = weekends;

  await nights.sync(43);

  expect(await nights.stored()).toEqual(totalsOf(weekends));
  expect(nights.requests.length).toBeLessThanOrEqual(16);
});

test('a usual night counts once more, and reads nothing more', async () => {
  await using nights = await openNights(daysOf(0, 40));
  await nights.sync(38);
  const { verification } = await nights.sync(39);

  // A row that is stored, the clock, the days that it has, the range of the plan, and its page.
  expect(nights.requests).toHaveLength(5);
  expect(verification?.ranges).toMatchObject([{ startDate: new Date(start + 37 * day).toISOString() }]);
});

test('a service that lost rows has none of them read again, and they hide no others', async () => {
  await using nights = await openNights(daysOf(0, 40));
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

test('a day that differs after it was read is named each night, and read again when its count changes', async () => {
  await using nights = await openNights(daysOf(0, 40));
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

test('what an open plan has not done yet is not read by a sync', async () => {
  await using nights = await openNights(daysOf(0, 40));
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

test('a day that differs stays one, however old it is, until a verification with the service finds that it agrees', async () => {
  await using nights = await openNights(daysOf(0, 80));
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

test.each([2, 3])(
  'a day that counted three rows less is read when %i others have come to it',
  async (count) => {
    await using nights = await openNights(daysOf(0, 40));
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
  await using nights = await openNights([...daysOf(0, 10), ...order]);
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
  await using nights = await openNights(rows, exclusive);
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
  await using nights = await openNights(rows, exclusive);
  for (const night of [39, 39.2]) await nights.sync(night);
  expect(nights.requests).toHaveLength(5);
  const late = rowsAt([20 * day + 1]);
  nights.rows = [...rows, ...late];

  await nights.sync(39.5);

  expect(await nights.has(late)).toBe(1);
});

test('a day that differs stays one when the first day that is counted is the next one, and differs too', async () => {
  // The pause between the two days is after midnight.
  const near = rowsAt([-30_000, -500, 400].map((moment) => 8 * day + moment));
  await using nights = await openNights([...daysOf(0, 40), ...near]);
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
  await using nights = await openNights([...daysOf(0, 10), ...daysOf(16, 60)]);
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

test('the window of a job that found nothing is read again by the next sync, which ends its alarm', async () => {
  await using nights = await openNights(daysOf(0, 41));
  await nights.sync(38);
  nights.rows = [];
  const { verification } = await nights.sync(39);
  expect(verification?.alarms).toMatchObject([{ kind: 'unconfirmed' }]);
  nights.rows = daysOf(0, 41);

  const next = await nights.sync(40);

  expect(next).toMatchObject({ work: { finished: true }, verification: { alarms: [] } });
  await nights.sync(40.5);
  expect(nights.requests).toHaveLength(5);
});

test.each<[string, number, boolean, number]>([
  ['is read again by the next sync', 40, false, 3],
  ['is not read again if it is acknowledged', 40, true, 2],
  ['is not read again after 30 days', 80, false, 42],
])('the window of a job whose rows did not add up %s', async (_, next, isAcknowledged, days) => {
  await using nights = await openNights(daysOf(0, 80));
  for (const night of [38, 39]) await nights.sync(night);
  const { database } = nights.target;
  const readIds = async (): Promise<string[]> =>
    (await loadStatus({ database })).alarms.filter(({ kind }) => kind === 'counted').map(({ id }) => id);
  // A job is tried for twenty seconds before it does not add up.
  await execute(database, 'UPDATE publisher_commerce.commits SET rows_counted = 49 WHERE load_id = 2');
  const alarms = await readIds();
  expect(alarms).toHaveLength(1);
  if (isAcknowledged) await acknowledgeAlarms({ database, alarms, note: 'reported' });

  const { work } = await nights.sync(next);

  expect(work).toMatchObject({ rows: days * 24 });
  expect(await readIds()).toEqual(days === 3 ? [] : alarms);
});

test('the alarm of a job ends when later ones have read its window, in parts too, and not before', async () => {
  await using nights = await openNights(daysOf(0, 41));
  await nights.sync(38);
  nights.rows = [];
  await nights.sync(39);
  nights.rows = daysOf(0, 41);
  const { database } = nights.target;
  const alarms = async (): Promise<string[]> =>
    (await loadStatus({ database })).alarms.map(({ kind }) => kind).filter((kind) => kind !== 'lag');

  for (const [from, kinds] of [
    [38, ['unconfirmed']],
    [37, []],
  ] as const) {
    const [startDate = '', endDate = ''] = [from, from + 1].map((at) =>
      new Date(start + at * day).toISOString(),
    );
    await planLoad({ ...nights.target, startDate, endDate });
    await workLoad(nights.target);
    expect(await alarms()).toEqual(kinds);
  }
});
