import { expect, test } from 'vitest';

import { didYouMean } from '../../../src/client/api/input-object.ts';

const names = [
  'baseUrl',
  'token',
  'timeout',
  'totalTimeout',
  'priceOverrides',
  'maxRedemptions',
  'port',
  'id',
];

test.each([
  ['baseURL', 'baseUrl'],
  ['base_url', 'baseUrl'],
  ['timout', 'timeout'],
  ['prot', 'port'],
  ['timeoutMs', 'timeout'],
  ['publisherToken', 'token'],
  ['overrides', 'priceOverrides'],
  ['totalTimeOut', 'totalTimeout'],
])('%s means %s', (name, expected) => {
  expect(didYouMean(name, names)).toBe(expected);
});

test.each(['', 'x', 'colour', 'constructor', '__proto__', 'é'.repeat(1000)])(
  '%j means none of them',
  (name) => {
    expect(didYouMean(name, names)).toBeUndefined();
  },
);

test('without candidates nothing is meant', () => {
  expect(didYouMean('token', [])).toBeUndefined();
});

test('a key of any length is compared in no time', () => {
  const name = 'priceOverrides'.repeat(100_000);

  expect(didYouMean(name, names)).toBeUndefined();
});
