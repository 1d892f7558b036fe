import { expect, test } from 'vitest';

import { type MoneyField, moneyFields } from '../../src/ledger/money-fields.ts';
import type { ReceiptSum } from '../../src/ledger/receipt.ts';
import { addExactly, amountsOf, compareSums, SumsByType } from '../../src/ledger/money-sums.ts';

const zeros = Object.fromEntries(moneyFields.map((field) => [field, '0'])) as Record<MoneyField, string>;

function sum(currencyCode: string, type: string, figures: Partial<ReceiptSum>): ReceiptSum {
  return { ...zeros, rows: 1, ...figures, currencyCode, type };
}

test('a sum that was beyond what a double holds equals the same integer by ===', () => {
  const beyond = addExactly(Number.MAX_SAFE_INTEGER, 2);

  expect(beyond).toBe(9_007_199_254_740_993n);
  expect(addExactly(beyond, -2)).toBe(Number.MAX_SAFE_INTEGER);
});

test.each([0.5, 2 ** 53, Number.NaN])('%d cannot be added up: it is no safe integer', (amount) => {
  expect(() => addExactly(0, amount)).toThrow('must be an integer number of smallest units');
  expect(() => addExactly(1n, amount)).toThrow('smallest units');
});

test('sums that differ are named by currency, type and column, in that order', () => {
  const expected = [
    sum('USD', 'paid', { rows: 2, amount: '1998', amountUsd: '1998' }),
    sum('EUR', 'refund', { amount: '-999' }),
  ];
  const found = [
    sum('EUR', 'refund', { amount: '-998', publisherNetAmountUsd: '1' }),
    sum('USD', 'paid', { rows: 3, amount: '1998', amountUsd: '1998' }),
  ];

  const differences = compareSums(expected, found);

  const refund = { currencyCode: 'EUR', type: 'refund' };
  expect(differences).toEqual([
    { ...refund, column: 'amount_minor', expected: '-999', found: '-998' },
    { ...refund, column: 'publisher_net_amount_usd_minor', expected: '0', found: '1' },
    { currencyCode: 'USD', type: 'paid', column: 'rows', expected: '2', found: '3' },
  ]);
  expect(compareSums(expected, expected)).toEqual([]);
});

test('sums that one side does not have are 0 there', () => {
  const only = sum('JPY', 'paid', { amount: '9007199254740993' });
  const names = { currencyCode: 'JPY', type: 'paid' };

  expect(compareSums([only], [])).toEqual([
    { ...names, column: 'rows', expected: '1', found: '0' },
    { ...names, column: 'amount_minor', expected: '9007199254740993', found: '0' },
  ]);
  expect(compareSums([], [only])).toEqual([
    { ...names, column: 'rows', expected: '0', found: '1' },
    { ...names, column: 'amount_minor', expected: '0', found: '9007199254740993' },
  ]);
});

test('each amount is added to the sum of its own field', () => {
  const amounts = {
    amount: 1,
    amountUsd: 20,
    totalTaxAmount: 300,
    totalTaxAmountUsd: 4000,
    currencyExchangeCostUsd: 50_000,
    chargebackFeeUsd: 600_000,
    transactionFeeUsd: 7_000_000,
    publisherNetAmountUsd: 80_000_000,
  };
  const sums = new SumsByType();
  for (const type of ['paid', 'refund', 'paid']) sums.add('EUR', type, amountsOf(amounts));

  const twice = {
    amount: '2',
    amountUsd: '40',
    totalTaxAmount: '600',
    totalTaxAmountUsd: '8000',
    currencyExchangeCostUsd: '100000',
    chargebackFeeUsd: '1200000',
    transactionFeeUsd: '14000000',
    publisherNetAmountUsd: '160000000',
  };
  expect(sums.toJSON()[0]).toEqual({ currencyCode: 'EUR', type: 'paid', rows: 2, ...twice });
});
