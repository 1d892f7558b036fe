import { expect, test } from 'vitest';

import { isCount, type LedgerRow, rowsAt, serveLedger, start } from '../../../support/ledger.ts';
import { randomFrom } from '../../../support/random.ts';
import { type ReceivedRequest, startService } from '../../../support/service.ts';
import { at, type Message, ofLedger, openTap, recordsOf } from './open-tap.ts';

const hour = 3_600_000;
const oneDay = 24 * hour;

/** A service whose rows may change, a tap that continues from its last state, and what it has loaded. */
async function openNights(settings: object = {}) {
  let state: unknown;
  const keys = new Set<unknown>();
  const nights = {
    rows: [] as readonly LedgerRow[],
    /** Those of the last night. */
    requests: [] as ReceivedRequest[],
    receipts: [] as ReturnType<typeof recordsOf>,
    run: async (night: number) => {
      const now = start + night * oneDay + hour;
      at(new Date(now).toISOString());
      nights.requests = [];
      const { code, messages } = await tap.run(state);
      state = messages.findLast(({ type }: Message) => type === 'STATE')?.value ?? state;
      for (const { timestamp, transaction_id: id } of recordsOf(messages))
        keys.add(`${String(timestamp)} ${String(id)}`);
      nights.receipts = recordsOf(messages, 'receipt');
      expect(code).toBe(0);
      // Rows of days that have ended.
      const ended = nights.rows.filter(({ timestamp }) => Date.parse(timestamp) < start + night * oneDay);
      return ended
        .map(({ timestamp, transactionDetails: { id } }) => `${timestamp} ${id}`)
        .filter((key) => !keys.has(key));
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  const service = await startService((request) => {
    nights.requests.push(request);
    const sorted = nights.rows.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
    const { json } = serveLedger(sorted.filter(({ timestamp }) => Date.parse(timestamp) <= Date.now()))(
      request,
    );
    return { json, headers: { date: new Date().toUTCString() } };
  });
  const tap = openTap(service.url, settings, ofLedger);
  return nights;
}

/** A row each three hours, of days from one to before another. */
function daysOf(from: number, to: number): LedgerRow[] {
  return rowsAt(
    Array.from({ length: (to - from) * 8 }, (_, index) => from * oneDay + index * 3 * hour + 5000),
  );
}

test('rows of nights in which the service had none are printed in the night that it has them', async () => {
  await using nights = await openNights();
  nights.rows = daysOf(0, 20);
  for (const night of [20, 21, 23, 26]) await nights.run(night);
  nights.rows = daysOf(0, 27);

  expect(await nights.run(27)).toEqual([]);
  expect(nights.requests.filter(isCount).length).toBeLessThanOrEqual(32);
});

test('a usual night counts each day from 30 before the last row to the look-back', async () => {
  await using nights = await openNights();
  nights.rows = daysOf(0, 40);
  await nights.run(38);
  await nights.run(39);

  expect(nights.requests.filter(isCount)).toHaveLength(29);
  // A row that is known, the days of the look-back, and the new one, before which a row is looked for again.
  expect(nights.requests.filter((request) => !isCount(request))).toHaveLength(5);
});

test('rows near midnight, which two days count, read nothing again', async () => {
  await using nights = await openNights();
  nights.rows = rowsAt(Array.from({ length: 80 }, (_, index) => index * 12 * hour));
  await nights.run(38);
  await nights.run(39);

  expect(nights.requests.filter(isCount).length).toBeLessThanOrEqual(32);
  expect(nights.requests.filter((request) => !isCount(request))).toHaveLength(5);
});

test('a row that moves to another day is printed there, and the day that it has left has another receipt', async () => {
  await using nights = await openNights();
  nights.rows = daysOf(0, 19);
  await nights.run(18);
  await nights.run(19);
  const moves = start + 8 * oneDay + 5000;
  nights.rows = daysOf(0, 20).map((row) =>
    Date.parse(row.timestamp) === moves
      ? { ...row, timestamp: new Date(moves + oneDay + hour).toISOString() }
      : row,
  );

  expect(await nights.run(20)).toEqual([]);
  expect(
    nights.receipts.slice(0, 3).map(({ range_start: day, rows }) => [String(day).slice(0, 10), rows]),
  ).toEqual([
    ['2026-10-09', 7],
    ['2026-10-10', 9],
    ['2026-10-11', 8],
  ]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'each night prints every row that the service has, whatever it held back (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const oldestFirst = random() < 0.5;
    const stall = 1 + below(oldestFirst ? 50 : 24);
    const [begin, deliveries] = [3 + below(6), 1 + below(4)];
    const days = begin + stall + deliveries + 2;
    const all = rowsAt(Array.from({ length: days * 4 }, () => below(days * oneDay)));
    const momentOf = ({ timestamp }: LedgerRow): number => (Date.parse(timestamp) - start) / oneDay;
    const held = all.filter((row) => momentOf(row) >= begin && momentOf(row) < begin + stall);
    const arrival = new Map(
      all.map((row) => {
        const order = oldestFirst ? held.indexOf(row) / held.length : random();
        const waits = oldestFirst && momentOf(row) >= begin ? begin + stall + deliveries : 0;
        const isHeld = held.includes(row);
        return [
          row,
          isHeld ? begin + stall + Math.floor(order * deliveries) : Math.max(momentOf(row), waits),
        ];
      }),
    );
    // Also in a night in which as many others come.
    const gone = new Map(
      all
        .filter((row) => momentOf(row) < begin && random() < 0.3)
        .map((row) => [row, begin + 1 + below(stall + deliveries)]),
    );
    await using nights = await openNights({ look_back: ['0', '1h', '2d'][below(3)] });
    for (let night = 1; night <= days; night += 1) {
      nights.rows = all.filter(
        (row) => (arrival.get(row) ?? 0) <= night && night < (gone.get(row) ?? Infinity),
      );
      expect({ night, missing: await nights.run(night) }).toEqual({ night, missing: [] });
      expect(nights.requests.filter(isCount).length).toBeLessThanOrEqual(32);
    }
    expect(held.length).toBeGreaterThan(0);
  },
);

test('a day that has become empty has receipts without rows', async () => {
  await using nights = await openNights();
  nights.rows = daysOf(0, 4);
  await nights.run(4);
  nights.rows = [...daysOf(0, 2), ...daysOf(3, 5)];
  await nights.run(5);

  const none = {
    range_start: '2026-10-03T00:00:00.000Z',
    currency_code: 'EUR',
    type: 'paid',
    rows: 0,
    amount_minor: '0',
  };
  expect(nights.receipts.filter(({ rows }) => rows === 0)).toMatchObject([none]);
});

const inCurrency = (row: LedgerRow, currencyCode: string): LedgerRow => ({
  ...row,
  transactionDetails: { ...row.transactionDetails, currencyCode },
});

test('a day of a long look-back that loses its last row of a currency has a receipt without rows', async () => {
  await using nights = await openNights({ look_back: '60d' });
  const refund = rowsAt([hour]).map((row) => inCurrency(row, 'CHF'));
  nights.rows = [...refund, ...daysOf(0, 60)];
  await nights.run(40);
  await nights.run(41);
  nights.rows = daysOf(0, 60);
  await nights.run(42);

  expect(nights.receipts.filter(({ rows }) => rows === 0)).toMatchObject([
    { range_start: '2026-10-01T00:00:00.000Z', currency_code: 'CHF', type: 'paid', rows: 0 },
  ]);
});

test('a long look-back counts no day from more than 30 before the last row', async () => {
  await using nights = await openNights({ look_back: '60d' });
  nights.rows = daysOf(0, 65);
  await nights.run(65);
  await nights.run(160);
  await nights.run(161);

  expect(nights.requests.filter(isCount).length).toBeGreaterThan(0);
  expect(nights.requests.filter(isCount).length).toBeLessThanOrEqual(32);
});

test('a day of which a row has changed its currency has a receipt without rows of the one that it lost', async () => {
  await using nights = await openNights();
  const [first, ...others] = daysOf(3, 4);
  if (!first) throw new Error('the day has rows');
  nights.rows = [...daysOf(0, 3), inCurrency(first, 'CHF'), ...others];
  await nights.run(4);
  nights.rows = [...daysOf(0, 3), inCurrency(first, 'SEK'), ...others];
  await nights.run(5);

  expect(
    nights.receipts
      .filter(({ range_start: day }) => day === '2026-10-04T00:00:00.000Z')
      .map(({ currency_code: currency, rows }) => [currency, rows]),
  ).toEqual([
    ['EUR', 7],
    ['SEK', 1],
    ['CHF', 0],
  ]);
  await nights.run(5.5);
  expect(nights.receipts.filter(({ rows }) => rows === 0)).toEqual([]);
});
