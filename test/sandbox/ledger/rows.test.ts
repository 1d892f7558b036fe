// @module-tag slow
import { expect, test } from 'vitest';

import { transactionSchema, type Transaction } from '../../../src/client/api/transactions.ts';
import { Ledger } from '../../../src/sandbox/ledger/ledger.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { at } from '../send.ts';

const period = { start: Date.UTC(2026, 2, 1), end: Date.UTC(2026, 3, 1) };

function allRows(seed: number, size: number): Transaction[] {
  const ledger = new Ledger({ seed, size, ...period });
  return Array.from({ length: size }, (_, row) => ledger.row(row));
}

const ledgers = fc.record({ seed: fc.maxSafeNat(), size: fc.integer({ min: 1, max: 3000 }) });

/** Checks a property of the rows of ledgers with random seeds and sizes, which have rows of every type. */
function inEveryLedger(check: (rows: readonly Transaction[]) => void): void {
  const seen = { paid: 0, refund: 0, dispute_funds_withdrawn: 0, dispute_funds_reinstated: 0 };
  fc.assert(
    fc.property(ledgers, ({ seed, size }) => {
      const rows = allRows(seed, size);
      expect(rows).toHaveLength(size);
      check(rows);
      for (const { transactionDetails } of rows) seen[transactionDetails.type as keyof typeof seen] += 1;
    }),
    { numRuns: 25 },
  );
  expectOccurrences(seen, {
    paid: 10_000,
    refund: 500,
    dispute_funds_withdrawn: 300,
    dispute_funds_reinstated: 80,
  });
}

function byPurchase(rows: readonly Transaction[]): Map<string, Transaction[]> {
  return Map.groupBy(rows, ({ purchaseId }) => purchaseId ?? '');
}

test('every row matches the schema of the API', () => {
  inEveryLedger((rows) => rows.forEach((row) => expect(transactionSchema.parse(row)).toEqual(row)));
});

test('the net is the amount less tax and costs, to the cent', () => {
  inEveryLedger((rows) => {
    for (const { transactionDetails: money } of rows) {
      expect(
        money.publisherNetAmountUsd +
          money.totalTaxAmountUsd +
          money.transactionFeeUsd +
          money.currencyExchangeCostUsd +
          money.chargebackFeeUsd,
      ).toBe(money.amountUsd);
    }
  });
});

test('transaction ids are unique, as are order, purchase and publisher ids of payments', () => {
  inEveryLedger((rows) => {
    const payments = rows.filter(({ transactionDetails }) => transactionDetails.type === 'paid');
    expect(new Set(rows.map(({ transactionDetails }) => transactionDetails.id)).size).toBe(rows.length);
    expect(new Set(payments.map(({ orderId }) => orderId)).size).toBe(payments.length);
    expect(new Set(payments.map(({ purchaseId }) => purchaseId)).size).toBe(payments.length);
    expect(new Set(payments.map((row) => row.publisherTransactionId)).size).toBe(payments.length);
  });
});

test('a purchase is paid, then at most refunded or disputed', () => {
  const histories = new Set([
    'paid',
    'paid refund',
    'paid dispute_funds_withdrawn',
    'paid dispute_funds_withdrawn dispute_funds_reinstated',
  ]);
  inEveryLedger((rows) => {
    for (const history of byPurchase(rows).values()) {
      expect(histories).toContain(history.map(({ transactionDetails }) => transactionDetails.type).join(' '));
      for (const [index, row] of history.entries()) {
        if (index > 0) expect(row.timestamp > at(history, index - 1).timestamp).toBe(true);
      }
    }
  });
});

test('a refund or dispute has the order, customer, offer, location and currency of its payment', () => {
  inEveryLedger((rows) => {
    for (const [paid, ...later] of byPurchase(rows).values()) {
      for (const row of later) {
        const { timestamp, transactionDetails, ...same } = row;
        expect(paid).toMatchObject(same);
        const { currencyCode, currencySymbol, paymentMethod } = transactionDetails;
        expect(paid?.transactionDetails).toMatchObject({ currencyCode, currencySymbol, paymentMethod });
        expect(timestamp).not.toBe(paid?.timestamp);
      }
    }
  });
});

test('a refund and a withdrawal reverse amount and tax, a reinstatement restores them', () => {
  inEveryLedger((rows) => {
    for (const [paid, ...later] of byPurchase(rows).values()) {
      for (const { transactionDetails: money } of later) {
        const sign = money.type === 'dispute_funds_reinstated' ? 1 : -1;
        for (const name of ['amount', 'amountUsd', 'totalTaxAmount', 'totalTaxAmountUsd'] as const) {
          expect(money[name] - sign * (paid?.transactionDetails[name] ?? Number.NaN)).toBe(0);
        }
        expect(money.transactionFeeUsd).toBe(0);
        expect(money.currencyExchangeCostUsd).toBe(0);
        expect(money.chargebackFeeUsd).toBe(money.type === 'dispute_funds_withdrawn' ? 1500 : 0);
      }
    }
  });
});

test('rows are in order of time, within the period', () => {
  inEveryLedger((rows) => {
    const times = rows.map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(at(times, 0)).toBeGreaterThanOrEqual(period.start);
    expect(at(times, -1)).toBeLessThan(period.end);
  });
});

const rows = allRows(1, 5000);

test('all four types occur in the first ten thousand rows of a very large ledger', () => {
  const ledger = new Ledger({ seed: 1, size: 10_000_000, ...period });
  const page = Array.from({ length: 10_000 }, (_, row) => ledger.row(row));
  expect(new Set(page.map(({ transactionDetails }) => transactionDetails.type)).size).toBe(4);
});

test('the amount of a payment is the price of its offer in its country', () => {
  // "Bag of gems" costs 9.99 dollars: € 0.862 and ¥ 150 a dollar, 19 % and 10 % tax.
  const expected: Record<string, number> = { US: 999, DE: 1025, JP: 1648 };
  const seen = new Set<string>();
  for (const { geolocation, offerDetails, transactionDetails: money } of rows) {
    const country = geolocation?.countryCode2 ?? '';
    const amount = expected[country];
    if (amount === undefined || offerDetails?.offerName !== 'Bag of gems' || money.type !== 'paid') continue;
    seen.add(country);
    expect(money.amount).toBe(amount);
  }
  expect(seen.size).toBe(3);
});

test('a player keeps country and device, and some devices report nothing', () => {
  const players = Map.groupBy(rows, ({ customerDetails }) => customerDetails?.id);
  expect(players.size).toBeLessThan(rows.length / 2);
  for (const own of players.values()) {
    expect(new Set(own.map(({ geolocation }) => geolocation?.zipCode)).size).toBe(1);
    expect(new Set(own.map(({ device }) => JSON.stringify(device))).size).toBe(1);
  }
  expect(rows.some(({ device }) => device?.osType === null)).toBe(true);
  expect(rows.some(({ device }) => device?.osType && device.browserVersion === null)).toBe(true);
  expect(rows.some(({ device }) => device?.browserVersion)).toBe(true);
});
