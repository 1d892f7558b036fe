import { didYouMean } from '../../api/input-object.ts';
import { type LedgerColumn, ledgerColumns } from '../../ledger/index.ts';
import { UsageError } from '../usage-error.ts';
import type { ExportFormat } from './export-format.ts';

/** Which columns are left out, and which are replaced by a hash. */
export interface ColumnChoice {
  readonly drop: readonly string[];
  readonly hash: readonly string[];
}

/** Columns that a receipt and its verification need as they are, besides all money. */
const required = ['timestamp', 'type', 'transaction_id', 'currency_code'];

/**
 * Validates the columns of `--drop` and `--hash`.
 *
 * @throws UsageError naming the flag.
 */
export function checkColumnChoice({ drop, hash }: ColumnChoice, format: ExportFormat): void {
  check('drop', drop, format);
  check('hash', hash, format);
  const both = drop.find((name) => hash.includes(name));
  if (both !== undefined) throw new UsageError(`--hash: ${both} is also in --drop`);
}

/** The columns of the file, in order. */
export function chosenColumns({ drop }: ColumnChoice): readonly LedgerColumn[] {
  return ledgerColumns.filter(({ name }) => !drop.includes(name));
}

function check(flag: string, names: readonly string[], format: ExportFormat): void {
  if (names.length > 0 && format === 'jsonl') {
    throw new UsageError(`--${flag}: works with csv and parquet only; jsonl has the rows as received`);
  }
  for (const name of names) {
    const column = ledgerColumns.find((one) => one.name === name);
    if (!column) throw new UsageError(`--${flag}: ${unknownColumn(name)}`);
    if (isRequired(column)) {
      throw new UsageError(`--${flag}: ${name} is needed to verify the file and cannot be changed`);
    }
  }
}

function unknownColumn(name: string): string {
  const changeable = ledgerColumns.filter((column) => !isRequired(column)).map((column) => column.name);
  const suggestion = didYouMean(name, changeable);
  return `unknown column "${name}"${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
}

function isRequired({ name, type }: LedgerColumn): boolean {
  return type === 'integer' || type === 'decimal' || required.includes(name);
}
