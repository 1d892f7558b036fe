import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { type LedgerRow, rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { createFolder, range } from './run-export.ts';

/** Rows that are hard to write: fields that are null or missing, untrusted text, and currencies of each scale. */
export const rows: LedgerRow[] = rowsAt([0, 1, 2, 3, 4]).map((row, index) => {
  const details = row.transactionDetails;
  const at = (changes: object): LedgerRow => ({ ...row, ...changes });
  const money = (changes: object): LedgerRow => at({ transactionDetails: { ...details, ...changes } });
  return (
    [
      row,
      at({
        customerDetails: { id: '=HYPERLINK("http://evil.example";"x")', email: '@sum(1),\r\n"2"' },
        geolocation: null,
        unknownField: { kept: [1, 'ü', null] },
      }),
      money({ amount: -1500, currencyCode: 'JPY', type: 'refund' }),
      money({ amount: 6137, currencyCode: 'KWD', totalTaxAmount: 9_007_199_254_740_991 }),
      money({ amount: 42, currencyCode: 'GEM', currencySymbol: '💎' }),
    ][index] ?? row
  );
});

/** Exports these rows, and checks the receipt. */
export async function exportAs(name: string, args: readonly string[] = []) {
  await using service = await startService(serveLedger(rows));
  const folder = createFolder(service.url);
  const finished = await folder.run([...range, '--out', name, '--quiet', ...args]);
  expect(finished).toEqual({ code: 0, out: '', err: '' });
  expect(folder.receipt(name)).toMatchObject({ complete: true, rows: 5, unknownCurrencies: ['GEM'] });
  expect(folder.receipt(name).file).toEqual({
    name,
    format: name.slice(name.indexOf('.') + 1),
    bytes: readFileSync(folder.file(name)).byteLength,
    sha256: folder.sha256(name),
  });
  expect(folder.names()).toEqual([name, `${name}.receipt.json`]);
  return folder;
}
