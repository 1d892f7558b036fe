import { readFileSync } from 'node:fs';

import { expect, onTestFinished, test, vi } from 'vitest';

import { ConfigurationError, type ResponseEvent, type Transaction } from '../../src/client/index.ts';
import { createReceipt, type ReceiptState } from '../../src/ledger/index.ts';
import { refundTransaction, paidTransaction } from '../literals/transactions.ts';
import { pageOf, type RowInput, rowOf } from './receipt-pages.ts';

const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

function receiptOf(rows: readonly RowInput[], totalCount = rows.length, sortDirection?: 'asc' | 'desc') {
  const receipt = createReceipt({ ...october, sortDirection });
  receipt.add(pageOf(rows.map(rowOf), totalCount));
  return receipt;
}

test('a receipt has these fields and no other, all of them plain JSON', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-01T09:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const receipt = createReceipt(october, {
    baseUrl: 'https://commerce.example.com/api/v2',
    environment: 'production',
    columns: ['timestamp', 'customer_id', 'amount_minor'],
    hashedColumns: ['customer_id'],
    hashKeyId: '0123456789abcdef',
  });
  receipt.add(pageOf([paidTransaction, refundTransaction], 2));
  receipt.onDrift({
    operation: 'transactions.list',
    path: 'results[].geolocation.zipCode',
    expected: 'string',
    received: 'number',
  });
  vi.setSystemTime(Date.parse('2026-11-01T09:00:05.250Z'));
  const file = { name: 'october.csv', format: 'csv', bytes: 700, sha256: 'a'.repeat(64) } as const;
  const finished = receipt.finish({ file });

  expect(finished).toStrictEqual({
    receiptVersion: 1,
    packageVersion: manifest.version,
    origin: 'https://commerce.example.com',
    environment: 'production',
    source: 'commerce.example.com',
    timeZone: null,
    startDate: '2026-10-01T00:00:00.000Z',
    endDate: '2026-11-01T00:00:00.000Z',
    firstTimestamp: '2026-10-01T08:15:30.000Z',
    lastTimestamp: '2026-10-02T00:00:00.000Z',
    rows: 2,
    totalCount: 2,
    invalidRows: 0,
    roundedNumbers: 0,
    rowsOutsideRange: 0,
    rowsWithSameKey: 0,
    changedWhileRead: false,
    complete: true,
    rangeEnded: true,
    columns: ['timestamp', 'customer_id', 'amount_minor'],
    hashedColumns: ['customer_id'],
    hashKeyId: '0123456789abcdef',
    currencyDigits: {},
    unknownCurrencies: [],
    sums: [
      {
        currencyCode: 'EUR',
        type: 'paid',
        rows: 1,
        amount: '999',
        amountUsd: '1087',
        totalTaxAmount: '160',
        totalTaxAmountUsd: '174',
        currencyExchangeCostUsd: '11',
        chargebackFeeUsd: '0',
        transactionFeeUsd: '54',
        publisherNetAmountUsd: '848',
      },
      {
        currencyCode: 'JPY',
        type: 'refund',
        rows: 1,
        amount: '-1500',
        amountUsd: '-1010',
        totalTaxAmount: '-136',
        totalTaxAmountUsd: '-92',
        currencyExchangeCostUsd: '0',
        chargebackFeeUsd: '0',
        transactionFeeUsd: '0',
        publisherNetAmountUsd: '-918',
      },
    ],
    drift: [{ path: 'results[].geolocation.zipCode', expected: 'string', received: 'number' }],
    startedAt: '2026-11-01T09:00:00.000Z',
    finishedAt: '2026-11-01T09:00:05.250Z',
    file,
  });
  expect(JSON.parse(JSON.stringify(finished))).toStrictEqual(finished);
});

test('sums are exact beyond what a double holds', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const rows = [1, 2, 3, 4, 5].map((id) => ({ id: String(id), amount: id === 5 ? -1 : largest }));

  expect(receiptOf(rows).finish().sums).toMatchObject([{ rows: 5, amount: '36028797018963963' }]);
});

test('an amount that is not a safe integer throws', () => {
  expect(() => receiptOf([{ amount: 0.5 }])).toThrow('2^53 - 1');
  expect(() => receiptOf([{ amount: 2 ** 53 }])).toThrow('2^53 - 1');
});

test('a receipt counts the numbers that were rounded, also across a resume, and is complete', () => {
  const row = (id: string, ...quantities: readonly unknown[]) => ({
    ...rowOf({ id }),
    // As a service may send it, and tolerant mode delivers it.
    offerDetails: {
      products: quantities.map((quantity) => ({ quantity })),
    } as unknown as Transaction['offerDetails'],
  });
  const first = createReceipt(october);
  first.add(pageOf([row('1', 1, 2 ** 53 - 1, 1e15 + 0.5), row('2', 2 ** 53, '9007199254740993')], 3));
  expect(first.finish()).toMatchObject({ roundedNumbers: 1 });
  const second = createReceipt(october, { state: first.state() });
  const odd = { ...rowOf({ id: '4' }), offerDetails: { products: [null, 7] } } as unknown as Transaction;
  second.add(pageOf([row('3', 1e300, -(2 ** 53)), odd], 4));
  expect(second.finish()).toMatchObject({ roundedNumbers: 3, complete: true });
});

test('a receipt has the decimals that differ from ISO 4217, sorted, and knows these currencies', () => {
  const currencyDigits = { KWD: 2, HUF: 0, GEM: 1, EUR: 2, USD: 2 };
  const receipt = createReceipt(october, { currencyDigits });
  const rows = ['HUF', 'GEM', 'XQX'].map((currencyCode, index) => rowOf({ id: String(index), currencyCode }));
  receipt.add(pageOf(rows, 3));
  expect(receipt.finish()).toMatchObject({
    currencyDigits: { GEM: 1, HUF: 0, KWD: 2 },
    unknownCurrencies: ['XQX'],
  });
  expect(Object.keys(receipt.finish().currencyDigits)).toEqual(['GEM', 'HUF', 'KWD']);
  expect(() => createReceipt(october, { currencyDigits: { GOLD: 1 } })).toThrow(
    'currencyDigits: "GOLD" must be a currency code in capital letters, such as HUF',
  );
});

test('sums are sorted by currency and type, and currencies are those that were received', () => {
  const { sums, unknownCurrencies } = receiptOf([
    { id: '1', currencyCode: 'usd' },
    { id: '2', currencyCode: 'USD', type: 'refund' },
    { id: '3', currencyCode: 'GOLD' },
    { id: '4', currencyCode: 'USD' },
    { id: '5', currencyCode: 'EUR' },
  ]).finish();

  expect(sums.map(({ currencyCode, type }) => [currencyCode, type])).toEqual([
    ['EUR', 'paid'],
    ['GOLD', 'paid'],
    ['USD', 'paid'],
    ['USD', 'refund'],
    ['usd', 'paid'],
  ]);
  expect(unknownCurrencies).toEqual(['GOLD']);
});

test('the start of the range is included and its end excluded, to the microsecond', () => {
  const timestamps = [
    '2026-09-30T23:59:59.999999Z',
    '2026-10-01T00:00:00Z',
    '2026-10-31T23:59:59.999Z',
    '2026-10-31T23:59:59.999999Z',
    '2026-11-01T00:30:00+01:00',
    '2026-11-01T00:00:00.000Z',
  ];
  const receipt = createReceipt(october);
  const rows = timestamps.map((timestamp, index) => rowOf({ timestamp, id: String(index) }));
  const stored = receipt.add(pageOf(rows, 6));

  expect(stored.map(({ timestamp }) => timestamp)).toEqual(timestamps.slice(1, 5));
  expect(receipt.finish()).toMatchObject({
    rows: 4,
    rowsOutsideRange: 2,
    firstTimestamp: '2026-10-01T00:00:00.000Z',
    lastTimestamp: '2026-10-31T23:59:59.999Z',
    sums: [{ rows: 4, amount: '400' }],
  });
});

test('adjoining months hold every row once', () => {
  const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };
  const rows = ['2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z'].map((timestamp) =>
    rowOf({ timestamp }),
  );

  expect(createReceipt(october).add(pageOf(rows, 2))).toEqual([rows[0]]);
  expect(createReceipt(november).add(pageOf(rows, 2))).toEqual([rows[1]]);
});

test('rows outside the range count towards the number of rows of the service', () => {
  const rows = [{ id: '1' }, { id: '2', timestamp: '2026-11-01T00:00:00Z' }];

  expect(receiptOf(rows, 2).finish()).toMatchObject({ complete: true, rows: 1, rowsOutsideRange: 1 });
});

test.each([
  ['a row is missing', [{ id: '1' }], 2, 'count_differs'],
  ['a row is duplicated', [{ id: '1' }, { id: '1' }], 2, 'duplicates'],
  ['a row is duplicated after others of its time', [{}, { id: '2' }, { id: '3' }, {}], 4, 'duplicates'],
])('a receipt is not complete if %s', (_, rows, totalCount, code) => {
  const receipt = receiptOf(rows, totalCount);

  expect(receipt.problems().map((problem) => problem.code)).toEqual([code]);
  expect(receipt.finish().complete).toBe(false);
});

test('a payment and its refund share id and time, and are not duplicates', () => {
  expect(receiptOf([{ type: 'paid' }, { type: 'refund' }]).finish().complete).toBe(true);
});

test('two refunds of one transaction in one second are two rows, if the count agrees and nothing changed', () => {
  const refunds = [
    { type: 'refund', amount: -300 },
    { type: 'refund', amount: -500 },
  ].map((details) => {
    const row = rowOf({ type: details.type });
    return { ...row, transactionDetails: { ...row.transactionDetails, amount: details.amount } };
  });
  const receiptWith = (rows: Transaction[], totalCount: number, changed = false) => {
    const receipt = createReceipt(october);
    const page = pageOf(rows, totalCount);
    receipt.add({ ...page, checkpoint: { ...page.checkpoint, ...(changed && { changed }) } });
    return receipt;
  };

  const receipt = receiptWith(refunds, 2).finish();
  expect(receipt).toMatchObject({ complete: true, rows: 2, rowsWithSameKey: 1 });
  expect(receipt.sums).toMatchObject([{ rows: 2, amount: '-800' }]);
  const codes = (rows: Transaction[], totalCount: number, changed = false) =>
    receiptWith(rows, totalCount, changed)
      .problems()
      .map(({ code }) => code);
  expect(codes(refunds, 2, true)).toEqual(['changed_while_read', 'duplicates']);
  expect(codes(refunds, 3)).toEqual(['count_differs', 'duplicates']);
  expect(codes([...refunds, ...refunds.slice(1)], 3)).toEqual(['duplicates']);
});

test('invalid rows are counted by the checkpoint, and the receipt is not complete', () => {
  const receipt = createReceipt(october);
  receipt.add(pageOf([rowOf({ id: '1' })], 4, 1));
  receipt.add(pageOf([rowOf({ id: '2' })], 4, 2));

  expect(receipt.finish()).toMatchObject({ complete: false, rows: 2, invalidRows: 2, totalCount: 4 });
  expect(receipt.problems()).toEqual([{ code: 'invalid_rows', message: '2 rows were invalid' }]);
});

test('the total count is that of the last page, and null if it is not an integer', () => {
  const receipt = createReceipt(october);
  receipt.add(pageOf([rowOf({ id: '1' })], 1));
  receipt.add(pageOf([rowOf({ id: '2' })], 2));
  expect(receipt.finish()).toMatchObject({ totalCount: 2, complete: true });

  // Tolerant mode delivers any value.
  receipt.add(pageOf([], '2' as unknown as number));
  expect(receipt.finish()).toMatchObject({ totalCount: null, complete: false });
});

test('the zone of a month is in its receipt, and one that Intl does not know is rejected', () => {
  expect(createReceipt(october, { timeZone: 'Europe/Berlin' }).finish().timeZone).toBe('Europe/Berlin');
  for (const timeZone of ['Mars', ''])
    expect(() => createReceipt(october, { timeZone })).toThrow(
      'timeZone: must be a time zone such as Europe/Berlin',
    );
});

test('an empty range is complete', () => {
  expect(receiptOf([]).finish()).toMatchObject({
    complete: true,
    rows: 0,
    totalCount: 0,
    firstTimestamp: null,
    lastTimestamp: null,
    sums: [],
  });
});

test('a receipt to which no page was added is not complete', () => {
  expect(createReceipt(october).finish()).toMatchObject({ complete: false, totalCount: null });
});

const oneSecond = (second: number, id = '1'): RowInput => ({
  timestamp: `2026-10-02T00:00:0${second}.000Z`,
  id,
});

test.each([
  ['asc', [oneSecond(1), oneSecond(2)], true],
  ['desc', [oneSecond(2), oneSecond(1)], true],
  ['asc', [oneSecond(2), oneSecond(1)], false],
  ['desc', [oneSecond(1), oneSecond(2)], false],
  ['asc', [oneSecond(1), { timestamp: 'yesterday', id: '2' }], false],
] as const)('in %s order, rows at %j are in order: %s', (direction, rows, ordered) => {
  const receipt = receiptOf(rows, 2, direction);

  expect(receipt.ordered).toBe(ordered);
  expect(receipt.finish().complete).toBe(ordered);
  expect(receipt.problems().map(({ code }) => code)).toEqual(ordered ? [] : ['order_lost']);
});

test('rows that are out of order are complete if a search found no duplicates', () => {
  const receipt = receiptOf([oneSecond(2), oneSecond(1)]);

  expect(receipt.finish({ duplicates: 0 }).complete).toBe(true);
  expect(receipt.finish({ duplicates: 1 }).complete).toBe(false);
});

test('duplicates that were found while rows were in order count, whatever a search found', () => {
  const receipt = receiptOf([oneSecond(2), oneSecond(2), oneSecond(1)]);

  expect(receipt.finish({ duplicates: 0 }).complete).toBe(false);
});

test('more rows at one instant than are kept lose the order', () => {
  const receipt = createReceipt(october);
  const addRows = (from: number, to: number): void => {
    const rows = Array.from({ length: to - from }, (_, index) => {
      const { timestamp, transactionDetails } = rowOf({ id: String(from + index) });
      return { timestamp, transactionDetails };
    });
    receipt.add(pageOf(rows, to));
  };
  addRows(0, 100_000);
  expect(receipt.ordered).toBe(true);
  addRows(100_000, 100_001);
  expect(receipt.ordered).toBe(false);
});

test('a receipt that continues from its state after any part of a page is that of a single run', () => {
  const rows = [
    ...[1, 1, 2, 3, 3].map((second, index) => rowOf(oneSecond(second, String(index)))),
    rowOf(oneSecond(3, '4')), // a duplicate of its neighbour
    rowOf({ timestamp: '2026-11-01T00:00:00Z', currencyCode: 'GOLD' }),
  ];
  const page = pageOf(rows, 8, 1);
  const single = createReceipt(october);
  single.add(page);

  for (let cut = 0; cut <= rows.length; cut += 1) {
    const first = createReceipt(october);
    const before = first.add(page, { to: cut });
    // As JSON, as it is stored.
    const state = JSON.parse(JSON.stringify(first.state())) as ReceiptState;
    const second = createReceipt(october, { state });
    const after = second.add(page, { from: cut });

    expect([...before, ...after]).toEqual(rows.slice(0, 6));
    expect(second.state()).toEqual({ ...single.state(), startedAt: first.state().startedAt });
    expect(second.problems().map(({ code }) => code)).toEqual(['invalid_rows', 'duplicates']);
  }
});

test('the state of another range, and what is no state, is rejected', () => {
  const state = createReceipt(october).state();
  const resume = (other: object, changed: object = {}) =>
    createReceipt({ ...october, ...other }, { state: { ...state, ...changed } });

  expect(() => resume({})).not.toThrow();
  expect(() => resume({ endDate: '2026-11-02T00:00:00Z' })).toThrow(
    'state.endDate: must be 2026-11-02T00:00:00.000Z, as in the query',
  );
  expect(() => resume({ sortDirection: 'desc' })).toThrow('state.sortDirection: must be desc');
  expect(() => resume({}, { rows: -1 })).toThrow(ConfigurationError);
  expect(() => resume({}, { rows: -1 })).toThrow('state.rows');
  expect(() => resume({}, { other: 1 })).toThrow(ConfigurationError);
});

test.each([
  [{ startDate: 'today' }, 'startDate: must be'],
  [{ startDate: '2026-11-01T00:00:00Z' }, 'endDate: must be after startDate'],
  [{ endDate: '2026-10-31T23:59:59.9999Z' }, 'endDate: must not be finer than a millisecond'],
  [{ sortDirection: 'up' as 'asc' }, 'sortDirection: must be either "asc" or "desc"'],
])('a range with %j is rejected', (changed, message) => {
  expect(() => createReceipt({ ...october, ...changed })).toThrow(message);
});

test('dates with an offset, and Date objects, become UTC with milliseconds', () => {
  const receipt = createReceipt({
    startDate: '2026-10-01T02:00:00+02:00',
    endDate: new Date('2026-11-01T00:00:00Z'),
  });

  expect(receipt.finish()).toMatchObject({
    startDate: '2026-10-01T00:00:00.000Z',
    endDate: '2026-11-01T00:00:00.000Z',
    origin: null,
    environment: null,
    file: null,
  });
});

test('drift is listed once for each path, sorted, and only of transactions', () => {
  const receipt = createReceipt(october);
  const event = { operation: 'transactions.list', expected: 'string' };
  receipt.onDrift({ ...event, path: 'results[].b', received: 'null' });
  receipt.onDrift({ ...event, path: 'results[].b', received: 'number' });
  receipt.onDrift({ ...event, path: 'results[].a', received: 'number' });
  receipt.onDrift({ ...event, path: 'offers', received: 'null', operation: 'offers.get' });

  expect(receipt.finish().drift).toEqual([
    { path: 'results[].a', expected: 'string', received: 'number' },
    { path: 'results[].b', expected: 'string', received: 'null' },
  ]);
});

test.each([
  ['2026-10-31T23:59:59.999Z', false],
  ['2026-11-01T00:00:00.000Z', true],
])('a receipt that is finished at %s says whether the range had ended: %s', (now, rangeEnded) => {
  vi.useFakeTimers({ now: Date.parse(now) });
  onTestFinished(() => void vi.useRealTimers());

  expect(receiptOf([{}]).finish()).toMatchObject({ complete: true, finishedAt: now, rangeEnded });
});

test('the times of a receipt that was continued have the pause between its runs between them', () => {
  onTestFinished(() => void vi.useRealTimers());
  const [startedAt, finishedAt] = ['2026-11-01T09:00:00.000Z', '2026-11-03T18:30:00.000Z'] as const;
  vi.useFakeTimers({ now: Date.parse(startedAt) });
  const state = createReceipt(october).state();
  vi.setSystemTime(finishedAt);

  expect(createReceipt(october, { state }).finish()).toMatchObject({ startedAt, finishedAt });
});

test.each([
  ['Sat, 31 Oct 2026 12:00:00 GMT', '2026-10-31T12:00:00.000Z', false],
  ['Sun, 01 Nov 2026 08:59:30 GMT', '2026-11-01T09:00:00.000Z', true],
])(
  'by a clock that is ahead no range has ended: if the service says %s, a receipt is finished at %s',
  (date, finishedAt, rangeEnded) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-01T09:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const receipt = receiptOf([{}]);
    receipt.onResponse({ headers: new Headers({ date }) } as ResponseEvent);

    const finished = receipt.finish();

    expect(finished).toMatchObject({ finishedAt, rangeEnded });
    expect(finished.startedAt <= finishedAt).toBe(true);
  },
);

test('halves of surrogate pairs, which no file can have, are not told apart', () => {
  const rows = ['\uD800', '\uDFFF', '\uFFFD', '\u{1F600}'].map((end, index) => ({
    id: `${index}`,
    currencyCode: `X${end}`,
  }));
  const same = ['\uD800', '\uDFFF'].map((id) => ({ id }));
  const { sums, unknownCurrencies } = receiptOf(rows).finish();
  // A string from a state, of an earlier version too.
  const state = receiptOf(rows.slice(0, 1)).state();
  const earlier = { ...state, sums: state.sums.map((sum) => ({ ...sum, currencyCode: 'X\uD800' })) };
  const continued = createReceipt(october, { state: earlier });
  continued.add(pageOf(rows.slice(1, 2).map(rowOf), 2));

  expect(sums.map(({ currencyCode, rows: count }) => [currencyCode, count])).toEqual([
    ['X\u{1F600}', 1],
    ['X\uFFFD', 3],
  ]);
  expect(unknownCurrencies).toEqual(['X\u{1F600}', 'X\uFFFD']);
  expect(continued.finish().sums).toMatchObject([{ currencyCode: 'X\uFFFD', rows: 2 }]);
  expect(receiptOf(same).problems()).toMatchObject([{ code: 'duplicates' }]);
});

test('a receipt of data that changed while it was read is incomplete, also once it is resumed', () => {
  const receipt = createReceipt(october);
  const page = pageOf([oneSecond(1)].map(rowOf), 2);
  receipt.add({ ...page, checkpoint: { ...page.checkpoint, changed: true } });
  const state = JSON.parse(JSON.stringify(receipt.state())) as ReceiptState;
  const resumed = createReceipt(october, { state });
  resumed.add(pageOf([oneSecond(2)].map(rowOf), 2));

  expect(resumed.problems().map(({ code }) => code)).toEqual(['changed_while_read']);
  expect(resumed.finish()).toMatchObject({ complete: false, changedWhileRead: true, rows: 2, totalCount: 2 });
});
