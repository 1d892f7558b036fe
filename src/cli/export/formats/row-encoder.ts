import type { Transaction } from '../../../api/transactions.ts';
import type { TransportSettings } from '../../../http/settings.ts';
import { flatten, type LedgerColumn, type LedgerRow } from '../../../ledger/index.ts';
import type { HashValue } from '../export-settings.ts';

/** What an encoder writes. */
export interface EncoderOptions {
  readonly columns: readonly LedgerColumn[];
  /** The columns to hash, and how. */
  readonly hash: { readonly names: readonly string[]; readonly value: HashValue } | undefined;
  /** Whether a CSV begins with a byte order mark. */
  readonly bom: boolean;
}

/** Converts rows to the bytes of a file, which depend on nothing but the rows. */
export interface RowEncoder {
  /** Number of rows in the bytes that were returned so far; further rows are buffered. */
  readonly rows: number;
  /** Whether it buffers rows. */
  readonly isBuffered: boolean;
  /** Receives each page as parsed, and the bytes of its body, which may be changed. */
  readonly onBody?: TransportSettings['onBody'];
  /** Adds rows, and returns the bytes to append to the file; none while rows are buffered. */
  readonly encode: (rows: readonly Transaction[]) => Uint8Array;
  /** Returns the last bytes of the file. */
  readonly end: () => Uint8Array;
  /** Returns what a new encoder needs to continue after `rows`, as JSON. */
  readonly state: () => unknown;
}

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

/** Bytes to begin with for each item. Memory that is not written to is not taken from the system. */
const expectedBytes = 2048;

/** UTF-8 takes at most three bytes for each unit of a string. */
const maxBytes = 3;

/**
 * Returns the UTF-8 bytes of a string per item, joined. Each is encoded alone: one character outside Latin-1 would make a
 * joined string twice as large.
 */
export function joinStrings<Item>(items: readonly Item[], toString: (item: Item) => string): Buffer {
  let buffer = Buffer.allocUnsafeSlow(items.length * expectedBytes);
  let size = 0;
  for (const item of items) {
    const string = toString(item);
    const needed = size + string.length * maxBytes;
    if (needed > buffer.length) buffer = Buffer.concat([buffer.subarray(0, size)], needed * 2);
    size += buffer.write(string, size);
  }
  return buffer.subarray(0, size);
}
