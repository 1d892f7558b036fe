import type { Receipt } from '../../ledger/index.ts';
import { upperCaseCurrency } from '../../client/money/currency-digits.ts';
import { exitCode, UsageError } from '../command-error.ts';
import { counted } from '../format.ts';
import type { StoredRow } from '../read/stored-row.ts';
import type { Problem } from '../table/amounts.ts';
import { ledgerFormatOf } from '../read/ledger-format.ts';
import { readLedger } from '../read/read-ledger.ts';
import { isInUsd, moneyOf, suggestAmount } from './our-amount.ts';
import { openTable, readable } from '../table/open-table.ts';
import { isWorkbook, type Table } from '../table/table.ts';
import { readVerified } from '../verify/verify-file.ts';
import { type FinanceColumns, findColumns, problemOf, readFinanceRows } from './finance/columns.ts';
import { suggestScale } from './scales.ts';
import type { Calendar } from './sums.ts';
import type { FinanceFormat } from './config-file.ts';
import { withMergedCells } from './finance/merged-cells.ts';
import { kindOf, OtherRows } from './finance/other-rows.ts';
import { createRowMoneyReader } from './finance/row-money.ts';
import { Suggestions } from './finance/suggestions.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';
import { Reconciliation } from './reconciliation.ts';

/** The sums of both files, and the receipt of the ledger. */
export interface ReadFiles {
  readonly reconciliation: Reconciliation;
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
  /** Questions that name the flags which would read more of the finance system's file. */
  readonly suggestions: readonly string[];
}

/**
 * Adds up both files by id, and by day with `--date-column`. The ledger is compared with its receipt if it has one.
 *
 * @throws CommandError if one of them cannot be read, or the ledger differs from its receipt
 * @throws UsageError if a flag does not fit them
 */
export async function readFiles(settings: ReconcileSettings): Promise<ReadFiles> {
  const { finance } = settings;
  const reconciliation = new Reconciliation(settings.ids, await openCalendar(finance), finance.tolerance);
  // First, so that a wrong name is reported at once.
  const open = async () => {
    const table = await openTable(finance);
    return { table, columns: await findColumns(table, finance) };
  };
  const { table, columns } = await readable(finance.path, open, exitCode.failed);
  const { receipt, currencies } = await addLedger(reconciliation, settings);
  reconciliation.days?.setRange();
  const hasOwn = finance.currencyColumn !== undefined || finance.currencyInAmount;
  const assumed = hasOwn ? undefined : (finance.currency ?? onlyCurrency(currencies, settings));
  const add = () => addFinance(reconciliation, settings, { table, columns, assumed });
  const suggestions = await readable(finance.path, add, exitCode.failed);
  return {
    reconciliation,
    receipt,
    suggestions: [...suggestions, ...(await suggestOther(reconciliation, settings, receipt))],
  };
}

async function openCalendar(format: FinanceFormat): Promise<Calendar | undefined> {
  if (format.dateColumn === undefined) return undefined;
  const { createCalendar } = await import('./finance/dates.ts');
  return createCalendar(format);
}

/** Returns the receipt, and the currencies of the amounts. */
async function addLedger(
  reconciliation: Reconciliation,
  { file, receipt: receiptPath, idColumn, amountColumn, currencyDigits, finance, ids }: ReconcileSettings,
): Promise<Pick<ReadFiles, 'receipt'> & { readonly currencies: ReadonlySet<string> }> {
  const currencies = new Set<string>(isInUsd(amountColumn) ? ['USD'] : []);
  let rows = 0;
  const source = { file, receipt: receiptPath, undone: 'Nothing was compared', currencyDigits };
  const verified = await readVerified(source, (row) => {
    const written = row[idColumn];
    if (written === undefined) {
      throw new UsageError(`--match: ${file} has no column ${idColumn}: it was left out of the export`);
    }
    rows += 1;
    const id = ids.ofLedger(written);
    if (!isCompared(row, finance)) return;
    reconciliation.rows.ledger += 1;
    const money = moneyOf(row, amountColumn);
    currencies.add(money.currencyCode);
    const where = `${file} row ${rows}`;
    reconciliation.addLedger({ id, ...money, where }, row.type, row.timestamp);
  });
  reconciliation.currencyDigits = verified.currencyDigits;
  return { receipt: verified.receipt, currencies };
}

/** Ids that a suggestion is tried with. */
const maxSamples = 1000;

/** Returns a question for another unit, sign, or amount of the ledger that agrees. The ledger is read again for it. */
async function suggestOther(
  reconciliation: Reconciliation,
  { file, finance, ids, idColumn, amountColumn, currencyDigits }: ReconcileSettings,
  receipt: Receipt | undefined,
): Promise<readonly string[]> {
  if (reconciliation.differsBySign()) {
    return [
      '--negate would agree: every sum other than 0 differs by its sign only. Does finance book the opposite?',
    ];
  }
  const scaled = suggestScale(reconciliation, finance);
  if (scaled !== undefined) return [scaled];
  const differing = reconciliation.differing(maxSamples);
  if (differing.size === 0) return [];
  const rows: [string, StoredRow][] = [];
  for await (const batch of readLedger(file, receipt?.file?.format ?? ledgerFormatOf(file), currencyDigits)) {
    for (const row of batch) {
      const id = ids.ofLedger(row[idColumn] ?? null) ?? '';
      if (differing.has(id) && isCompared(row, finance)) rows.push([id, row]);
    }
  }
  return suggestAmount(rows, differing, amountColumn);
}

/** Whether a row is in the part of the ledger that the finance system has. */
function isCompared(row: StoredRow, { ledgerCurrency, ledgerType }: FinanceFormat): boolean {
  const isOfCurrency =
    ledgerCurrency?.some((code) => upperCaseCurrency(row.currency_code) === upperCaseCurrency(code)) ?? true;
  return isOfCurrency && (ledgerType === undefined || ledgerType.includes(row.type));
}

/** Without a currency column, the finance system's amounts are in the one currency of the ledger. */
function onlyCurrency(currencies: ReadonlySet<string>, { file, amountColumn }: ReconcileSettings): string {
  const [currencyCode, ...others] = currencies;
  if (currencyCode !== undefined && others.length === 0) return currencyCode;
  const has = currencyCode === undefined ? 'no rows' : `${amountColumn} in ${others.length + 1} currencies`;
  throw new UsageError(
    `--currency-column: is required, because ${file} has ${has}; or set --currency, --currency-in-amount, or compare US ` +
      `dollars with --our-amount ${amountColumn}_usd`,
  );
}

/** The finance system's file. */
interface FinanceTable {
  readonly table: Table;
  readonly columns: FinanceColumns;
  /** The currency of rows without one. */
  readonly assumed: string | undefined;
}

/** Returns suggestions for what cannot be read. */
async function addFinance(
  reconciliation: Reconciliation,
  { finance, ids }: ReconcileSettings,
  { table, columns, assumed = '' }: FinanceTable,
): Promise<readonly string[]> {
  const { currencyDigits } = reconciliation;
  const suggestions = new Suggestions(finance, currencyDigits);
  const read = createRowMoneyReader(finance, columns, assumed, currencyDigits);
  const noun = isWorkbook(finance.path) ? 'row' : 'line';
  const others = new OtherRows(columns);
  const whole = await withMergedCells(table, finance, columns);
  let incompleteAtEnd = 0;
  for await (const row of readFinanceRows(whole, columns, finance, reconciliation.skipped)) {
    const { line, cells } = row;
    reconciliation.rows.finance += 1;
    if (row.isHidden) reconciliation.workbook.hidden += 1;
    if (row.isMerged) reconciliation.workbook.merged += 1;
    const id = ids.ofFinance(cells[columns.id]);
    const { currencyCode, cell, ...money } = read(cells);
    if (columns.sign !== undefined) suggestions.addSign(cells[columns.sign]);
    const isIncomplete = id === null || (currencyCode === '' && !reconciliation.isInLedger(id));
    incompleteAtEnd = isIncomplete ? incompleteAtEnd + 1 : 0;
    const where = `${finance.path} ${noun} ${line}`;
    const problem = problemOf(cells, columns);
    others.add(cells, kindOf(problem, id));
    const amount = problem ?? roundedProblem(reconciliation, id) ?? money.amount;
    if (typeof amount === 'number') {
      const date = (columns.date === undefined ? undefined : cells[columns.date]) ?? '';
      const isRead = reconciliation.addFinance({ id, currencyCode, amount, where }, date);
      if (!isRead) suggestions.addDate(date);
    } else {
      if (amount.reason === 'amounts') suggestions.addAmount(cell, currencyCode);
      reconciliation.addUnreadable(id, where, amount);
    }
  }
  const between = others.describe();
  return [...(await suggestions.list()), ...(between.length > 0 ? between : askAboutTotals(incompleteAtEnd))];
}

/** Such an id is in no sum: it may be either of two. */
function roundedProblem(reconciliation: Reconciliation, id: string | null): Problem | undefined {
  const original = id === null ? undefined : reconciliation.roundedIds.originalOf(id);
  if (id === null || original === undefined) return undefined;
  const message = `${id} is what a spreadsheet makes of ${original}: it keeps 15 digits`;
  // An id that is another one of the ledger is shown apart.
  return { reason: reconciliation.isInLedger(id) ? 'ids of others' : 'ids', message };
}

function askAboutTotals(incompleteAtEnd: number): string[] {
  if (incompleteAtEnd === 0) return [];
  const last = counted(incompleteAtEnd, 'row');
  return [
    `--skip-last ${incompleteAtEnd} would leave out ${last} at the end without an id or currency: totals?`,
  ];
}
