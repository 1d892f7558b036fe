import { expect, test } from 'vitest';

import { ConfigurationError } from '../../../../src/client/errors/index.ts';
import { createSandbox, type FaultPlan } from '../../../../src/sandbox/index.ts';
import { said } from '../../../support/said.ts';

function errorFor(plan: unknown): string {
  try {
    // A cast, as JavaScript programs may pass any plan.
    createSandbox().fail(plan as FaultPlan);
  } catch (error) {
    if (error instanceof ConfigurationError) return `${error.option} ${error.rule}`;
    throw error;
  }
  return 'none';
}

const list = { operation: 'pricePoints.list' };
const report = { operation: 'transactions.list' };

test.each([
  ['plan is required, and must be an object', undefined],
  ['operation is required, and must be the name of an operation', { status: 500 }],
  [
    'operation is not an operation; did you mean pricePoints.list?',
    { operation: 'pricePoints.lost', status: 500 },
  ],
  ['operation must be * or one of transactions.list, content.get,', { operation: 'x', status: 500 }],
  ['status is required, unless reason or fault is given', list],
  ['status must be an error status, 400 to 599', { ...list, status: 200 }],
  ['status must be an error status, 400 to 599', { ...list, status: '500' }],
  ['status must be an error status, 400 to 599', { ...list, status: 600 }],
  [
    'fault must be one of reset, no_response, cut_body, stalled_body, malformed_json, null_field, empty_page, ' +
      'repeated_cursor, unknown_transaction_type',
    { ...list, fault: 'explosion' },
  ],
  ['fault cannot be combined with status or reason', { ...list, fault: 'reset', status: 500 }],
  ['times must be an integer of at least 1, or Infinity', { ...list, status: 500, times: 0 }],
  ['at least 1, or Infinity', { ...list, status: 500, times: 1.5 }],
  ['at least 1, or Infinity', { ...list, status: 500, times: 'often' }],
  ['after must be an integer of at least 0', { ...list, status: 500, after: -1 }],
  ['after must be an integer of at least 0', { ...list, status: 500, after: Infinity }],
  [
    'retryAfter must be an integer number of seconds, or an HTTP date, for example Wed, 21 Oct 2026 07:28:00 GMT',
    { ...list, status: 429, retryAfter: 0.5 },
  ],
  ['retryAfter must be an integer number of seconds', { ...list, status: 429, retryAfter: 'a\nb: c' }],
  ['retryAfter requires status or reason', { ...list, fault: 'reset', retryAfter: 1 }],
  ['message cannot be combined with reason', { ...report, reason: 'transactions_failed', message: 'no' }],
  ['message requires status', { ...list, fault: 'reset', message: 'no' }],
  ['field requires the fault null_field', { ...list, fault: 'cut_body', field: 'pricePoints' }],
  [
    'field "zipcode" is not a field of results.0.geolocation; did you mean zipCode?',
    { ...report, fault: 'null_field', field: 'results[0].geolocation.zipcode' },
  ],
  [
    'field "rows" is not a field of the response; known: totalCount, nextCursor, nextPageQuery, results',
    { ...report, fault: 'null_field', field: 'rows[0].orderId' },
  ],
  [
    'field needs an index after results, for example results[0]',
    { ...report, fault: 'null_field', field: 'results.orderId' },
  ],
  [
    'field results.0.orderId has no fields',
    { ...report, fault: 'null_field', field: 'results.0.orderId.length' },
  ],
  ['field is a field of no response', { operation: '*', fault: 'null_field', field: 'nothing.here' }],
  ['applied must be true or false', { ...list, status: 500, applied: 'yes' }],
  ['applied must be true for the fault null_field', { ...list, fault: 'null_field', applied: false }],
  ['operation must be transactions.list for the fault empty_page', { ...list, fault: 'empty_page' }],
  ['reason must be one of end_date_not', { ...list, reason: 'bad_luck' }],
  ['reason slug_exists is not documented for pricePoints.list', { ...list, reason: 'slug_exists' }],
  ['time is not a field of a fault plan; did you mean times?', { ...list, status: 500, time: 2 }],
])('%s', (expected, plan) => {
  expect(errorFor(plan)).toContain(expected);
});

test.each([
  ['transactions.getPage', 'transactions.list'],
  ['offers.getPage', 'offers.list'],
  ['translations.setAll', 'translations.set'],
  ['pricePoints.ensure', 'pricePoints.create'],
  ['pricePoints.patch', 'pricePoints.update'],
])('for the method %s, the operation %s is suggested', (operation, suggestion) => {
  expect(errorFor({ operation, status: 503 })).toBe(
    `operation is not an operation; did you mean ${suggestion}?`,
  );
});

test.each(['abc', '', '0.5', '-1', '2026-10-21T07:28:00Z', 'Thu, 21 Oct 2026 07:28:00 GMT', 'Invalid Date'])(
  'retryAfter %o is neither seconds nor an HTTP date',
  (retryAfter) => {
    expect(errorFor({ ...list, status: 429, retryAfter })).toMatch(said('retryAfter … HTTP date, … GMT'));
  },
);

test('a valid plan is accepted', () => {
  for (const plan of [
    { ...list, status: 429, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT', times: Infinity, after: 2 },
    { ...list, status: 429, retryAfter: '120' },
    { operation: '*', fault: 'repeated_cursor', times: 'Infinity' },
    { operation: '*', reason: 'slug_exists' },
    { operation: '*', fault: 'null_field', field: 'slug' },
    { operation: 'offers.list', fault: 'null_field', field: 'result.offers[0].triggers[0].rules[0].level' },
    { operation: 'offers.list', status: 503, message: 'Closed for repairs', applied: true },
  ]) {
    expect(errorFor(plan)).toBe('none');
  }
});
