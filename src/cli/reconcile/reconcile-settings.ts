import { resolve } from 'node:path';

import { didYouMean } from '../../errors/did-you-mean.ts';
import { ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { UsageError } from '../command-error.ts';

/** The flags of `reconcile` as commander returns them. */
export interface ReconcileFlags {
  readonly against?: string;
  readonly idColumn?: string;
  readonly amountColumn?: string;
  readonly currencyColumn?: string;
  readonly dateColumn?: string;
  readonly unit?: string;
  readonly decimal?: string;
  readonly delimiter?: string;
  readonly match?: string;
  readonly ourAmount?: string;
  readonly receipt?: string;
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
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
  const path = required('against', flags.against);
  const unit = oneOf('unit', ['major', 'minor'], flags.unit ?? 'major');
  if (unit === 'minor' && flags.decimal !== undefined) {
    throw new UsageError('--decimal: must not be combined with --unit minor, which has no decimals');
  }
  const match = oneOf('match', Object.keys(idColumns) as MatchField[], flags.match ?? 'orderId');
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
    amountColumn: oneOf('our-amount', amountColumns(), flags.ourAmount ?? 'amount'),
    finance: {
      path,
      idColumn: required('id-column', flags.idColumn),
      amountColumn: required('amount-column', flags.amountColumn),
      currencyColumn: flags.currencyColumn,
      dateColumn: flags.dateColumn,
      unit,
      decimal: oneOf('decimal', ['.', ','], flags.decimal ?? '.'),
      delimiter: delimiterOf(flags.delimiter),
    },
    out: flags.out,
    json: flags.json ?? false,
  };
}

function amountColumns(): readonly string[] {
  return ledgerColumns.filter(({ type }) => type === 'decimal').map(({ name }) => name);
}

function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const name = oneOf('delimiter', [',', ';', 'tab'], given);
  return name === 'tab' ? '\t' : name;
}

function required(flag: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`--${flag}: is required`);
  return value;
}

function oneOf<Name extends string>(flag: string, names: readonly Name[], given: string): Name {
  const name = names.find((one) => one === given);
  if (name !== undefined) return name;
  const suggestion = didYouMean(given, names);
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  throw new UsageError(`--${flag}: must be one of ${names.join(' ')}${hint}`);
}
