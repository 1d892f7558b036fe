import { expect, test } from 'vitest';

import { ConfigurationError } from '../../../src/errors/index.ts';
import { createSandbox, type FaultPlan } from '../../../src/sandbox/index.ts';

function refusal(plan: unknown): string {
  try {
    // The wrong plans of callers without a compiler.
    createSandbox().fail(plan as FaultPlan);
  } catch (error) {
    if (error instanceof ConfigurationError) return `${error.option} ${error.rule}`;
    throw error;
  }
  return 'none';
}

const list = { operation: 'pricePoints.list' };
const report = { operation: 'transactions.getPage' };

test.each([
  ['plan must be an object', undefined],
  ['operation must be the name of an operation, or *', { status: 500 }],
  ['operation must be * or one of', { operation: 'pricePoints.lost', status: 500 }],
  ['status is required, or else reason or fault', list],
  ['status must be an error status, 400 to 599', { ...list, status: 200 }],
  ['status must be an error status, 400 to 599', { ...list, status: '500' }],
  ['status must be an error status, 400 to 599', { ...list, status: 600 }],
  ['fault must be one of reset, no_answer', { ...list, fault: 'explosion' }],
  ['fault cannot go with status or reason', { ...list, fault: 'reset', status: 500 }],
  ['times must be a whole number from 1, or Infinity', { ...list, status: 500, times: 0 }],
  ['times must be a whole number from 1, or Infinity', { ...list, status: 500, times: 1.5 }],
  ['times must be a whole number from 1, or Infinity', { ...list, status: 500, times: 'often' }],
  ['after must be a whole number from 0', { ...list, status: 500, after: -1 }],
  ['after must be a whole number from 0', { ...list, status: 500, after: Infinity }],
  ['retryAfter must be a whole number of seconds', { ...list, status: 429, retryAfter: 0.5 }],
  ['retryAfter must be a whole number of seconds', { ...list, status: 429, retryAfter: 'a\nb: c' }],
  ['retryAfter needs status or reason', { ...list, fault: 'reset', retryAfter: 1 }],
  ['message cannot go with reason', { ...report, reason: 'transactions_failed', message: 'no' }],
  ['message needs status', { ...list, fault: 'reset', message: 'no' }],
  ['field needs the fault null_field', { ...list, fault: 'cut_body', field: 'pricePoints' }],
  ['applied must be true or false', { ...list, status: 500, applied: 'yes' }],
  ['applied must be true with null_field', { ...list, fault: 'null_field', applied: false }],
  ['operation must be transactions.getPage with empty_page', { ...list, fault: 'empty_page' }],
  ['reason must be one of end_date_not', { ...list, reason: 'bad_luck' }],
  ['reason slug_exists is not documented for pricePoints.list', { ...list, reason: 'slug_exists' }],
  ['time is unknown', { ...list, status: 500, time: 2 }],
])('%s', (expected, plan) => {
  expect(refusal(plan)).toContain(expected);
});

test('a plan that makes sense is taken', () => {
  for (const plan of [
    { ...list, status: 429, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT', times: Infinity, after: 2 },
    { operation: '*', fault: 'repeated_cursor', times: 'Infinity' },
    { operation: '*', reason: 'slug_exists' },
    { operation: 'offers.list', status: 503, message: 'Closed for repairs', applied: true },
  ]) {
    expect(refusal(plan)).toBe('none');
  }
});
