import { expect, test } from 'vitest';

import { operations } from '../../../src/client/api/operations.ts';
import { getTransactions } from '../../../src/client/api/transactions.ts';
import { validate } from '../../../src/client/validation/validate.ts';
import { offerReport } from '../../literals/offers.ts';
import { paidTransaction, refundTransaction, transactionReport } from '../../literals/transactions.ts';
import { withValue } from '../api/json-tools.ts';

const rowByRow = { setAsideRows: true };
const page = (results: unknown) => ({ ...transactionReport, results });
const free = withValue(paidTransaction, ['transactionDetails', 'amount'], null);
const nameless = { ...paidTransaction, orderId: null };

function setAside(mode: 'tolerant' | 'strict', results: unknown) {
  const result = validate(getTransactions.output, page(results), mode, rowByRow);
  if (!result.ok) return result;
  return {
    rows: result.invalidRows?.map(({ index, row, issues }) => [index, row, issues.map(({ path }) => path)]),
    drift: result.drift.map(({ path }) => path),
  };
}

test('rows with an essential mismatch are set aside with their issues, and the page stays as received', () => {
  const received = page([paidTransaction, free, null, refundTransaction]);
  const result = validate(getTransactions.output, received, 'tolerant', rowByRow);

  expect(result.ok && result.value).toBe(received);
  expect(setAside('tolerant', received.results)).toEqual({
    rows: [
      [1, free, ['transactionDetails.amount']],
      [2, null, ['']],
    ],
    drift: [],
  });
});

test('what drifts in a row that is set aside is not reported, in another row it is', () => {
  const both = { ...nameless, transactionDetails: {} };
  expect(setAside('tolerant', [both])).toMatchObject({ rows: [[0, both, { length: 10 }]], drift: [] });
  expect(setAside('tolerant', [both, nameless])).toMatchObject({ drift: ['results[].orderId'] });
});

test.each([
  ['no list', { totalCount: 1 }, 'results'],
  ['a list that is none', { totalCount: 1, results: {} }, 'results'],
  ['a cursor that is a number', { ...transactionReport, nextCursor: 7, results: [free] }, 'nextCursor'],
  ['a query for the next page that is none', { ...transactionReport, nextPageQuery: [] }, 'nextPageQuery'],
])('a page with %s is rejected, whatever is set aside', (_, received, path) => {
  for (const mode of ['tolerant', 'strict'] as const) {
    const result = validate(getTransactions.output, received, mode, rowByRow);
    expect(result).toMatchObject({ ok: false, issues: [{ path }], row: undefined });
  }
});

test('an invalid count is drift, and in strict mode it rejects the page', () => {
  const received = { ...transactionReport, totalCount: 'many' };
  expect(validate(getTransactions.output, received, 'tolerant', rowByRow)).toMatchObject({
    ok: true,
    drift: [{ path: 'totalCount' }],
  });
  expect(validate(getTransactions.output, received, 'strict', rowByRow)).toMatchObject({ ok: false });
});

test('a new value of an enumeration is shown as it may be shown', () => {
  const received = page([
    withValue(paidTransaction, ['transactionDetails', 'type'], `x secret ${'y'.repeat(99)}`),
  ]);
  const redact = (value: unknown) => String(value).replace('secret', '[token]');
  const result = validate(getTransactions.output, received, 'tolerant', { redact });
  expect(result.ok && result.drift.map((drift) => drift.received)).toEqual([`"x [token] ${'y'.repeat(49)}`]);
});

test('drift of more than a hundred rows of a page is searched on the next page', () => {
  const rows = [
    ...Array<unknown>(100).fill(nameless),
    withValue(paidTransaction, ['geolocation', 'zipCode'], null),
  ];
  const driftOf = (results: unknown) => {
    const result = validate(getTransactions.output, page(results), 'tolerant');
    return result.ok && result.drift.map(({ path }) => path);
  };
  expect(driftOf(rows)).toEqual(['results[].orderId']);
  expect(driftOf(rows.slice(1))).toEqual(['results[].orderId', 'results[].geolocation.zipCode']);
});

/** 50 000 elements, each unlike the documented ones. */
const many = (element: unknown): unknown[] => Array.from({ length: 50_000 }, () => element);

test.each([
  ['a page of 50 000 empty rows', 'transactions.list', page(many({}))],
  [
    'an offer with 50 000 empty steps',
    'offers.list',
    withValue(offerReport, ['result', 'offers', 0, 'productsSequence'], many({})),
  ],
])('%s is compared in bounded time and memory', (_, name, received) => {
  const operation = operations.find((known) => known.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  for (const mode of ['tolerant', 'strict'] as const) {
    const result = validate(operation.output, received, mode);
    validate(operation.output, received, mode, rowByRow);
    // With an issue object for each mismatch, it would take minutes or all of the memory, and the test would time out.
    expect(result.ok ? result.drift.length : result.issues.length).toBeLessThanOrEqual(10);
  }
});
