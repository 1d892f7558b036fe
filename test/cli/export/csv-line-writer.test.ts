import { expect, test } from 'vitest';

import type { Transaction } from '../../../src/api/transactions.ts';
import { CsvLineWriter } from '../../../src/cli/export/formats/csv-line-writer.ts';
import { InvalidAmountError } from '../../../src/errors/index.ts';
import { csvLines } from '../../../src/ledger/csv.ts';
import { flatten, ledgerColumns } from '../../../src/ledger/index.ts';
import { paidTransaction } from '../../literals/transactions.ts';
import * as fc from '../../support/fast-check.ts';

const details = paidTransaction.transactionDetails;

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('=+-@＝＋－＠\'",;\t\r\n aé€💎\ud800\uffff')),
    maxLength: 8,
  }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
/** What tolerant mode delivers in place of a string. */
const field = fc.oneof(
  { weight: 6, arbitrary: text },
  fc.constantFrom(null, undefined, 7, -1.5, true, ['a'], { b: ';=' }),
);
const amount = fc.oneof(
  fc.constantFrom(0, -0, 5, -5, 99, 100, -100, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1),
  fc.integer(),
  fc.maxSafeInteger(),
);
const part = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary }, fc.constantFrom(null, undefined, 'a'));
const row = fc.record({
  ...{ timestamp: text, orderId: field, purchaseId: field, publisherTransactionId: field },
  customerDetails: part(fc.record({ id: field, email: field })),
  geolocation: part(fc.record({ countryCode2: field, playerIp: field, region: field, zipCode: field })),
  device: part(fc.record({ osType: field, osVersion: field, browserType: field, browserVersion: field })),
  offerDetails: part(
    fc.record({ offerId: field, offerName: field, type: field, products: fc.oneof(field, fc.array(field)) }),
  ),
  transactionDetails: fc.record({
    ...{ id: text, type: text, amount, amountUsd: amount, totalTaxAmount: amount, totalTaxAmountUsd: amount },
    ...{ currencyExchangeCostUsd: amount, chargebackFeeUsd: amount, transactionFeeUsd: amount },
    ...{ publisherNetAmountUsd: amount, paymentMethod: field, currencySymbol: field },
    currencyCode: fc.constantFrom('USD', 'jpy', 'KWD', 'CLF', 'GEM', ''),
  }),
});

test('lines are those of flattened rows, with any columns', () => {
  const columns = fc.subarray([...ledgerColumns], { minLength: 1 });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 3 }),
      fc.oneof(fc.constant(ledgerColumns), columns),
      (any, chosen) => {
        const rows = any as unknown as Transaction[]; // as tolerant mode delivers them
        const { line } = csvLines(chosen);
        const lines = rows.map((one) => line(flatten(one))).join('');

        expect(new CsvLineWriter(chosen).lines(rows).toString('hex')).toBe(
          Buffer.from(lines).toString('hex'),
        );
      },
    ),
    { numRuns: 3000 },
  );
});

test('rows that are longer than expected are written, and a writer continues after them', () => {
  const writer = new CsvLineWriter(ledgerColumns.filter(({ name }) => name === 'offer_name'));
  const long = { ...paidTransaction, offerDetails: { offerName: '€"'.repeat(100_000) } } as Transaction; // fields may be missing
  const cell = `"${'€""'.repeat(100_000)}"\r\n`;

  expect(writer.lines([long, long]).toString()).toBe(cell + cell);
  expect(writer.lines([paidTransaction]).toString()).toBe('Starter Bundle\r\n');
});

test.each([0.5, 2 ** 53, NaN])('an amount of %d throws', (amountUsd) => {
  const row = { ...paidTransaction, transactionDetails: { ...details, amountUsd } };

  expect(() => new CsvLineWriter(ledgerColumns).lines([row])).toThrow(InvalidAmountError);
});
