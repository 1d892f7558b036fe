import { resolve } from 'node:path';

import { ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { UsageError } from '../command-error.ts';

/** The flags of `reconcile` as commander returns them. */
export interface ReconcileFlags {
  readonly against: string;
  readonly idColumn: string;
  readonly amountColumn: string;
  readonly currencyColumn?: string;
  readonly dateColumn?: string;
  readonly unit?: 'major' | 'minor';
  readonly decimal?: '.' | ',';
  readonly delimiter?: ',' | ';' | 'tab';
  readonly match?: MatchField;
  readonly ourAmount?: string;
  readonly receipt?: string;
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** The columns of the ledger that may have the id of the finance system, by the name of the field. */
const idColumns = {
  orderId: 'order_id',
  purchaseId: 'purchase_id',
  publisherTransactionId: 'publisher_transaction_id',
  id: 'transaction_id',
} as const satisfies Readonly<Record<string, keyof LedgerRow>>;

/** A field that may have the id of the finance system. */
type MatchField = keyof typeof idColumns;

/** The fields, for the help. */
export const matchFields: readonly string[] = Object.keys(idColumns);

/** The columns of the ledger that can be added up: those in major units. */
export const amountColumns: readonly string[] = ledgerColumns
  .filter(({ type }) => type === 'decimal')
  .map(({ name }) => name);

/** How to read the finance system's file. */
export interface FinanceFormat {
  readonly path: string;
  readonly idColumn: string;
  readonly amountColumn: string;
  readonly currencyColumn: string | undefined;
  readonly dateColumn: string | undefined;
  readonly unit: 'major' | 'minor';
  /** The decimal separator. */
  readonly decimal: '.' | ',';
  /** `undefined` to detect it. */
  readonly delimiter: string | undefined;
}

/** What to reconcile. */
export interface ReconcileSettings {
  readonly file: string;
  /** Path of its receipt; `undefined` for the one beside it. */
  readonly receipt: string | undefined;
  readonly match: MatchField;
  /** The ledger column of that field. */
  readonly idColumn: (typeof idColumns)[MatchField];
  /** The ledger column to add up, in major units. */
  readonly amountColumn: string;
  readonly finance: FinanceFormat;
  /** File for the differences. */
  readonly out: string | undefined;
  readonly json: boolean;
}

/**
 * Validates the flags.
 *
 * @throws UsageError naming the flag
 */
export function readSettings(file: string, flags: ReconcileFlags): ReconcileSettings {
  const { against: path, unit = 'major', match = 'orderId', ourAmount = 'amount' } = flags;
  if (unit === 'minor' && flags.decimal !== undefined) {
    throw new UsageError('--decimal: must not be combined with --unit minor, which has no decimals');
  }
  if (flags.out === '-') throw new UsageError('--out: must be a file; --json prints all differences');
  const paths = [file, path, flags.receipt ?? `${file}.receipt.json`].map((one) => resolve(one));
  if (flags.out !== undefined && paths.includes(resolve(flags.out))) {
    throw new UsageError('--out: must not be a file that is read, or its receipt');
  }
  return {
    file,
    receipt: flags.receipt,
    match,
    idColumn: idColumns[match],
    amountColumn: ourAmount,
    finance: {
      path,
      idColumn: flags.idColumn,
      amountColumn: flags.amountColumn,
      currencyColumn: flags.currencyColumn,
      dateColumn: flags.dateColumn,
      unit,
      decimal: flags.decimal ?? '.',
      delimiter: flags.delimiter === 'tab' ? '\t' : flags.delimiter,
    },
    out: flags.out,
    json: flags.json ?? false,
  };
}
