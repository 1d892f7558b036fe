import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { storedColumns, type SummedRow } from '../../../../src/cli/ledger-files/ledger-row.ts';
import { readLedger } from '../../../../src/cli/ledger-files/read-ledger.ts';
import { verifyFile } from '../../../../src/cli/ledger-files/verify-file.ts';
import type { Transaction } from '../../../../src/client/index.ts';
import { ledgerColumns } from '../../../../src/ledger/index.ts';
import { type RowInput, rowOf } from '../../../ledger/receipt-pages.ts';
import { createFolder, deliver, encode } from '../../commands/verify/delivered-file.ts';

const most = Number.MAX_SAFE_INTEGER;

/** The rows of a Parquet file that `export` would write. */
async function stored(rows: readonly Transaction[], columns = ledgerColumns): Promise<SummedRow[]> {
  await using folder = await createFolder();
  const path = join(folder.path, 'a.parquet');
  await writeFile(path, await encode(rows, 'parquet', columns));
  const read: SummedRow[] = [];
  for await (const batch of readLedger({ path, format: 'parquet', needed: storedColumns }))
    for (const row of batch) read.push(row);
  return read;
}

test.each<[RowInput, string | null]>([
  [{ currencyCode: 'EUR', amount: most }, '90071992547409.9100'],
  [{ currencyCode: 'EUR', amount: -most }, '-90071992547409.9100'],
  [{ currencyCode: 'EUR', amount: -1 }, '-0.0100'],
  [{ currencyCode: 'EUR', amount: 0 }, '0.0000'],
  [{ currencyCode: 'JPY', amount: most }, '9007199254740991.0000'],
  [{ currencyCode: 'JPY', amount: -most }, '-9007199254740991.0000'],
  [{ currencyCode: 'JPY', amount: 2143 }, '2143.0000'],
  [{ currencyCode: 'KWD', amount: most }, '9007199254740.9910'],
  [{ currencyCode: 'KWD', amount: -most }, '-9007199254740.9910'],
  [{ currencyCode: 'KWD', amount: 6137 }, '6.1370'],
  [{ currencyCode: 'CLF', amount: -most }, '-900719925474.0991'],
  [{ currencyCode: 'GOLD', amount: -most }, null],
])('%j is read from Parquet as %s', async (input, decimal) => {
  const [row] = await stored([rowOf(input)]);

  expect(row).toMatchObject({ amount: decimal, amount_minor: input.amount });
});

test.each([
  [most, '90071992547409.91'],
  [-most, '-90071992547409.91'],
  [-5, '-0.05'],
  [0, '0.00'],
])('%d US cents are read from Parquet as %s', async (amountUsd, decimal) => {
  const row = rowOf({});
  const details = { ...row.transactionDetails, amountUsd, publisherNetAmountUsd: -amountUsd };
  const [read] = await stored([{ ...row, transactionDetails: details }]);

  expect(read).toMatchObject({ amount_usd: decimal, amount_usd_minor: amountUsd });
  // No negative zero, which `JSON` and sums would not show.
  expect(read?.publisher_net_amount_usd_minor).toBe(0 - amountUsd);
});

test.each([
  ['2026-10-01T00:00:00Z', '2026-10-01T00:00:00.000Z'],
  ['2026-10-01T02:00:00.5+02:00', '2026-10-01T00:00:00.500Z'],
  ['2026-10-01T00:00:00.000001Z', '2026-10-01T00:00:00.000001Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
  ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ['2255-01-01T00:00:00.000001Z', '2255-01-01T00:00:00.000001Z'],
  ['yesterday', ''],
  ['2026-02-30T00:00:00Z', ''],
])('the timestamp %s is read from Parquet as %s', async (timestamp, expected) => {
  const [row] = await stored([rowOf({ timestamp })]);

  expect(row?.timestamp).toBe(expected);
});

test('text and missing values are read from Parquet as they were written', async () => {
  const row = rowOf({ type: 'ü' });
  const [read] = await stored([
    { ...row, geolocation: null, customerDetails: { id: '', email: '=a\r\n\0💎' } },
  ]);

  expect(read).toMatchObject({
    type: 'ü',
    country_code: null,
    customer_id: '',
    customer_email: '=a\r\n\0💎',
  });
  expect(Object.keys(read ?? {})).toEqual(ledgerColumns.map(({ name }) => name));
});

test('extreme amounts and unreadable timestamps agree with their receipt', async () => {
  const amounts = [most, -most, most, -1, 0];
  const rows = ['EUR', 'JPY', 'KWD', 'CLF', 'GOLD'].flatMap((currencyCode) =>
    amounts.map((amount, index) =>
      rowOf({
        currencyCode,
        amount,
        id: `${currencyCode}-${index}`,
        ...(index === 4 && { timestamp: 'unknown' }),
      }),
    ),
  );
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'parquet');

  // Beyond what a number can hold exactly.
  expect(receipt.sums.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 5 }, () => '9007199254740990'),
  );
  expect((await verifyFile(path)).differences).toEqual([]);
});

test('the rows of all groups of a Parquet file are read', async () => {
  // A group has 100 000 rows.
  const rows = Array.from({ length: 100_002 }, (_, index) => rowOf({ id: `tx-${index}`, amount: index }));
  // Fewer columns are faster: those that every file has.
  const keys = ['timestamp', 'type', 'transaction_id', 'currency_code'];
  const columns = ledgerColumns.filter(({ name, type }) => type === 'integer' || keys.includes(name));
  const read = await stored(rows, columns);

  expect(read.map(({ transaction_id: id }) => id)).toEqual(rows.map((_, index) => `tx-${index}`));
  expect(read.map(({ amount_minor: amount }) => amount)).toEqual(rows.map((_, index) => index));
});
