import { expect, test } from 'vitest';

import { getTransactions, type TransactionReport } from '../../../src/client/api/transactions.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, send, at } from '../send.ts';

const path = '/reporting/financial-data/transactions';
const march = { startDate: '2026-03-01T00:00:00Z', endDate: '2026-04-01T00:00:00Z' };
const period = { start: march.startDate, end: march.endDate };
const sandbox = createSandbox({ period, transactions: 1000 });

type Query = Record<string, string | number>;

function queryString(query: Query): string {
  return `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`;
}

async function report(query: Query | string): Promise<TransactionReport> {
  const search = typeof query === 'string' ? query : queryString(query);
  return accepted(getTransactions, await send(sandbox, 'GET', path + search));
}

/** The errors of a rejection, in the order of their numbers. */
async function errorsOf(query: Query): Promise<string[]> {
  const { status, body } = await send(sandbox, 'GET', path + queryString(query));
  expect(status).toBe(400);
  const { message } = body as { message: { validationErrorNumber: number; error: string }[] };
  expect(message.map((one) => one.validationErrorNumber)).toEqual(message.map((_, index) => index + 1));
  return message.map(({ error }) => error);
}

test('a page has ten rows by default, and the total of all pages', async () => {
  const page = await report(march);
  expect(page.results).toHaveLength(10);
  expect(page.totalCount).toBe(1000);
});

test('a page has one to ten thousand rows', async () => {
  expect((await report({ ...march, limit: 1 })).results).toHaveLength(1);
  expect((await report({ ...march, limit: 10_000 })).results).toHaveLength(1000);
  for (const limit of [0, -1, 10_001, 'ten', '1e2', '', 1.5]) {
    expect(await errorsOf({ ...march, limit })).toEqual(['limit must be an integer from 1 to 10000']);
  }
});

test('the end of a range must be after its start', async () => {
  const query = { startDate: march.startDate, endDate: march.startDate };
  expect(await errorsOf(query)).toEqual(['endDate must be after startDate']);
});

test('dates finer than a millisecond select the milliseconds between them', async () => {
  const [row] = (await report({ ...march, limit: 1 })).results;
  const near = (fraction: string): string => (row?.timestamp ?? '').replace('Z', `${fraction}Z`);
  const count = async (startDate: string, endDate: string) =>
    (await report({ startDate, endDate })).totalCount;
  expect(await count(near(''), near('0001'))).toBe(1);
  expect(await count(near('0001'), near('0009'))).toBe(0);
  const before = new Date(Date.parse(near('')) - 1).toISOString().replace('Z', '9Z');
  expect(await count(before, near(''))).toBe(0);
  expect(await count(before, near('1'))).toBe(1);
  const query = { startDate: near('0009'), endDate: near('0001') };
  expect(await errorsOf(query)).toEqual(['endDate must be after startDate']);
});

test('several errors are numbered', async () => {
  const query = { startDate: march.endDate, endDate: march.startDate, sortDirection: 'up' };
  expect(await errorsOf(query)).toEqual([
    'endDate must be after startDate',
    'sortDirection must be either "asc" or "desc"',
  ]);
});

test('dates are required, in ISO 8601 with an offset', async () => {
  expect(await errorsOf({})).toEqual(['startDate is required', 'endDate is required']);
  expect(await errorsOf({ startDate: '2026-02-30T00:00:00Z', endDate: '2026-04-01T00:00:00' })).toEqual([
    'startDate must be a UTC ISO 8601 date-time',
    'endDate must be a UTC ISO 8601 date-time',
  ]);
});

test('a range includes its start and excludes its end', async () => {
  const page = await report({ ...march, limit: 100 });
  const { timestamp } = at(page.results, 50);
  const from = await report({ ...march, startDate: timestamp });
  expect(at(from.results, 0).timestamp).toBe(timestamp);
  expect(from.totalCount).toBe(950);
  expect((await report({ ...march, endDate: timestamp })).totalCount).toBe(50);
});

test.each([1000, 333])(
  'pagination by cursor in pages of %d returns every row once, in order',
  async (limit) => {
    const whole = (await report({ ...march, limit: 10_000 })).results;
    const rows: TransactionReport['results'] = [];
    let cursor: string | null | undefined;
    do {
      const page = await report({ ...march, limit, ...(cursor ? { cursor } : {}) });
      expect(page.totalCount).toBe(1000);
      rows.push(...page.results);
      cursor = page.nextCursor;
    } while (cursor);
    expect(rows).toEqual(whole);
  },
);

test('pagination by nextPageQuery returns the same rows', async () => {
  const whole = (await report({ ...march, limit: 10_000, sortDirection: 'desc' })).results;
  const rows: TransactionReport['results'] = [];
  let query: string | null | undefined = queryString({ ...march, limit: 300, sortDirection: 'desc' });
  while (query) {
    const page: TransactionReport = await report(query);
    rows.push(...page.results);
    query = page.nextPageQuery;
  }
  expect(rows).toEqual(whole);
});

test('the last page has neither nextCursor nor nextPageQuery', async () => {
  const last = await send(sandbox, 'GET', path + queryString({ ...march, limit: 1000 }));
  expect(Object.keys(Object(last.body) as object).sort()).toEqual(['results', 'totalCount']);
  const lastButOne = await report({ ...march, limit: 999 });
  expect(lastButOne.nextCursor).toEqual(expect.any(String));
});

test('descending order is the reverse of ascending order', async () => {
  const ascending = (await report({ ...march, limit: 10_000 })).results;
  const descending = (await report({ ...march, limit: 10_000, sortDirection: 'desc' })).results;
  expect(descending).toEqual(ascending.toReversed());
});

test('a cursor is rejected with any other query and in any other ledger', async () => {
  const query = { ...march, limit: 7 };
  const cursor = (await report(query)).nextCursor ?? '';
  expect((await report({ ...query, cursor })).results).toHaveLength(7);
  // The same times and defaults in another notation are the same query.
  const sameQuery = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-04-01T02:00:00+02:00' };
  expect((await report({ ...sameQuery, limit: 7, sortDirection: 'asc', cursor })).results).toHaveLength(7);

  for (const other of [
    { ...query, cursor, limit: 8 },
    { ...query, cursor, sortDirection: 'desc' },
    { ...query, cursor, startDate: '2026-03-01T00:00:01Z' },
    { ...query, cursor, endDate: '2026-04-01T00:00:01Z' },
    { ...query, cursor: `${cursor}A` },
    { ...query, cursor: cursor.toLowerCase() },
    { ...query, cursor: 'nonsense' },
    { ...query, cursor: '' },
  ]) {
    expect(await errorsOf(other)).toEqual(['cursor does not belong to this query']);
  }
  for (const change of [
    { seed: 2 },
    { transactions: 1001 },
    { period: { ...period, end: '2026-05-01T00:00:00Z' } },
  ]) {
    const otherLedger = createSandbox({ period, transactions: 1000, ...change });
    expect((await send(otherLedger, 'GET', path + queryString({ ...query, cursor }))).status).toBe(400);
  }
});
