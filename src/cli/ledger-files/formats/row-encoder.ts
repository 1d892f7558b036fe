import type { Transaction } from '../../../client/api/transactions.ts';

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

/** Returns an encoder of a line for each row. */
export function lineEncoder(header: string, toLine: (transaction: Transaction) => string): RowEncoder {
  return {
    header: Buffer.from(header),
    // Each line alone: one character outside Latin-1 makes a joined string twice as large, and slow to encode.
    encode: (rows) => Buffer.concat(rows.map((row) => Buffer.from(toLine(row)))),
    groups: () => [],
    footer: () => new Uint8Array(),
  };
}
