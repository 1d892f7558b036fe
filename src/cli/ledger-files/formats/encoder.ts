import type { Transaction } from '../../../client/api/transactions.ts';
import type { InvalidRow } from '../../../client/validation/validation.ts';
import { createHide } from '../../../ledger/hide-columns.ts';
import { flatten, type LedgerRow } from '../../../ledger/index.ts';
import { chosenColumns, createHashValue, type ExportSettings, hiddenColumns } from '../export-settings.ts';
import { formats } from './formats.ts';
import type { EncodedSoFar, RowEncoder } from './row-encoder.ts';

/** What decides about the bytes of a row. */
export type EncoderSettings = Pick<
  ExportSettings,
  'format' | 'columns' | 'drop' | 'hash' | 'bom' | 'currencyDigits'
>;

/** Converts the rows of an export, and those that it sets aside. */
export interface ExportEncoder extends RowEncoder {
  /** Returns lines of JSON: rows as received, but for the columns that the file has not, or as hashes. */
  readonly encodeInvalid: (rows: readonly InvalidRow[]) => Uint8Array;
}

/** Returns the encoder of an export. */
export async function createEncoder(
  settings: EncoderSettings,
  env: NodeJS.ProcessEnv,
  continued?: EncodedSoFar,
): Promise<ExportEncoder> {
  const { hash } = settings;
  const hide = createHide(
    { drop: hiddenColumns(settings), hash },
    hash.length === 0 ? String : createHashValue(env),
  );
  return {
    ...(await formats[settings.format].createEncoder({
      columns: chosenColumns(settings),
      toRow: flattenWith(settings, env),
      currencyDigits: settings.currencyDigits,
      bom: settings.bom,
      continued,
    })),
    encodeInvalid: (rows) => Buffer.from(rows.map(({ row }) => `${JSON.stringify(hide(row))}\n`).join('')),
  };
}

/** Returns a function that flattens a row and replaces the values of hashed columns; `null` stays `null`. */
export function flattenWith(
  { hash: names, currencyDigits }: Pick<EncoderSettings, 'hash' | 'currencyDigits'>,
  env: NodeJS.ProcessEnv,
): (transaction: Transaction) => LedgerRow {
  const options = { currencyDigits };
  if (names.length === 0) return (transaction) => flatten(transaction, options);
  const hashValue = createHashValue(env);
  return (transaction) => {
    const row: Record<string, string | number | null> = { ...flatten(transaction, options) };
    for (const name of names) {
      const value = row[name];
      if (value !== null && value !== undefined) row[name] = hashValue(String(value));
    }
    // Only columns of strings can be hashed.
    return row as unknown as LedgerRow;
  };
}
