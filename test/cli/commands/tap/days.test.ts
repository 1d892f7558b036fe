import { expect, test } from 'vitest';

import { inclusive, type LedgerRow, readings, rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { at, idsIn, type Message, ofLedger, openTap, recordsOf, stateIn } from './open-tap.ts';
import { said } from '../../../support/said.ts';

const hour = 3_600_000;

test.each(readings)(
  'rows at midnight are in one day each, if a range includes its start $startInclusive, its end $endInclusive',
  async (reading) => {
    at('2026-10-04T00:00:00Z');
    const rows = rowsAt(Array.from({ length: 7 }, (_, index) => index * 12 * hour));
    await using service = await startService(serveLedger(rows, reading));
    const { code, messages } = await openTap(service.url, {}, ofLedger).run();

    expect(code).toBe(0);
    expect(idsIn(messages)).toEqual(rows.slice(0, 6).map((row) => row.transactionDetails.id));
    expect(recordsOf(messages, 'receipt').map((receipt) => receipt['rows'])).toEqual([2, 2, 2]);
  },
);

/** Rows at one time, which differ in their ids and amounts only. */
function rowsOf(...list: readonly (readonly [id: string, amount: number])[]): LedgerRow[] {
  return rowsAt(list.map(() => hour)).map((row, index) => {
    const [id, amount] = list[index] ?? ['', 0];
    return { ...row, orderId: '', transactionDetails: { ...row.transactionDetails, id, amount } };
  });
}

const occurrences = (messages: readonly Message[]) =>
  recordsOf(messages).map((record) => [
    record['transaction_id'],
    record['amount_minor'],
    record['occurrence'],
  ]);

test('rows with one key that differ are numbered, in the order of the service', async () => {
  at('2026-10-02T00:00:00Z');
  const rows = rowsOf(['a', 1], ['b', 1], ['a', 2], ['a', 3], ['b', 2], ['c', 1]);
  await using service = await startService(serveLedger(rows));
  const { code, messages } = await openTap(service.url, {}, ofLedger).run();

  expect(code).toBe(0);
  expect(occurrences(messages)).toEqual([
    ['a', 1, 0],
    ['b', 1, 0],
    ['a', 2, 1],
    ['a', 3, 2],
    ['b', 2, 1],
    ['c', 1, 0],
  ]);
  expect(recordsOf(messages, 'receipt')).toMatchObject([{ rows: 6, amount_minor: '10' }]);
});

test('a run that continues between rows with one key numbers the later one', async () => {
  at('2026-10-02T00:00:00Z');
  const serve = serveLedger(rowsOf(['a', 1], ['b', 1], ['a', 2]));
  let isDown = true;
  await using service = await startService((request) =>
    isDown && request.url.includes('cursor=2') ? { status: 503, json: {} } : serve(request),
  );
  const tap = openTap(service.url, { limit: 1 }, ofLedger);
  const failed = await tap.run();
  isDown = false;
  const { code, messages } = await tap.run(stateIn(failed.messages));

  expect([failed.code, code]).toEqual([1, 0]);
  expect(occurrences(messages)).toEqual([['a', 2, 1]]);
});

test('a page that ends between two rows with one key does not leave the day open', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serveLedger(rowsOf(['b', 1], ['c', 1], ['a', 1], ['a', 2])));
  const { code, messages } = await openTap(service.url, { limit: 3 }, ofLedger).run();

  expect(code).toBe(0);
  expect(occurrences(messages).slice(-2)).toEqual([
    ['a', 1, 0],
    ['a', 2, 1],
  ]);
  expect(recordsOf(messages, 'receipt')).toMatchObject([{ rows: 4 }]);
});

test('a row that occurs twice leaves the day open, with exit code 3', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serveLedger(rowsOf(['a', 1], ['b', 1], ['a', 1])));
  const { code, err, messages } = await openTap(service.url, {}, ofLedger).run();

  expect(code).toBe(3);
  expect(err).toContain(
    'publisher-commerce: transactions of 2026-10-01: 1 rows have the timestamp, type and id of another row\n',
  );
  expect(recordsOf(messages, 'receipt')).toEqual([]);
  expect(stateIn(messages).bookmarks.transactions).toMatchObject({ next_date: '2026-10-01T00:00:00.000Z' });
});

test('a day that changes while it is read is read again, and its receipt is of the last reading', async () => {
  at('2026-10-02T00:00:00Z');
  const rows = rowsAt(Array.from({ length: 24 }, (_, index) => index * hour));
  const late = rowsAt([hour + 1]).map((row) => ({ ...row, orderId: 'late' }));
  await using service = await startService((request) => {
    // After the first page, a row is added before it.
    const all = service.requests.length === 1 ? rows : [...rows.slice(0, 2), ...late, ...rows.slice(2)];
    return serveLedger(all, inclusive)(request);
  });
  const { code, err, messages } = await openTap(service.url, { limit: 10 }, ofLedger).run();

  expect(code).toBe(0);
  expect(err).toMatch(/^transactions of 2026-10-01: .*; reading this day again$/m);
  expect(recordsOf(messages).slice(-25)).toContainEqual(expect.objectContaining({ order_id: 'late' }));
  expect(recordsOf(messages, 'receipt')).toMatchObject([{ rows: 25 }]);
});

test('a day whose count stays wrong is read three times, and ends the run with exit code 3', async () => {
  at('2026-10-03T00:00:00Z');
  const serve = serveLedger(rowsAt([0, hour, 25 * hour]));
  await using service = await startService((request) => {
    const { json } = serve(request);
    const isSecond = request.url.includes('startDate=2026-10-01T23');
    return { json: { ...(json as object), ...(isSecond && { totalCount: 9 }) } };
  });
  const { code, err, messages } = await openTap(service.url, {}, ofLedger).run();

  expect(code).toBe(3);
  expect(err).toMatch(said('transactions of 2026-10-02: … 1 rows, … 9'));
  // A row of the first day is looked for once: from then on one of the second is known.
  expect(service.requests).toHaveLength(4 + 1);
  // The first day is closed, the second is read again by the next run.
  expect(recordsOf(messages, 'receipt')).toMatchObject([
    { range_start: '2026-10-01T00:00:00.000Z', rows: 2 },
  ]);
  const { transactions } = stateIn(messages).bookmarks;
  expect(transactions).toMatchObject({ next_date: '2026-10-02T00:00:00.000Z' });
  expect(transactions).not.toHaveProperty('page');
});

test('a day without rows has no receipt, and a start that is still to come reads nothing', async () => {
  at('2026-10-03T00:00:00Z');
  await using service = await startService(serveLedger([]));
  const empty = await openTap(service.url, {}, ofLedger).run();
  const future = await openTap(service.url, { start_date: '2026-10-09' }, ofLedger).run();

  expect(empty.messages.map(({ type }) => type)).toEqual(['SCHEMA', 'SCHEMA', 'STATE', 'STATE']);
  expect(future).toMatchObject({ code: 0 });
  expect(future.messages.map(({ type }) => type)).toEqual(['SCHEMA', 'SCHEMA']);
  expect(service.requests).toHaveLength(2);
});
