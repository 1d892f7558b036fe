import type { Transaction } from '../../client/api/transactions.ts';
import type { InvalidRow } from '../../client/validation/validation.ts';
import { csvLines } from '../../ledger/csv.ts';
import { flatten, type LedgerRow } from '../../ledger/index.ts';
import { chosenColumns, createHashValue, type ExportSettings } from './export-settings.ts';

/** Converts rows to the bytes of a file. */
export interface RowEncoder {
  /** What the file begins with. */
  readonly header: Uint8Array;
  /** Returns the bytes of a page, which are valid until the next call. */
  readonly encode: (rows: readonly Transaction[]) => Uint8Array;
  /** What is needed to continue the file besides its bytes: the groups of rows of a Parquet file. */
  readonly groups: () => readonly string[];
  /** Returns what the file ends with. */
  readonly footer: () => Uint8Array;
}

/** Where a file is continued. */
export interface EncodedSoFar {
  readonly bytes: number;
  readonly groups: readonly string[];
}

/** What decides about the bytes of a row. */
export type EncoderSettings = Pick<ExportSettings, 'format' | 'drop' | 'hash' | 'bom'>;

const byteOrderMark = '\uFEFF';

/**
 * Returns the encoder of a format: transactions as received for JSONL, ledger rows for the others.
 */
export async function createEncoder(
  settings: EncoderSettings,
  env: NodeJS.ProcessEnv,
  continued?: EncodedSoFar,
): Promise<RowEncoder> {
  const { format, bom } = settings;
  if (format === 'jsonl') return encoderOf('', (transaction) => `${JSON.stringify(transaction)}\n`);
  const columns = chosenColumns(settings);
  const toRow = flattenWith(settings.hash, env);
  if (format === 'csv') {
    const { header, line } = csvLines(columns);
    return encoderOf(`${bom ? byteOrderMark : ''}${header}`, (transaction) => line(toRow(transaction)));
  }
  // Not loaded for other formats.
  const { createParquetEncoder } = await import('./parquet-encoder.ts');
  return createParquetEncoder(columns, toRow, continued);
}

function encoderOf(header: string, toLine: (transaction: Transaction) => string): RowEncoder {
  return {
    header: Buffer.from(header),
    // Each line alone: one character outside Latin-1 makes a joined string twice as large, and slow to encode.
    encode: (rows) => Buffer.concat(rows.map((row) => Buffer.from(toLine(row)))),
    groups: () => [],
    footer: () => new Uint8Array(),
  };
}

/** Converts invalid rows to lines of JSON, as received. */
export function encodeInvalidRows(rows: readonly InvalidRow[]): Uint8Array {
  return Buffer.from(rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''));
}

/** Returns a function that flattens a row and replaces the values of hashed columns; `null` stays `null`. */
function flattenWith(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): (transaction: Transaction) => LedgerRow {
  if (names.length === 0) return flatten;
  const hashValue = createHashValue(env);
  return (transaction) => {
    const row: Record<string, string | number | null> = { ...flatten(transaction) };
    for (const name of names) {
      const value = row[name];
      if (value !== null && value !== undefined) row[name] = hashValue(String(value));
    }
    // Only columns of strings can be hashed.
    return row as unknown as LedgerRow;
  };
}
