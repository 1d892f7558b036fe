import { expect, test } from 'vitest';

import { createHide } from '../../src/ledger/hide-columns.ts';

const hashed = (value: string): string => `#${value}`;
const hideEmail = createHide({ drop: ['customer_email'], hash: [] }, hashed);
const hashId = createHide({ drop: [], hash: ['customer_id'] }, hashed);

test('without columns to hide, a row is as it was received', () => {
  const row = { customerDetails: { id: 'player-1' } };

  expect(createHide({ drop: [], hash: [] }, hashed)(row)).toBe(row);
});

test.each([
  [{ customerDetails: { id: '1', email: 'a@example.com' } }, { customerDetails: { id: '1' } }],
  [{ customerDetails: { id: '1' } }, { customerDetails: { id: '1' } }],
  [{ orderId: 'order-1' }, { orderId: 'order-1' }],
  [{ customerDetails: null }, { customerDetails: null }],
  // In place of an object, it may be what is to be hidden.
  [{ customerDetails: 'a@example.com' }, {}],
  ['a@example.com', undefined],
  [null, null],
])('of %j, valid or not, a dropped column is left out', (row: unknown, expected) => {
  const hidden = hideEmail(row);

  expect(JSON.stringify(hidden)).toBe(JSON.stringify(expected));
});

test.each([
  [{ customerDetails: { id: 'player-1' } }, { customerDetails: { id: '#player-1' } }],
  [{ customerDetails: { id: 7 } }, { customerDetails: { id: '#7' } }],
  [{ customerDetails: { id: { a: 1 } } }, { customerDetails: { id: '#{"a":1}' } }],
  [{ customerDetails: { id: null } }, { customerDetails: { id: null } }],
  [{ customerDetails: {} }, { customerDetails: {} }],
])('of %j, a hashed column is replaced, unless it is empty', (row: unknown, expected) => {
  expect(hashId(row)).toEqual(expected);
});
