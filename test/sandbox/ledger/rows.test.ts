// @module-tag slow
import { expect, test } from 'vitest';

import { transactionSchema, type Transaction } from '../../../src/client/api/transactions.ts';
import { Ledger } from '../../../src/sandbox/ledger/ledger.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { at } from '../send.ts';

const period = { start: Date.UTC(2026, 2, 1), end: Date.UTC(2026, 3, 1) };

/** The rows of the period; with a number, as many before it too. */
function allRows(seed: number, size: number, before = 0): Transaction[] {
  const ledger = new Ledger({ seed, size, ...period });
  return Array.from({ length: before + size }, (_, row) => ledger.row(row - before));
}

/** A dispute is won at most 3 904 rows after the payment, which may be before the period. */
const rowsBefore = 4000;

const shapes = fc.record({ seed: fc.maxSafeNat(), size: fc.integer({ min: 1, max: 3000 }) });

/** The rows of ledgers with random seeds and sizes, and all rows of the purchases that these are of. */
const ledgers = fc.sample(shapes, 8).map(({ seed, size }) => {
  const all = allRows(seed, size, rowsBefore);
  const rows = all.slice(rowsBefore);
  const purchases = new Set(rows.map(({ purchaseId }) => purchaseId));
  const histories = [...Map.groupBy(all, ({ purchaseId }) => purchaseId)].flatMap(([id, history]) =>
    purchases.has(id) ? [history] : [],
  );
  return { size, rows, histories };
});

test('ledgers have as many rows as their size, of every type', () => {
  const seen = { paid: 0, refund: 0, dispute_funds_withdrawn: 0, dispute_funds_reinstated: 0 };
  for (const { size, rows } of ledgers) {
    expect(rows).toHaveLength(size);
    for (const { transactionDetails } of rows) seen[transactionDetails.type as keyof typeof seen] += 1;
  }
  expectOccurrences(seen, {
    paid: 5000,
    refund: 250,
    dispute_funds_withdrawn: 150,
    dispute_funds_reinstated: 40,
  });
});

test('every row matches the schema of the API', () => {
  for (const { rows } of ledgers) expect(rows.map((row) => transactionSchema.parse(row))).toEqual(rows);
});

test('the net is the amount less tax and costs, to the cent', () => {
  for (const { rows } of ledgers) {
    for (const { transactionDetails: money } of rows) {
      expect(
        money.publisherNetAmountUsd +
          money.totalTaxAmountUsd +
          money.transactionFeeUsd +
          money.currencyExchangeCostUsd +
          money.chargebackFeeUsd,
      ).toBe(money.amountUsd);
    }
  }
});

/** The ids of rows that no other row has: of each row, and of each payment. */
function ownIds(rows: readonly Transaction[]): string[] {
  return rows.flatMap(({ orderId, purchaseId, publisherTransactionId, transactionDetails: { id, type } }) =>
    type === 'paid' ? [id, orderId ?? '', purchaseId ?? '', publisherTransactionId ?? ''] : [id],
  );
}

test('transaction ids are unique, as are order, purchase and publisher ids of payments', () => {
  for (const { rows } of ledgers) {
    const ids = ownIds(rows);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

const day = 86_400_000;

test('ids are unique over all time: ledgers of other periods have none of the same', () => {
  const ranges = fc.uniqueArray(fc.integer({ min: -20_000, max: 40_000 }), { minLength: 2, maxLength: 6 });
  const seen = { months: 0, days: 0 };
  fc.assert(
    fc.property(ranges, fc.integer({ min: 1, max: 300 }), fc.boolean(), (starts, size, areMonths) => {
      seen[areMonths ? 'months' : 'days'] += 1;
      const ids = starts.flatMap((start, index) => {
        const months = { start: Date.UTC(1970, start), end: Date.UTC(1970, start + 1) };
        // Of different lengths, of which none reaches the next day.
        const days = { start: start * day, end: start * day + 1 + index * 60_000 };
        const ledger = new Ledger({ seed: 1, size, ...(areMonths ? months : days) });
        return ownIds(Array.from({ length: size }, (_, row) => ledger.row(row)));
      });
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 60 },
  );
  expectOccurrences(seen, { months: 15, days: 15 });
});

test('a ledger of months shows the same rows in every period that has the month', () => {
  const months = fc.record({
    month: fc.integer({ min: -1000, max: 4000 }),
    before: fc.integer({ min: 0, max: 12 }),
    perYear: fc.integer({ min: 13, max: 2000 }),
  });
  fc.assert(
    fc.property(months, ({ month, before, perYear }) => {
      const rowsOf = (first: number): Transaction[] => {
        const settings = {
          seed: 1,
          size: perYear,
          start: Date.UTC(1970, first),
          end: Date.UTC(1970, first + 13),
        };
        const ledger = new Ledger(settings);
        const { first: from, end } = ledger.range(Date.UTC(1970, month), Date.UTC(1970, month + 1));
        return Array.from({ length: end - from }, (_, row) => ledger.row(from + row));
      };
      const rows = rowsOf(month);
      expect(rows.length).toBeGreaterThan(0);
      expect(rowsOf(month - before)).toEqual(rows);
    }),
    { numRuns: 40 },
  );
});

test('a purchase is paid, then at most refunded or disputed', () => {
  const possible = new Set([
    'paid',
    'paid refund',
    'paid dispute_funds_withdrawn',
    'paid dispute_funds_withdrawn dispute_funds_reinstated',
  ]);
  for (const { histories } of ledgers) {
    for (const history of histories) {
      expect(possible).toContain(history.map(({ transactionDetails }) => transactionDetails.type).join(' '));
      for (const [index, row] of history.entries()) {
        if (index > 0) expect(row.timestamp > at(history, index - 1).timestamp).toBe(true);
      }
    }
  }
});

test('a refund or dispute has the order, customer, offer, location and currency of its payment', () => {
  for (const { histories } of ledgers) {
    for (const [paid, ...later] of histories) {
      for (const row of later) {
        const { timestamp, transactionDetails, ...same } = row;
        expect(paid).toMatchObject(same);
        const { currencyCode, currencySymbol, paymentMethod } = transactionDetails;
        expect(paid?.transactionDetails).toMatchObject({ currencyCode, currencySymbol, paymentMethod });
        expect(timestamp).not.toBe(paid?.timestamp);
      }
    }
  }
});

test('a refund and a withdrawal reverse amount and tax, a reinstatement restores them', () => {
  for (const { histories } of ledgers) {
    for (const [paid, ...later] of histories) {
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
  }
});

test('rows are in order of time, within the period', () => {
  for (const { rows } of ledgers) {
    const times = rows.map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(at(times, 0)).toBeGreaterThanOrEqual(period.start);
    expect(at(times, -1)).toBeLessThan(period.end);
  }
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
