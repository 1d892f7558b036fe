import { CsvError } from 'csv-parse';

import type { Receipt } from '../../ledger/index.ts';
import { upperCaseCurrency } from '../../money/minor-units.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { type StoredRow, UnreadableFileError } from '../read/stored-row.ts';
import { readVerified } from '../verify/verify-file.ts';
import {
  type FinanceColumns,
  type FinanceRow,
  findColumns,
  readAmount,
  readFinance,
} from './read-finance.ts';
import type { FinanceFormat, ReconcileSettings } from './reconcile-settings.ts';
import { Reconciliation } from './reconciliation.ts';

/** The sums of both files, and the receipt of the ledger. */
interface ReadFiles {
  readonly reconciliation: Reconciliation;
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
}

/**
 * Adds up both files by id, and by day with `--date-column`. The ledger is compared with its receipt if it has one.
 *
 * @throws CommandError if one of them cannot be read, or the ledger differs from its receipt
 * @throws UsageError if a flag does not fit them
 */
export async function readFiles(settings: ReconcileSettings): Promise<ReadFiles> {
  const { finance } = settings;
  const reconciliation = new Reconciliation(finance.dateColumn !== undefined);
  // First, so that a wrong name is reported at once.
  const columns = await readable(finance.path, () => findColumns(finance));
  const { receipt, currencies } = await addLedger(reconciliation, settings);
  const assumed = finance.currencyColumn === undefined ? onlyCurrency(currencies, settings) : undefined;
  await readable(finance.path, () => addFinance(reconciliation, finance, columns, assumed));
  return { reconciliation, receipt };
}

/** Returns the receipt, and the currencies of the amounts. */
async function addLedger(
  reconciliation: Reconciliation,
  { file, receipt: receiptPath, idColumn, amountColumn }: ReconcileSettings,
): Promise<Pick<ReadFiles, 'receipt'> & { readonly currencies: ReadonlySet<string> }> {
  // Every decimal column has one in the smallest unit.
  const minorColumn = `${amountColumn}_minor` as Extract<keyof StoredRow, `${string}_minor`>;
  const inUsd = amountColumn.endsWith('_usd');
  const currencies = new Set<string>(inUsd ? ['USD'] : []);
  const source = { file, receipt: receiptPath, undone: 'Nothing was compared' };
  const receipt = await readVerified(source, (row) => {
    const id = row[idColumn];
    if (id === undefined) {
      throw new UsageError(`--match: ${file} has no column ${idColumn}: it was left out of the export`);
    }
    reconciliation.rows.ledger += 1;
    const currencyCode = inUsd ? 'USD' : upperCaseCurrency(row.currency_code);
    currencies.add(currencyCode);
    const where = `${file} row ${reconciliation.rows.ledger}`;
    const amount = row[minorColumn];
    reconciliation.add('ledger', { id: id || null, currencyCode, amount, time: row.timestamp, where });
  });
  return { receipt, currencies };
}

/** Without a currency column, the finance system's amounts are in the one currency of the ledger. */
function onlyCurrency(currencies: ReadonlySet<string>, { file, amountColumn }: ReconcileSettings): string {
  const [currencyCode, ...others] = currencies;
  if (currencyCode !== undefined && others.length === 0) return currencyCode;
  const has = currencyCode === undefined ? 'no rows' : `${amountColumn} in ${others.length + 1} currencies`;
  throw new UsageError(
    `--currency-column: is required, because ${file} has ${has}; or compare US dollars with --our-amount ` +
      `${amountColumn}_usd`,
  );
}

async function addFinance(
  reconciliation: Reconciliation,
  finance: FinanceFormat,
  columns: FinanceColumns,
  assumed: string | undefined,
): Promise<void> {
  for await (const row of readFinance(finance.path, columns)) {
    reconciliation.rows.finance += 1;
    const id = row.id || null;
    const where = `${finance.path} line ${row.line}`;
    // Some systems write `usd`.
    const currencyCode = upperCaseCurrency(row.currencyCode ?? assumed ?? '');
    const amount = amountOf(row, currencyCode, finance);
    if (typeof amount === 'number') {
      reconciliation.add('finance', { id, currencyCode, amount, time: row.date, where });
    } else {
      reconciliation.addUnreadable(id, `${where}: ${amount}`);
      reconciliation.unreadableIds.add(id);
    }
  }
}

/** Returns the amount, or what is wrong with the row. */
function amountOf(
  { problem, amount: cell }: FinanceRow,
  currencyCode: string,
  finance: FinanceFormat,
): number | string {
  if (problem !== undefined) return problem;
  if (currencyCode === '') return 'the currency is empty';
  return readAmount(cell, currencyCode, finance);
}

async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof CsvError)) throw error;
    throw new CommandError('unreadable', `${path}: cannot be read: ${error.message}`);
  }
}
