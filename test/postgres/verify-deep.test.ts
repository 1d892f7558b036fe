import { afterAll, expect, test } from 'vitest';

import { acknowledgeAlarms, planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, type Reading, readings, rowsAt, serveLedger } from '../support/ledger.ts';
import { load, takeLedgerDatabase } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const minute = 60_000;
const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

/** A table that was loaded from rows which may change. */
async function loaded(reading?: Reading) {
  const rows: readonly LedgerRow[] = rowsAt(Array.from({ length: 60 }, (_, index) => index * minute));
  const place = { rows, distort: (page: unknown) => page };
  const service = await startService((request) => ({
    json: place.distort(serveLedger(place.rows, reading)(request).json),
  }));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, range);
  return Object.assign(place, {
    service,
    target,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  });
}

/** The rows, one of them with other details. */
function withDetails(
  rows: readonly LedgerRow[],
  number: number,
  details: Partial<LedgerRow['transactionDetails']>,
): LedgerRow[] {
  return rows.map((row) =>
    row.orderId === `order-${number}`
      ? { ...row, transactionDetails: { ...row.transactionDetails, ...details } }
      : row,
  );
}

const without = (rows: readonly LedgerRow[], number: number): LedgerRow[] =>
  rows.filter(({ orderId }) => orderId !== `order-${number}`);

test.each<[string, (rows: readonly LedgerRow[]) => readonly LedgerRow[], object[]]>([
  [
    'a deleted and a late row that balance',
    (rows) => withDetails(rows, 7, { id: 'late' }),
    [
      {
        what: 'missing',
        timestamp: '2026-10-01T00:07:00.000000Z',
        type: 'paid',
        transactionId: 'transaction-7',
      },
      { what: 'added', timestamp: '2026-10-01T00:07:00.000000Z', type: 'paid', transactionId: 'late' },
    ],
  ],
  [
    'amounts that were swapped',
    (rows) => withDetails(withDetails(rows, 7, { amount: 1000 }), 8, { amount: 998 }),
    [
      {
        what: 'changed',
        transactionId: 'transaction-7',
        fields: ['amount_minor'],
        expected: '1000',
        found: '999',
      },
      {
        what: 'changed',
        transactionId: 'transaction-8',
        fields: ['amount_minor'],
        expected: '998',
        found: '999',
      },
    ],
  ],
  [
    'another customer',
    (rows) =>
      rows.map((row) =>
        row.orderId === 'order-7'
          ? { ...row, customerDetails: { ...row.customerDetails, id: 'player-8' } }
          : row,
      ),
    [{ what: 'changed', transactionId: 'transaction-7', fields: ['customer_id'] }],
  ],
  [
    'a field that is not documented',
    (rows) => rows.map((row) => (row.orderId === 'order-7' ? { ...row, note: 'x' } : row)),
    [{ what: 'changed', transactionId: 'transaction-7', fields: ['row'] }],
  ],
])('%s: the counts agree, and each row is named', async (_, change, expected) => {
  await using place = await loaded();
  place.rows = change(place.rows);

  expect(await verifyLoad(place.target)).toMatchObject({ agrees: true });
  const { agrees, compared, differences } = await verifyLoad({ ...place.target, deep: true });

  expect({ agrees, compared }).toEqual({ agrees: false, compared: ['receipts', 'columns', 'rows'] });
  expect(differences).toHaveLength(expected.length);
  expect(differences).toEqual(
    expect.arrayContaining(expected.map((row) => expect.objectContaining(row) as object)),
  );
});

test('a row whose fields are in another order is the same', async () => {
  await using place = await loaded();
  // Their JSON is that of a row with the same fields.
  place.rows = place.rows.map((row) => Object.fromEntries(Object.entries(row).toReversed()) as LedgerRow);

  expect(await verifyLoad({ ...place.target, deep: true })).toMatchObject({ agrees: true, differences: [] });
});

test('windows of 10 000 rows are compared, each row once', async () => {
  const rows = rowsAt(Array.from({ length: 21_000 }, (_, index) => index * 100));
  await using service = await startService((request) => serveLedger(served)(request));
  let served: readonly LedgerRow[] = rows;
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...range, limit: 5000 });
  await workLoad(target);
  served = rows.map((row) => ({ ...row, purchaseId: 'other' }));
  const before = service.requests.length;

  const { differences, unlisted } = await verifyLoad({ ...target, deep: true });

  expect(differences).toHaveLength(100);
  expect(differences.length + unlisted).toBe(21_000);
  const windows = service.requests.slice(before).map(({ url }) => new URL(url, service.url).searchParams);
  const starts = windows
    .filter((query) => query.get('limit') === '5000')
    .map((query) => query.get('startDate'));
  expect(new Set(starts).size).toBeGreaterThan(2);
});

test.each(readings)(
  'a service that includes its start ($startInclusive) and its end ($endInclusive) has the rows at all borders',
  async (reading) => {
    await using place = await loaded();
    await using other = await startService((request) => serveLedger(place.rows, reading)(request));

    const { baseUrl } = place.target.client;
    const client = { baseUrl, transactions: other.client().transactions };

    expect(await verifyLoad({ ...place.target, client, deep: true })).toMatchObject({
      agrees: true,
      differences: [],
    });
  },
);

test('a service that returns fewer rows than it counts has no row called missing, and the window is named', async () => {
  await using place = await loaded();
  place.distort = (page) => {
    const { results, ...others } = page as { results: readonly LedgerRow[] };
    return { ...others, results: without(results, 7) };
  };

  expect((await verifyLoad({ ...place.target, deep: true })).differences).toEqual([
    { what: 'unread', source: '127.0.0.1', ...range, expected: 'all rows', found: '59 rows, counted 60' },
  ]);
});

test('pages are no larger than those of the load', async () => {
  await using place = await loaded();
  const before = place.service.requests.length;
  await verifyLoad({ ...place.target, deep: true });

  // The first one looks for a stored row, which tells whose ledger it is.
  const limits = place.service.requests
    .slice(before + 1)
    .map(({ url }) => Number(new URL(url, place.service.url).searchParams.get('limit')));
  expect(Math.max(...limits)).toBe(7);
});

/** A table of three days, a row every ten minutes; a service that has lost the last row, and changed all of the first day. */
async function openDays() {
  const day = 24 * 60 * minute;
  const all = rowsAt(Array.from({ length: 3 * 144 }, (_, index) => index * 10 * minute));
  const place = { rows: all, isIncomplete: false };
  const service = await startService((request) => {
    const { json } = serveLedger(place.rows)(request);
    return { json: place.isIncomplete ? { ...(json as object), totalCount: 1000 } : json };
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, { ...range, endDate: '2026-10-04T00:00:00.000Z' }, 144);
  const lost = all.slice(0, -1);
  const changed = lost.map((row) =>
    Date.parse(row.timestamp) < Date.parse(range.startDate) + day ? { ...row, purchaseId: 'other' } : row,
  );
  return { place, target, all, lost, changed, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test('differences that are not listed end no alarm of their day', async () => {
  await using days = await openDays();
  const { place, target } = days;
  place.rows = days.lost;
  await verifyLoad(target);
  const known = (await verifyLoad({ ...target, deep: true })).alarms;
  expect(known.map(({ kind }) => kind)).toEqual(['rows', 'totalCount']);
  place.rows = days.changed;

  const { alarms, differences, unlisted } = await verifyLoad({ ...target, deep: true });

  expect({ listed: differences.filter(({ what }) => what !== 'totalCount').length, unlisted }).toEqual({
    listed: 100,
    unlisted: 145 - 100,
  });
  expect(alarms).toEqual(
    expect.arrayContaining(known.map((alarm) => expect.objectContaining(alarm) as object)),
  );
  expect(alarms).toHaveLength(3);
  // Of which rows there are, a list that is not complete tells nothing.
  place.isIncomplete = true;
  expect((await verifyLoad({ ...target, deep: true })).alarms.map(({ message }) => message)).toEqual(
    expect.arrayContaining(known.map(({ message }) => message)),
  );
  place.isIncomplete = false;
  place.rows = days.all;
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true, alarms: [] });
});

test('a day with more differences than are listed is acknowledged with all of them', async () => {
  await using days = await openDays();
  const { place, target } = days;
  place.rows = [...days.changed, ...days.all.slice(-1)];
  const { alarms, unlisted } = await verifyLoad({ ...target, deep: true });
  expect({ kinds: alarms.map(({ kind }) => kind), unlisted }).toEqual({ kinds: ['rows'], unlisted: 44 });
  await acknowledgeAlarms({ database: target.database, alarms: alarms.map(({ id }) => id), note: 'known' });

  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({
    ...{ agrees: true, differences: [], unlisted: 0, alarms: [], acknowledged: 1 },
  });
  place.rows = days.changed;
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({
    agrees: false,
    unlisted: 1,
    alarms: [
      { message: '2026-10-03: rows differ from those of the service, or are not known: see load verify' },
    ],
  });
});
