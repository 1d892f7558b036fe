import { expect, test } from 'vitest';

import { renderAll, renderCards, renderTopCurrencies } from '../../examples/demo/render.ts';
import { createReceipt, type Receipt } from '../../src/ledger/index.ts';
import { paidTransaction, refundTransaction } from '../literals/transactions.ts';

/** A payment of 9.99 EUR and a refund of 1500 JPY. */
function receiptOfTwo(): Receipt {
  const receipt = createReceipt({ startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' });
  const results = [paidTransaction, refundTransaction];
  const checkpoint = { version: 1, cursor: null, rows: 2, invalidRows: 0 } as never; // only `invalidRows` is read
  receipt.add({ results, totalCount: 2, checkpoint });
  return receipt.finish();
}

test('the cards of the demo are sums in US dollars, and fees are three fields together', () => {
  const cells = renderCards(receiptOfTwo()).split('\n')[3]?.split('│');

  // 10.87 − 10.10, 1.74 − 0.92, 0.11 + 0.00 + 0.54, 8.48 − 9.18
  expect(cells?.map((cell) => cell.trim())).toEqual(['', '$0.77', '$0.82', '$0.65', '-$0.70', '']);
});

test('the currencies with the highest net come first, and the others are counted', () => {
  const [first = '', others] = renderTopCurrencies(receiptOfTwo(), 1).split('\n');

  expect(first).toMatch(/^EUR █+ +\$8\.48$/);
  expect(first).toHaveLength(80);
  expect(others).toBe('… and 1 more: npm run demo -- --all');
});

test('--all lists every currency and type in major units', () => {
  const lines = renderAll(receiptOfTwo()).split('\n').slice(3, -1);

  expect(lines.map((line) => line.split('│').map((cell) => cell.trim()))).toEqual([
    ['', 'EUR', 'paid', '1', '9.99', '1.60', '10.87', '1.74', '0.65', '8.48', ''],
    ['', 'JPY', 'refund', '1', '-1500', '-136', '-10.10', '-0.92', '0.00', '-9.18', ''],
  ]);
});
