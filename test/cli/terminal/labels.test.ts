import { expect, test } from 'vitest';

import { nameOfCode, typeLabel } from '../../../src/cli/terminal/labels.ts';

test('currencies and countries have English names', () => {
  expect(nameOfCode('currency', 'KWD')).toBe('Kuwaiti Dinar');
  expect(nameOfCode('currency', 'usd')).toBe('US Dollar');
  expect(nameOfCode('region', 'DE')).toBe('Germany');
});

test.each(['GEM', 'USDT', '', '(none)', '<b>', '419'])('the code %j has no name', (code) => {
  expect(nameOfCode('currency', code)).toBeUndefined();
  expect(nameOfCode('region', code)).toBeUndefined();
});

test('a documented type has a label, and another one is its own', () => {
  expect(typeLabel('dispute_funds_withdrawn')).toBe('Dispute withdrawn');
  expect(typeLabel('adjusted')).toBe('adjusted');
});
