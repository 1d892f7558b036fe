import type { Transaction } from '../../../api/transactions.ts';
import { flatten, type LedgerRow } from '../../../ledger/index.ts';
import type { EncoderOptions } from './row-encoder.ts';

/** Returns a function that flattens a row and replaces the values of hashed columns; `null` stays `null`. */
export function flattenWith(hash: EncoderOptions['hash']): (row: Transaction) => LedgerRow {
  if (!hash || hash.names.length === 0) return flatten;
  return (transaction) => {
    const row: Record<string, string | number | null> = { ...flatten(transaction) };
    for (const name of hash.names) {
      const value = row[name];
      if (value !== null && value !== undefined) row[name] = hash.value(String(value));
    }
    // Only columns of strings can be hashed.
    return row as unknown as LedgerRow;
  };
}
