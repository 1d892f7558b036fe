import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

import { instantOf } from '../../client/api/instant.ts';
import type { LedgerRow, Receipt, ReceiptFile } from '../../ledger/index.ts';
import type { LedgerFormat } from '../../ledger/ledger-format.ts';
import { compareSums } from '../../ledger/money-sums.ts';
import type { FileDifference } from './differences/file-difference.ts';
import { FileTotals } from './file-totals.ts';
import { formats } from './formats/formats.ts';
import { type RowWith, storedColumns } from './ledger-row.ts';
import { countDuplicates, readLedger } from './read-ledger.ts';

/** Compares the hash and the size of a file with its receipt. */
export async function compareBytes(
  path: string,
  file: ReceiptFile | null,
): Promise<readonly FileDifference[]> {
  const { bytes, sha256 } = await hashFile(path);
  const differences: FileDifference[] = [];
  const add = (what: 'hash' | 'bytes', expected: string, found: string): void => {
    if (expected !== found) differences.push({ what, expected, found });
  };
  add('hash', file?.sha256 ?? 'none', sha256);
  add('bytes', String(file?.bytes ?? 'none'), String(bytes));
  return differences;
}

/** The size of a file, and its SHA-256 in lowercase hexadecimal. */
interface FileHash {
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a file once. */
export async function hashFile(path: string): Promise<FileHash> {
  const hash = createHash('sha256');
  let bytes = 0;
  // Without an encoding, the chunks are buffers.
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The columns that are compared, of those that a file has by its receipt. */
export function columnsIn({ columns }: Receipt): readonly (typeof storedColumns)[number][] {
  return storedColumns.filter((name) => columns.includes(name));
}

/** Receives each row, and its time in microseconds since the epoch; `NaN` if it cannot be read. */
export type OnRow<Needed extends keyof LedgerRow> = (row: RowWith<Needed>, instant: number) => void;

/**
 * Reads the rows of a file, and returns their differences from the receipt.
 *
 * @param needed Columns that the rows must have besides those of the receipt
 * @param onRow Called with each row
 * @throws UnreadableFileError
 */
export async function compareFileRows<Needed extends keyof LedgerRow>(
  path: string,
  receipt: Receipt,
  format: LedgerFormat,
  needed: readonly Needed[],
  onRow?: OnRow<Needed>,
): Promise<readonly FileDifference[]> {
  const totals = new FileTotals(receipt);
  let found: string | undefined;
  const { currencyDigits } = receipt;
  for await (const rows of readLedger({ path, format, needed, currencyDigits })) {
    if (!formats[format].isAsReceived) found ??= rows[0] && Object.keys(rows[0]).join(', ');
    for (const row of rows) {
      const instant = instantOf(row.timestamp ?? '');
      totals.add(row, instant);
      onRow?.(row, instant);
    }
  }
  const { compares } = totals;
  const duplicates = compares.keys
    ? (totals.duplicates ?? (await countDuplicates([{ path, format }], totals.rows)))
    : undefined;
  const expected = receipt.columns.join(', ');
  const columns: readonly FileDifference[] =
    found === undefined || found === expected ? [] : [{ what: 'columns', expected, found }];
  return [...columns, ...compareTotals(receipt, totals, duplicates)];
}

/** Returns the differences between a receipt and what its file contains. */
function compareTotals(
  receipt: Receipt,
  totals: FileTotals,
  duplicates: number | undefined,
): readonly FileDifference[] {
  const { times, sums } = totals.compares;
  const values = [
    [true, 'rows', receipt.rows, totals.rows],
    [times, 'rowsOutsideRange', 0, totals.rowsOutsideRange],
    [duplicates !== undefined, 'duplicates', receipt.rowsWithSameKey, duplicates ?? 0],
    [times, 'firstTimestamp', receipt.firstTimestamp, totals.firstTimestamp],
    [times, 'lastTimestamp', receipt.lastTimestamp, totals.lastTimestamp],
    [sums, 'unknownCurrencies', wellFormed(receipt.unknownCurrencies), wellFormed(totals.unknownCurrencies)],
  ] as const;
  return [
    ...values
      .filter(([isCompared, , expected, found]) => isCompared && expected !== found)
      .map(([, what, expected, found]) => ({ what, expected: shown(expected), found: shown(found) })),
    ...(sums ? compareSums(totals.withoutLeftOut(receipt.sums), totals.sums) : []).map((sum) => ({
      what: 'sum' as const,
      ...sum,
    })),
    ...totals.wrongDecimals,
  ];
}

function wellFormed(codes: readonly string[]): string {
  return [...new Set(codes.map((code) => code.toWellFormed()))].join(', ');
}

function shown(value: string | number | null): string {
  return value === null || value === '' ? 'none' : String(value);
}
