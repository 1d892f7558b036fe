import { expect, test } from 'vitest';

import { transactionSchema } from '../../../src/client/api/schemas.ts';
import { fakeTransactions } from '../../../src/sandbox/index.ts';

const types = ['paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'] as const;

test('a fake transaction is complete and valid, with the fields that were set', () => {
  const [row] = fakeTransactions([
    { orderId: 'order-1', geolocation: { countryCode2: 'JP' }, transactionDetails: { amountUsd: 999 } },
  ]);

  expect(transactionSchema.safeParse(row).success).toBe(true);
  expect(row).toMatchObject({
    orderId: 'order-1',
    geolocation: { countryCode2: 'JP' },
    transactionDetails: { amountUsd: 999, type: 'paid' },
  });
  expect(Object.keys(row?.geolocation ?? {}).length).toBeGreaterThan(1);
  expect(row?.transactionDetails.currencyCode).toMatch(/^[A-Z]{3}$/);
});

test.each(types)('the amounts of a fake transaction fit its type: %s', (type) => {
  const [row] = fakeTransactions([{ transactionDetails: { type } }]);
  const isReversed = type === 'refund' || type === 'dispute_funds_withdrawn';

  expect(row?.transactionDetails.type).toBe(type);
  expect(Math.sign(row?.transactionDetails.amountUsd ?? 0)).toBe(isReversed ? -1 : 1);
});

test('fake transactions have their own ids and ascending times, and the same ones each time', () => {
  const rows = fakeTransactions(Array.from({ length: 2000 }, () => ({})));
  const times = rows.map(({ timestamp }) => Date.parse(timestamp));

  expect(new Set(rows.map(({ transactionDetails }) => transactionDetails.id)).size).toBe(2000);
  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(2000);
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  expect(fakeTransactions([{}, {}])).toEqual(rows.slice(0, 2));
});

test('lists and null replace the default', () => {
  const [row] = fakeTransactions([{ offerDetails: { products: [] }, device: null }]);

  expect(row?.offerDetails?.products).toEqual([]);
  expect(row?.device).toBeNull();
});
