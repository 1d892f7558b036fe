import type { Transaction } from '../../../client/api/transactions.ts';
import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import type { LedgerColumn, LedgerRow } from '../../../ledger/index.ts';
import type { EncodedSoFar, RowEncoder } from './row-encoder.ts';

/** What an encoder of a format is made of. */
export interface EncoderParts {
  /** Those of the file, in order. */
  readonly columns: readonly LedgerColumn[];
  readonly toRow: (transaction: Transaction) => LedgerRow;
  readonly currencyDigits: CurrencyDigits;
  /** Whether the file begins with a byte order mark; only if the format {@link Format.takesMark | takes one}. */
  readonly bom: boolean;
  /** `undefined` for a new file. */
  readonly continued: EncodedSoFar | undefined;
}

/** Yields the rows of a file in batches. @throws UnreadableFileError naming the row */
export type ReadRows = (
  path: string,
  needed: readonly (keyof LedgerRow)[],
  currencyDigits?: CurrencyDigits,
) => AsyncGenerator<readonly Partial<LedgerRow>[], void, undefined>;

/** All that a format of ledger files has of its own. */
export interface Format {
  /** With its dot. */
  readonly extension: `.${string}`;
  /** Whether a row is what was received, so that no column is left out or hashed; else it has columns. */
  readonly isAsReceived: boolean;
  /** Whether its beginning is of use without its end: then it can be written to stdout. */
  readonly streams: boolean;
  /** Whether it may begin with a byte order mark. */
  readonly takesMark: boolean;
  /** Whether its reader ends on bytes that somebody has changed. */
  readonly readsChanged: boolean;
  readonly createEncoder: (parts: EncoderParts) => Promise<RowEncoder>;
  /** Loads its reader, and the libraries of no other. */
  readonly reader: () => Promise<ReadRows>;
}
