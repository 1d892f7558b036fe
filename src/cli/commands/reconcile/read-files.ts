import { upperCaseCurrency } from '../../../client/money/currency-digits.ts';
import type { OnRow } from '../../ledger-files/compare-file.ts';
import type { LedgerFile } from '../../ledger-files/open-ledger.ts';
import { commonZone } from '../../ledger-files/several/gaps.ts';
import { openLedgers, readLedgers } from '../../ledger-files/several/read-ledgers.ts';
import type { Problem } from '../../tables/amounts.ts';
import { openTable, readable } from '../../tables/open-table.ts';
import { type CellValue, isWorkbook, type Table, type TableRow, textOf } from '../../tables/table.ts';
import { exitCode, UsageError } from '../../terminal/command-error.ts';
import type { DateFormat, FinanceFormat, FinanceSettings } from './config-file.ts';
import { type FinanceColumns, findColumns, readFinanceRows, rowProblem } from './finance/columns.ts';
import { ledgerRowsOf } from './find-rows.ts';
import { withMergedCells } from './finance/merged-cells.ts';
import { withFilledCells } from './finance/filled-rows.ts';
import { OtherRows } from './finance/other-rows.ts';
import { createRowMoneyReader } from './finance/row-money.ts';
import { Suggestions } from './finance/suggestions.ts';
import { columnsFor, isInUsd, moneyOf, type OurRow } from './our-amount.ts';
import type { ReconcileSettings } from './reconcile-settings.ts';
import { hasShape, shapeOf } from './ids/id-shape.ts';
import type { Ids } from './ids/ids.ts';
import { type LeavingOut, unmetCondition } from './selection.ts';
import { suggestAmounts } from './suggest-amounts.ts';
import { differingIds } from './sums/compare-sums.ts';
import { Reconciliation } from './sums/reconciliation.ts';
import { RowPlaces } from './sums/row-places.ts';
import type { Calendar } from './sums/sums.ts';

/** The sums of both sides, and the files of the ledger. */
export interface ReadFiles {
  readonly reconciliation: Reconciliation;
  readonly ledgers: readonly LedgerFile[];
  /** Questions that name the flags which would read more of the finance system's file. */
  readonly suggestions: readonly string[];
  /** The zone of the days that are compared; `undefined` without any. */
  readonly timeZone: string | undefined;
}

/**
 * Adds up both files by id, and by day with `--date-column`. The ledger is compared with its receipt if it has one.
 *
 * @throws CommandError if one of them cannot be read, or the ledger differs from its receipt
 * @throws UsageError if a flag does not fit them
 */
export async function readFiles(settings: ReconcileSettings): Promise<ReadFiles> {
  const { finance, ids } = settings;
  const ledgers = await openLedgers(settings.files, undefined, settings.currencyDigits);
  // Before the rows, so that a wrong format or name is reported at once.
  const timeZone = finance.timeZone ?? commonZone(ledgers).name;
  const calendar = await openCalendar({ ...finance, timeZone });
  const tables: OpenTable[] = [];
  for (const format of settings.financeFiles) {
    const open = async (): Promise<OpenTable> => {
      const table = await openTable(format);
      return { format, table, columns: await findColumns(table, format) };
    };
    tables.push(await readable(format.path, open, exitCode.failed));
  }
  const reconciliation = new Reconciliation({
    ids,
    currencyDigits: ledgers[0]?.currencyDigits ?? {},
    calendar,
    tolerance: finance.tolerance ?? '0',
  });
  const currencies = new Set<string>(isInUsd(settings.amountColumn) ? ['USD'] : []);
  const needed = columnsFor(settings.amountColumn);
  await readLedgers(ledgers, needed, 'Nothing was compared', addLedger(reconciliation, settings, currencies));
  reconciliation.days?.setRange();
  const hasOwn = finance.currencyColumn !== undefined || finance.currencyInAmount;
  const assumed = hasOwn ? undefined : (finance.currency ?? onlyCurrency(currencies, settings));
  const shape = shapeOf(reconciliation.idsOf('ledger'));
  /** With the files that each is about. */
  const suggestions = new Map<string, readonly string[]>();
  for (const open of tables) {
    const add = () => addFinance(reconciliation, settings.ids, { ...open, assumed, shape });
    for (const one of await readable(open.format.path, add, exitCode.failed))
      suggestions.set(one, [...(suggestions.get(one) ?? []), open.format.path]);
    reconciliation.workbook.hiddenSheets.push(...(await hiddenSheetsOf(open.format)));
  }
  const ofFiles = [...suggestions].map(([one, files]) =>
    files.length < tables.length ? `${files.join(', ')}: ${one}` : one,
  );
  const ofAll = await suggestAmounts(reconciliation, settings, ledgers);
  await placeRows(reconciliation, settings, tables, ledgers);
  return { reconciliation, ledgers, suggestions: [...ofFiles, ...ofAll], timeZone: calendar && timeZone };
}

/** Returns the sheets of a workbook that nobody sees, unless one is named: they may have bookings, too. */
async function hiddenSheetsOf({ path, sheet }: FinanceFormat): Promise<readonly string[]> {
  if (!isWorkbook(path) || sheet !== undefined) return [];
  const { sheetsOf } = await import('../../tables/xlsx-table.ts');
  const sheets = await sheetsOf(path);
  // Of a workbook that hides all, its only one is read.
  if (sheets.every(({ isHidden }) => isHidden)) return [];
  return sheets.flatMap(({ name, isHidden }) => (isHidden ? [`${path} sheet ${name}`] : []));
}

async function openCalendar(format: FinanceSettings & DateFormat): Promise<Calendar | undefined> {
  if (format.dateColumn === undefined) return undefined;
  const { createCalendar } = await import('./finance/dates.ts');
  return createCalendar(format);
}

/** Returns what adds the rows of a file, and the currencies of their amounts. */
function addLedger(
  reconciliation: Reconciliation,
  { idColumn, amountColumn, finance, ids }: ReconcileSettings,
  currencies: Set<string>,
): (ledger: LedgerFile) => OnRow<ReturnType<typeof columnsFor>[number]> {
  const { selection } = reconciliation;
  const add = (file: string, position: number, row: OurRow): void => {
    const written = row[idColumn];
    if (written === undefined) {
      throw new UsageError(`--match: ${file} has no column ${idColumn}: it was left out of the export`);
    }
    const id = ids.ofLedger(written);
    const currencyCode = upperCaseCurrency(row.currency_code);
    const unmet = unmetCondition(row, finance);
    if (unmet) {
      selection.leaveOut('ledger', unmet, currencyCode);
      return;
    }
    selection.add('ledger', currencyCode);
    const money = moneyOf(row, amountColumn);
    currencies.add(money.currencyCode);
    const where = `${file} row ${position}`;
    const origin = { types: row.type, time: row.timestamp, files: file };
    reconciliation.addLedger({ id, ...money, where }, origin);
  };
  return ({ file }) => {
    selection.open('ledger');
    let rows = 0;
    return (row) => {
      rows += 1;
      add(file, rows, row);
    };
  };
}

/** Without a currency column, the finance system's amounts are in the one currency of the ledger. */
function onlyCurrency(currencies: ReadonlySet<string>, { files, amountColumn }: ReconcileSettings): string {
  const [currencyCode, ...others] = currencies;
  if (currencyCode !== undefined && others.length === 0) return currencyCode;
  const has = currencyCode === undefined ? 'no rows' : `${amountColumn} in ${others.length + 1} currencies`;
  throw new UsageError(
    `--currency-column: is required, because ${files.join(' and ')} ${files.length === 1 ? 'has' : 'have'} ${has}; or set --currency, --currency-in-amount, or compare US ` +
      `dollars with --our-amount ${amountColumn}_usd`,
  );
}

/** A file of the finance system. */
interface OpenTable {
  readonly format: FinanceFormat;
  readonly table: Table;
  readonly columns: FinanceColumns;
}

/** A file of the finance system, and what its rows have in common. */
interface FinanceTable extends OpenTable {
  /** The currency of rows without one. */
  readonly assumed: string | undefined;
  /** What ids of the ledger look like. */
  readonly shape: string | undefined;
}

/** Finds the rows of the ids whose sums differ: both sides are read again, if there are any. */
async function placeRows(
  reconciliation: Reconciliation,
  settings: ReconcileSettings,
  tables: readonly OpenTable[],
  ledgers: readonly LedgerFile[],
): Promise<void> {
  const places = new RowPlaces(differingIds(reconciliation));
  if (places.size === 0) return;
  for await (const { id, where } of ledgerRowsOf(places, settings, ledgers)) places.add('ledger', id, where);
  for (const open of tables) {
    const { format, columns } = open;
    const whole = await wholeTable(open, () => undefined);
    const leftOut = { last: [], onRow: () => undefined };
    for await (const row of readFinanceRows(whole, columns, format, leftOut)) {
      const id = settings.ids.ofFinance(row.cells[columns.id]);
      if (id !== null) places.add('finance', id, placeOf(format, row));
    }
  }
  reconciliation.places = places;
}

/** Returns the table with the cells that stand in a row above: merged ones, and those of `--fill-down`. */
async function wholeTable({ format, table, columns }: OpenTable, onFilled: () => void): Promise<Table> {
  return withFilledCells(await withMergedCells(table, format, columns), columns, onFilled);
}

/** Names a row of finance: `finance.csv line 4`, `finance.xlsx sheet May row 4`. */
function placeOf({ path, sheet }: FinanceFormat, { line }: TableRow): string {
  if (!isWorkbook(path)) return `${path} line ${line}`;
  return `${path}${sheet === undefined ? '' : ` sheet ${sheet}`} row ${line}`;
}

/** Returns suggestions for what cannot be read. */
async function addFinance(
  reconciliation: Reconciliation,
  ids: Ids,
  { format: finance, table, columns, assumed = '', shape }: FinanceTable,
): Promise<readonly string[]> {
  const { currencyDigits, selection } = reconciliation;
  const suggestions = new Suggestions(finance, currencyDigits);
  const read = createRowMoneyReader(finance, columns, assumed, currencyDigits);
  const others = new OtherRows(columns);
  const whole = await wholeTable(
    { format: finance, table, columns },
    () => (reconciliation.workbook.filled += 1),
  );
  // Rows that are left out have a reader of their own: they must not decide what the words for signs mean.
  const readLeftOut = createRowMoneyReader(finance, columns, assumed, currencyDigits);
  const leaveOut = (by: LeavingOut, row: TableRow): string => {
    const { currencyCode, amount } = readLeftOut(row.cells);
    const id = ids.ofFinance(row.cells[columns.id]);
    const where = placeOf(finance, row);
    if (typeof amount === 'number') reconciliation.leftOut.add({ id, currencyCode, amount, where, by });
    return currencyCode;
  };
  const last: TableRow[] = [];
  const leftOut = {
    last,
    onRow: (row: TableRow) => selection.leaveOut('finance', 'where', leaveOut('where', row)),
  };
  selection.open('finance');
  for await (const row of readFinanceRows(whole, columns, finance, leftOut)) {
    const { cells } = row;
    if (row.isHidden) reconciliation.workbook.hidden += 1;
    if (row.isMerged) reconciliation.workbook.merged += 1;
    const id = ids.ofFinance(cells[columns.id]);
    const { currencyCode, cell, ...money } = read(cells);
    selection.add('finance', currencyCode);
    if (columns.sign !== undefined) suggestions.addSign(cells[columns.sign]);
    const where = placeOf(finance, row);
    const problem = rowProblem(cells, columns);
    const amount = problem ?? roundedProblem(reconciliation, id) ?? money.amount;
    const isOrder = id !== null && (reconciliation.isInLedger(id) || hasShape(id, shape));
    const isDamaged = problem?.reason === 'rows' && hasKnownId(cells, ids, reconciliation);
    others.add(cells, { problem, id, currencyCode, amount, isOrder, isDamaged });
    if (typeof amount === 'object') {
      if (amount.reason === 'amounts') suggestions.addAmount(cell, currencyCode);
      reconciliation.addUnreadable(id, where, amount);
      continue;
    }
    const date = columns.date === undefined ? '' : (cells[columns.date] ?? '');
    const day = reconciliation.days?.calendar.readDay(date);
    if (typeof day === 'object') suggestions.addDate(reconciliation.days?.calendar.withOffset(date) ?? date);
    reconciliation.addFinance({ id, currencyCode, amount, where }, day);
  }
  // A total at the end has no currency to count.
  for (const row of last) leaveOut('skipLast', row);
  selection.skip('finance', 'skipLast', last.length);
  return [...(await suggestions.list()), ...others.describe()];
}

/** Whether a row has an id of the ledger in some cell, such as one that a stray quote has made of several. */
function hasKnownId(cells: readonly CellValue[], ids: Ids, reconciliation: Reconciliation): boolean {
  return cells.some((cell) =>
    textOf(cell)
      .split(/[\s,;|"]+/)
      .some((word) => {
        const id = ids.ofFinance(word);
        return id !== null && reconciliation.isInLedger(id);
      }),
  );
}

/** Such an id is in no sum: it may be either of two. */
function roundedProblem(reconciliation: Reconciliation, id: string | null): Problem | undefined {
  if (id === null) return undefined;
  const isInLedger = reconciliation.isInLedger(id);
  const rounded = reconciliation.roundedIds.find(id, isInLedger);
  if (rounded === undefined) return undefined;
  const message = `${id} is what is left of ${rounded.original} after ${rounded.by}`;
  // An id that is another one of the ledger is shown apart.
  return { reason: isInLedger ? 'ids of others' : 'ids', message };
}
