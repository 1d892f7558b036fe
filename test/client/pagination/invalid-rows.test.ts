import { setImmediate as turn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import {
  type DriftEvent,
  type InvalidRowEvent,
  type PaginationProgress,
  ResponseValidationError,
  type TransactionListQuery,
  type TransactionPage,
} from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { october, octoberQuery } from '../../support/ranges.ts';
import { failureOf, type ReceivedRequest, token } from '../../support/service.ts';

/** A transaction without its currency, which makes its amounts worthless. */
function invalid(id: number): unknown {
  const { transactionDetails } = transaction(id);
  // JSON leaves it out.
  return { ...transaction(id), transactionDetails: { ...transactionDetails, currencyCode: undefined } };
}

/** Pages of rows by cursor, `''` for none; negative numbers stand for invalid rows. */
function serve(pages: Readonly<Record<string, { rows: readonly number[]; next?: string }>>) {
  const totalCount = Object.values(pages).flatMap(({ rows }) => rows).length;
  return ({ url }: ReceivedRequest) => {
    const page = pages[new URL(url, 'http://service').searchParams.get('cursor') ?? ''];
    const results = page?.rows.map((id) => (id < 0 ? invalid(-id) : transaction(id)));
    return { json: { totalCount, results, nextCursor: page?.next } };
  };
}

const twoPages = { '': { rows: [1, -2, 3], next: 'b' }, b: { rows: [-4, 5, -6] } };

function idsOf(page: TransactionPage): string[] {
  return page.results.map(({ transactionDetails }) => transactionDetails.id);
}

test('an invalid row is set aside with its issues and place, and its page is delivered without it', async () => {
  const service = serveInProcess(serve(twoPages));
  const events: InvalidRowEvent[] = [];
  const progress: PaginationProgress[] = [];
  const pages: TransactionPage[] = [];

  const list = service.client().transactions.list({
    ...october,
    onInvalidRow: (event) => events.push(event),
    onProgress: (event) => progress.push(event),
  });
  for await (const page of list.pages()) pages.push(page);

  expect(pages.map(idsOf)).toEqual([['transaction-1', 'transaction-3'], ['transaction-5']]);
  expect(events.map(({ index, cursor }) => ({ index, cursor }))).toEqual([
    { index: 1, cursor: null },
    { index: 0, cursor: 'b' },
    { index: 2, cursor: 'b' },
  ]);
  expect(events[0]?.row).toEqual(JSON.parse(JSON.stringify(invalid(2))));
  expect(events[0]?.issues.map(({ path }) => path)).toEqual(['transactionDetails.currencyCode']);
  expect(progress).toEqual([
    { pages: 1, rows: 2, invalidRows: 1, totalCount: 6 },
    { pages: 2, rows: 3, invalidRows: 3, totalCount: 6 },
  ]);
  expect(pages.map(({ checkpoint }) => checkpoint)).toMatchObject([
    { cursor: 'b', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 1 },
    { cursor: 'b', rowsToSkip: 3, pages: 2, rows: 3, invalidRows: 3 },
  ]);
});

test('rows set aside count towards totalCount, so that a complete ledger is reported as complete', async () => {
  const service = serveInProcess(serve(twoPages));
  const drift: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => drift.push(event) });

  await client.transactions.list({ ...october, onInvalidRow: () => undefined }).toArray({ max: 100 });

  expect(drift).toEqual([]);
});

test('onInvalidRow is awaited before the page is delivered', async () => {
  const service = serveInProcess(serve(twoPages));
  const order: string[] = [];

  const list = service.client().transactions.list({
    ...october,
    onInvalidRow: async ({ cursor, index }) => {
      await turn();
      order.push(`invalid ${cursor}/${index}`);
    },
  });
  for await (const { transactionDetails } of list) order.push(transactionDetails.id);

  expect(order).toEqual([
    'invalid null/1',
    'transaction-1',
    'transaction-3',
    'invalid b/0',
    'invalid b/2',
    'transaction-5',
  ]);
});

test('what onInvalidRow throws stops the pagination, and its page counts as undelivered', async () => {
  const service = serveInProcess(serve(twoPages));
  const full = new Error('the quarantine is full');
  const progress: PaginationProgress[] = [];
  const pages: TransactionPage[] = [];

  const list = service.client().transactions.list({
    ...october,
    onInvalidRow: ({ cursor }) => (cursor === null ? undefined : Promise.reject(full)),
    onProgress: (event) => progress.push(event),
  });
  const error = await failureOf(
    (async () => {
      for await (const page of list.pages()) pages.push(page);
    })(),
  );

  expect(error).toBe(full);
  expect(pages.map(idsOf)).toEqual([['transaction-1', 'transaction-3']]);
  expect(progress).toHaveLength(1);
});

test('resuming in the middle of a page counts its rows as received, the invalid ones included', async () => {
  const service = serveInProcess(serve(twoPages));
  const events: InvalidRowEvent[] = [];
  const query: TransactionListQuery = {
    ...october,
    onInvalidRow: (event) => events.push(event),
    // Behind the invalid row at index 0 and the valid one at index 1.
    resume: { query: octoberQuery, cursor: 'b', rowsToSkip: 2, pages: 1, rows: 3, invalidRows: 1 },
  };

  const pages: TransactionPage[] = [];
  const client = service.client({ logLevel: 'off' });
  for await (const page of client.transactions.list(query).pages()) pages.push(page);

  expect(events.map(({ index }) => index)).toEqual([2]);
  expect(pages.map(idsOf)).toEqual([[]]);
  expect(pages.at(-1)?.checkpoint).toMatchObject({
    cursor: 'b',
    rowsToSkip: 3,
    pages: 2,
    rows: 3,
    invalidRows: 2,
  });
});

const strangeRow = { ...transaction(2), device: null };

interface SetAside {
  readonly what: string;
  readonly rows: readonly unknown[];
  /** The indexes of those that are set aside. */
  readonly invalid: readonly number[];
  readonly responseValidation?: 'strict';
}

const setAside: readonly SetAside[] = [
  { what: 'a page of invalid rows only is delivered empty', rows: [invalid(1), invalid(2)], invalid: [0, 1] },
  { what: 'a row that is not even an object is set aside', rows: [null, 'a string'], invalid: [0, 1] },
  { what: 'in tolerant mode a row that drifts is delivered', rows: [strangeRow], invalid: [] },
  {
    what: 'in strict mode any mismatch makes a row invalid',
    rows: [transaction(1), strangeRow],
    invalid: [1],
    responseValidation: 'strict',
  },
];

test.each(setAside)('$what, and pagination continues', async ({ rows, invalid, responseValidation }) => {
  const service = serveInProcess(({ url }) =>
    url.includes('cursor')
      ? { json: { totalCount: rows.length + 1, results: [transaction(3)] } }
      : { json: { totalCount: rows.length + 1, results: rows, nextCursor: 'b' } },
  );
  const events: InvalidRowEvent[] = [];
  const client = service.client({ responseValidation: responseValidation ?? 'tolerant', logLevel: 'off' });
  const list = client.transactions.list({ ...october, onInvalidRow: (event) => events.push(event) });

  expect(await list.toArray({ max: 10 })).toHaveLength(rows.length - invalid.length + 1);
  expect(events.map(({ index }) => index)).toEqual(invalid);
  expect(events.map(({ row }) => row)).toEqual(
    invalid.map((index): unknown => JSON.parse(JSON.stringify(rows[index]))),
  );
});

test('without onInvalidRow the page fails, and the error shows the row without the token', async () => {
  const echo = { ...(invalid(2) as object), note: `called with ${token}` };
  const service = serveInProcess(() => ({ json: { totalCount: 2, results: [transaction(1), echo] } }));

  const error = await failureOf(service.client().transactions.list(october).toArray({ max: 10 }));

  expect(error).toBeInstanceOf(ResponseValidationError);
  expect(error).toMatchObject({ row: 1, rawRow: { orderId: 'order-2', note: 'called with [token]' } });
});
