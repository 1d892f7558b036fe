import { writeFile } from 'node:fs/promises';

import { expect, test } from 'vitest';
import { verifyFile } from '../../../src/cli/ledger-files/verify-file.ts';
import type { Transaction } from '../../../src/client/index.ts';
import { ledgerColumns } from '../../../src/ledger/index.ts';
import { ledgerFormats } from '../../../src/ledger/ledger-format.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { createFolder, deliver, describe, encode, ledgerRows } from '../commands/verify/delivered-file.ts';

const rows = ledgerRows(250);

test.each(ledgerFormats)('an empty %s file agrees with its receipt', async (format) => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, [], format);

  expect((await verifyFile(path)).differences).toEqual([]);
});

test.each(ledgerFormats)('a %s file in descending order agrees with its receipt', async (format) => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows.toReversed(), format);

  expect((await verifyFile(path)).differences).toEqual([]);
});

test.each(ledgerFormats)('a row repeated far away in a %s file without order is found', async (format) => {
  await using folder = await createFolder();
  const shuffled = [...rows.slice(100), ...rows.slice(0, 100), ...rows.slice(150, 152)];
  const { path } = await deliver(folder.path, shuffled, format);

  expect((await verifyFile(path)).differences).toEqual([{ what: 'duplicates', expected: '0', found: '2' }]);
});

test.each(['csv', 'parquet'] as const)('columns may be dropped from a %s file', async (format) => {
  const kept = ledgerColumns.filter(({ name }) => !['customer_email', 'amount', 'products'].includes(name));
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, format, kept);
  expect((await verifyFile(path)).differences).toEqual([]);

  const { receipt } = await deliver(folder.path, rows, format);
  await writeFile(path, await encode(rows, format, kept));
  const forged = { ...receipt, file: await describe(path, format) };
  await writeFile(`${path}.receipt.json`, JSON.stringify(forged));
  expect((await verifyFile(path)).differences.map(({ what }) => what)).toEqual(['columns']);
});

test.each(ledgerFormats)(
  'a cent in a %s file is named with its currency, type and column',
  async (format) => {
    await using folder = await createFolder();
    const { path, receipt } = await deliver(folder.path, rows, format);
    const changed = rows.map((row, index): Transaction =>
      index === 3 ? { ...row, transactionDetails: { ...row.transactionDetails, totalTaxAmount: 2 } } : row,
    );
    await writeFile(path, await encode(changed, format));
    const forged = { ...receipt, file: await describe(path, format) };
    await writeFile(`${path}.receipt.json`, JSON.stringify(forged));
    const sums = (await verifyFile(path)).differences.filter(({ what }) => what === 'sum');

    // Row 3 is a refund in GOLD, and so is every 28th after it: 9 of 250.
    expect(sums).toEqual([
      {
        what: 'sum',
        currencyCode: 'GOLD',
        type: 'refund',
        column: 'total_tax_amount_minor',
        expected: '9',
        found: '10',
      },
    ]);
  },
);

test('a Parquet file whose bytes have changed is not parsed', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'parquet');
  await writeFile(path, await encode(rows.slice(1), 'parquet'));
  const { differences, rowsCompared } = await verifyFile(path);

  expect(differences.map(({ what }) => what)).toEqual(['hash', 'bytes']);
  expect(rowsCompared).toBe(false);
});

test('a decimal that contradicts its integer is named with both, and the number of its transaction', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows.slice(0, 3), 'csv');
  const content = (await encode(rows.slice(0, 3), 'csv')).toString();
  expect(content).toContain('KWD,€,0.299,299,');
  await writeFile(path, content.replace('KWD,€,0.299,299,', 'KWD,€,2.99,299,'));
  const forged = { ...receipt, file: await describe(path, 'csv') };
  await writeFile(`${path}.receipt.json`, JSON.stringify(forged));

  expect((await verifyFile(path)).differences).toEqual([
    {
      what: 'decimal',
      currencyCode: 'KWD',
      type: 'paid',
      column: 'amount',
      expected: '0.299 by amount_minor of transaction 3',
      found: '2.99',
    },
  ]);
});

test('rows outside the range of the receipt are counted', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'jsonl');
  const later = { ...receipt, startDate: '2026-10-01T00:02:00.000Z' };
  await writeFile(`${path}.receipt.json`, JSON.stringify(later));

  expect((await verifyFile(path)).differences).toEqual([
    { what: 'rowsOutsideRange', expected: '0', found: '2' },
  ]);
});

test('a row exactly at the end of the range is outside of it', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'jsonl');
  // The last row is at 04:09, a minute after the one before.
  await writeFile(
    `${path}.receipt.json`,
    JSON.stringify({ ...receipt, endDate: '2026-10-01T04:09:00.000Z' }),
  );

  expect((await verifyFile(path)).differences).toEqual([
    { what: 'rowsOutsideRange', expected: '0', found: '1' },
  ]);
});

test('a receipt of an incomplete export, or that does not add up, is a difference', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'jsonl');
  for (const changed of [{ complete: false }, { totalCount: 251 }, { totalCount: 251, invalidRows: 1 }]) {
    await writeFile(`${path}.receipt.json`, JSON.stringify({ ...receipt, ...changed }));
    expect((await verifyFile(path)).differences.map(({ what }) => what)).toEqual(['complete']);
  }
});

test('a file without the 20 000 currencies of its receipt has all their differences', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows.slice(0, 1), 'jsonl');
  const [sum] = receipt.sums;
  const sums = Array.from({ length: 20_000 }, (_, index) => ({ ...sum, currencyCode: `C${index}` }));
  await writeFile(`${path}.receipt.json`, JSON.stringify({ ...receipt, sums }));
  const { differences } = await verifyFile(path);

  // Each has rows and eight sums, which the file does not have; USD is in the file only.
  expect(differences.filter(({ what }) => what === 'sum')).toHaveLength(20_001 * 9);
});

test('a receipt that contradicts its own dates does not count as complete', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'jsonl');
  for (const [finishedAt, ended] of [
    ['2026-10-31T23:59:59.999Z', false],
    [receipt.endDate, true],
  ] as const) {
    for (const rangeEnded of [true, false]) {
      await writeFile(`${path}.receipt.json`, JSON.stringify({ ...receipt, finishedAt, rangeEnded }));
      const found = (await verifyFile(path)).differences.map(({ what }) => what);
      expect(found).toEqual(rangeEnded === ended ? [] : ['complete']);
    }
  }
});

/** Any code units: also halves of surrogate pairs, control characters, quotes, and what a CSV guards. */
const anyString = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0xd83d, 0xde00, 0x22, 0x27, 0x3b, 0x3d, 0x0a),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((units) => String.fromCharCode(...units));

test.each(ledgerFormats)(
  'a %s file agrees with its receipt, whatever strings the service sent',
  async (format) => {
    await using folder = await createFolder();
    const seen = { halves: 0, guarded: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyString, anyString), { minLength: 1, maxLength: 20 }),
        async (pairs) => {
          const odd = ledgerRows(pairs.length).map((row, index): Transaction => {
            const [currencyCode = '', type = ''] = pairs[index] ?? [];
            if (!currencyCode.isWellFormed()) seen.halves += 1;
            if (/[;\t\r\n]['"]*=/.test(currencyCode)) seen.guarded += 1;
            const details = row.transactionDetails;
            return { ...row, transactionDetails: { ...details, currencyCode, type, id: details.id + type } };
          });
          const { path } = await deliver(folder.path, odd, format);

          expect((await verifyFile(path)).differences).toEqual([]);
        },
      ),
      // One is certain to have what the test is about.
      { numRuns: 20, examples: [[[['X;=\uD800', '\n=\uFFFF']]]] },
    );
    expectOccurrences(seen, { halves: 40, guarded: 2 });
  },
);
