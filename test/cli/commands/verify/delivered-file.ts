import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { createEncoder } from '../../../../src/cli/ledger-files/formats/encoder.ts';
import type { Transaction } from '../../../../src/client/index.ts';
import {
  createReceipt,
  type LedgerColumn,
  ledgerColumns,
  type Receipt,
  type ReceiptFile,
  type ReceiptOptions,
} from '../../../../src/ledger/index.ts';
import type { LedgerFormat } from '../../../../src/ledger/ledger-format.ts';
import { pageOf, rowOf } from '../../../ledger/receipt-pages.ts';

const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const currencies = ['USD', 'JPY', 'KWD', 'GOLD'];

/** A folder that is removed at the end. */
export async function createFolder() {
  const path = await mkdtemp(join(tmpdir(), 'ledger-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Rows in several currencies, with strings that need quotes, a guard, or more than a byte a character. */
export function ledgerRows(count: number): Transaction[] {
  return Array.from({ length: count }, (_, index) => ({
    ...rowOf({
      timestamp: new Date(Date.parse('2026-10-01T00:00:00Z') + index * 60_000).toISOString(),
      id: `tx-${index}`,
      type: index % 7 === 3 ? 'refund' : 'paid',
      currencyCode: currencies[index % currencies.length] ?? 'USD',
      amount: index % 7 === 3 ? -index : 100 * index + 99,
    }),
    customerDetails: { id: index % 5 === 0 ? '' : `日本 ${index}`, email: `=cmd("${index}"),\r\n\u2028'x` },
  }));
}

/** Delivers rows as a file with its receipt, as `export` does. */
export async function deliver(
  folder: string,
  rows: Transaction[],
  format: LedgerFormat,
  columns: readonly LedgerColumn[] = ledgerColumns,
): Promise<{ readonly path: string; readonly receipt: Receipt }> {
  const path = join(folder, `october.${format}`);
  await writeFile(path, await encode(rows, format, columns));
  const receipt = createReceipt(october, { columns: columns.map(({ name }) => name) });
  receipt.add(pageOf(rows, rows.length));
  const finished = receipt.finish({ file: await describe(path, format), duplicates: 0 });
  await writeFile(`${path}.receipt.json`, JSON.stringify(finished));
  return { path, receipt: finished };
}

/** Delivers rows as a CSV of this range, with the receipt of an export that had everything. */
export async function deliverRange(
  path: string,
  rows: Transaction[],
  range: Readonly<Record<'startDate' | 'endDate', string>>,
  options: ReceiptOptions = {},
): Promise<Receipt> {
  const columns = ledgerColumns.filter(({ name }) => options.columns?.includes(name) ?? true);
  await writeFile(path, await encode(rows, 'csv', columns));
  const receipt = createReceipt(range, options);
  receipt.add(pageOf(rows, rows.length));
  const finished = receipt.finish({ file: await describe(path, 'csv') });
  await writeFile(`${path}.receipt.json`, JSON.stringify(finished));
  return finished;
}

export async function describe(path: string, format: LedgerFormat): Promise<ReceiptFile> {
  const content = await readFile(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name: basename(path), format, bytes: content.length, sha256 };
}

/** The bytes that `export` writes for these rows. */
export async function encode(
  rows: readonly Transaction[],
  format: LedgerFormat,
  columns: readonly LedgerColumn[] = ledgerColumns,
): Promise<Buffer> {
  const drop = ledgerColumns.filter((column) => !columns.includes(column)).map(({ name }) => name);
  const encoder = await createEncoder(
    { format, columns: null, drop, hash: [], bom: false, currencyDigits: {} },
    {},
  );
  const parts = [encoder.header, Buffer.from(encoder.encode(rows))];
  return Buffer.concat([...parts, encoder.footer()]);
}
