import type { LedgerColumn } from '../../../ledger/index.ts';
import type { Transaction } from '../../../api/transactions.ts';
import type { HashValue } from '../hash-key.ts';

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
  /** Adds rows, and returns the bytes to append to the file; none while rows are buffered. */
  readonly encode: (rows: readonly Transaction[]) => Uint8Array;
  /** Returns the last bytes of the file. */
  readonly end: () => Uint8Array;
  /** Returns what a new encoder needs to continue after `rows`, as JSON. */
  readonly state: () => unknown;
}
