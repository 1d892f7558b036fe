import { expect, test } from 'vitest';

import type { Checkpoint, DriftEvent, Transaction, TransactionListQuery } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { start } from '../../support/ledger.ts';
import { october, octoberQuery } from '../../support/ranges.ts';
import { expectChangesReported } from '../../support/shifting-run.ts';

/** A row at a second; rows of one second differ by their id. */
const row = (second: number, id = second): Transaction => ({
  ...transaction(id),
  timestamp: new Date(start + second * 1000).toISOString(),
});

/** A scripted page; the next cursor is the index of the page after it. */
interface Page {
  readonly rows: readonly unknown[];
  readonly totalCount?: number;
  readonly last?: boolean;
}

/** Reads scripted pages, and returns what was delivered and reported. */
async function read(pages: readonly Page[], query: Partial<TransactionListQuery> = {}) {
  const total = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const service = serveInProcess(({ url }) => {
    const index = Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
    const { rows = [], totalCount = total, last = index + 1 === pages.length } = pages[index] ?? {};
    return { json: { totalCount, nextCursor: last ? null : String(index + 1), results: rows } };
  });
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });
  const delivered: number[] = [];
  let checkpoint: Checkpoint | undefined;
  for await (const page of client.transactions.list({ ...october, ...query }).pages()) {
    delivered.push(...page.results.map(({ transactionDetails: { id } }) => Number(id.slice(12))));
    checkpoint = JSON.parse(JSON.stringify(page.checkpoint)) as Checkpoint;
  }
  const changes = events.filter(({ page }) => page !== undefined);
  return {
    delivered,
    checkpoint,
    changed: checkpoint?.changed ?? false,
    reports: changes.map(({ path, page }) => `${path} on page ${page}`),
    events,
  };
}

const noReports: string[] = [];
const repeated = ['results[] on page 1'];
const amended = { ...row(3), purchaseId: 'amended' };
const odd = { ...row(9), timestamp: 'yesterday' };

/** The rows of the seconds from one until before another. */
const rowsFrom = (from: number, to: number): Transaction[] =>
  Array.from({ length: to - from }, (_, index) => row(from + index));

test('a shift by more rows than are compared at the border of two pages is found by the count', async () => {
  const [first, second] = [rowsFrom(0, 2500), rowsFrom(1000, 3000)];
  const { delivered, reports } = await read([
    { rows: first, totalCount: 3000 },
    { rows: second, totalCount: 4500 },
  ]);
  expect(delivered).toEqual(rowsFrom(0, 3000).map((_, index) => index));
  expect(reports).toEqual(['totalCount on page 1', ...repeated]);
});

test('all rows that are received again are dropped if the border of two pages shows one', async () => {
  const [first, second] = [rowsFrom(0, 2500), [...rowsFrom(2490, 4000), ...rowsFrom(0, 10)]];
  const { delivered, reports } = await read([{ rows: first }, { rows: second }]);
  expect(delivered).toEqual(rowsFrom(0, 4000).map((_, index) => index));
  expect(reports).toEqual(repeated);
});

test.each([
  {
    what: 'a row that equals a row of the page before is dropped',
    pages: [
      [row(1), row(2)],
      [row(2), row(3)],
    ],
    delivered: [1, 2, 3],
    reports: repeated,
  },
  {
    what: 'a row with the key of a row of the page before, and other content, is delivered',
    pages: [
      [row(1), row(3)],
      [amended, row(4)],
    ],
    delivered: [1, 3, 3, 4],
    reports: repeated,
  },
  {
    what: 'a row that is received again with one field more is delivered',
    pages: [[row(1), row(2)], [{ ...row(2), note: 'added' }]],
    delivered: [1, 2, 2],
    reports: repeated,
  },
  {
    what: 'a row without a readable time is recognized by its key',
    pages: [
      [row(1), odd],
      [odd, row(2)],
    ],
    delivered: [1, 9, 2],
    reports: repeated,
  },
  {
    what: 'a row that is new reports nothing',
    pages: [[row(1)], [row(2)]],
    delivered: [1, 2],
    reports: noReports,
  },
])('$what', async ({ pages, delivered, reports }) => {
  const found = await read(pages.map((rows) => ({ rows })));

  expect(found).toMatchObject({ delivered, reports, changed: reports.length > 0 });
  expect(found.checkpoint?.border?.received).toBe(pages.flat().length);
});

test('a count that changes between two pages is reported once, with the page', async () => {
  const { reports, events, changed } = await read([
    { rows: [row(1), row(2)], totalCount: 7 },
    { rows: [row(3), row(4)], totalCount: 6 },
    { rows: [row(5), row(6)], totalCount: 5 },
  ]);

  expect({ reports, changed }).toEqual({ reports: ['totalCount on page 1'], changed: true });
  expect(events[0]).toMatchObject({ expected: '7, as on the page before', received: '6', page: 1 });
});

test('an invalid row that is received again is set aside once, and one that has no key each time', async () => {
  const { transactionDetails, ...rest } = row(2);
  const invalid = { ...rest, transactionDetails: { ...transactionDetails, amount: '1' } };
  const setAside: number[] = [];
  const onInvalidRow = ({ index }: { index: number }): number => setAside.push(index);
  const known = await read([{ rows: [row(1), invalid] }, { rows: [invalid, row(3)] }], { onInvalidRow });
  const nameless = await read([{ rows: [null, rest] }, { rows: [rest, null] }], { onInvalidRow });

  expect(setAside).toEqual([1, 0, 1, 0, 1]);
  expect([known.reports, nameless.reports]).toEqual([repeated, []]);
  expect(known.checkpoint).toMatchObject({ rows: 2, invalidRows: 1, border: { received: 4 } });
});

test('rows that share a key are compared with one row of the page before, however many they are', async () => {
  const same = (id: number): unknown => ({ ...row(1, 1), orderId: `order-${id}` });
  const { delivered, events } = await read([
    { rows: Array.from({ length: 1000 }, (_, id) => same(id)) },
    { rows: [same(999), same(0), row(2)] },
  ]);

  expect(delivered).toHaveLength(1002);
  expect(events[0]?.received).toBe('2 of them again, 1 of which are equal in every field and were dropped');
});

test('a resumed run compares its first page with the count and the last row before it', async () => {
  const { checkpoint: after } = await read([
    { rows: [row(1), row(2)], totalCount: 6 },
    { rows: [row(3)], totalCount: 6 },
  ]);
  const resume: Checkpoint = {
    ...{ query: octoberQuery, cursor: '1', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 },
    border: { received: 2, totalCount: 6, lastRow: '2026-10-01T00:00:02.000Z paid transaction-2' },
  };
  const resumed = async (rows: Transaction[], totalCount = 6) => {
    const { delivered, reports, changed } = await read([{ rows: [] }, { rows, totalCount }], { resume });
    return { delivered, reports, changed };
  };

  expect(after?.border).toEqual({ received: 3, lastRow: '2026-10-01T00:00:03.000Z paid transaction-3' });
  expect(await resumed([row(3)])).toEqual({ delivered: [3], reports: [], changed: false });
  expect(await resumed([row(2, 7), row(3)])).toEqual({ delivered: [7, 3], reports: [], changed: false });
  // It is not known whether the two are equal: it is delivered.
  expect(await resumed([row(2), row(3)])).toEqual({
    delivered: [2, 3],
    reports: repeated,
    changed: true,
  });
  expect(await resumed([row(3)], 7)).toMatchObject({ reports: ['totalCount on page 1'], changed: true });
});

test('a run that is resumed within a page compares the row before its first one', async () => {
  const { checkpoint } = await read([{ rows: [row(1), row(2)] }]);
  const resumed = async (rows: Transaction[], totalCount = 2) => {
    const { delivered, reports, changed } = await read([{ rows, totalCount }], { resume: checkpoint });
    return { delivered, reports, changed };
  };

  expect(checkpoint).toMatchObject({ rowsToSkip: 2, border: { received: 2 } });
  // Rows that were added behind the last one are what such a run is for.
  expect(await resumed([row(1), row(2), row(3)], 3)).toEqual({
    delivered: [3],
    reports: [],
    changed: false,
  });
  const changed = { reports: repeated, changed: true };
  expect(await resumed([row(2), row(3)])).toEqual({ delivered: [], ...changed });
  expect(await resumed([row(1)], 1)).toEqual({ delivered: [], ...changed });
});

test('no run is silent whose responses show that the ledger changed, and no other run reports a change', () =>
  expectChangesReported(60));
