import type { CellStyle, WriteSheet } from 'hucre/xlsx';
import { rangeRef, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';

import { printable } from '../../errors/printable.ts';
import { type LedgerColumn, ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { moneyColumnOf, moneyFields } from '../../ledger/money-fields.ts';
import { findMinorUnitDigits, toDecimalString } from '../../money/minor-units.ts';
import { formatMoney } from '../format.ts';
import { moneyLabels, typeLabel } from '../labels.ts';
import type { StoredRow } from '../read/stored-row.ts';
import {
  head,
  maxText,
  momentFormat,
  moneyFormat,
  plain,
  sheetOf,
  tablePage,
  text,
} from '../workbook-cells.ts';

/** Rows of a sheet below its head; Excel has no more. */
export const maxTransactions = XLSX_MAX_ROWS_PER_SHEET - 1;

/** Writes the rows of a sheet as XML. */
export interface TransactionsSheet {
  /** The sheet with its head, and one row that has each style. */
  readonly sheet: WriteSheet;
  /** Returns the XML of the sheet before its rows and after them, and what returns a row. */
  readonly parse: (xml: string) => SheetParts;
}

/** A sheet around its rows. */
interface SheetParts {
  readonly before: string;
  readonly after: string;
  /** Returns the XML of the transaction with this number, from 1. */
  readonly row: (row: StoredRow, number: number) => string;
}

type Column = LedgerColumn & { readonly letter: string };

const numbered = (numFmt: string): CellStyle => ({ ...plain, numFmt });

/** One of each style: they have numbers only once the workbook is written. */
const sampleStyles = {
  // A copy: what has the style of the whole workbook is written without a number.
  text: { ...plain },
  number: { ...plain, alignment: { horizontal: 'right' } },
  moment: { ...numbered(momentFormat), alignment: { horizontal: 'left' } },
  0: numbered(moneyFormat(0)),
  2: numbered(moneyFormat(2)),
  3: numbered(moneyFormat(3)),
  4: numbered(moneyFormat(4)),
} as const satisfies Readonly<Record<string, CellStyle>>;
type Styles = Readonly<Record<string, string | undefined>>;

/**
 * Returns the sheet of the transactions. Rows are added to its XML one by one, because a workbook in memory would have no
 * room for a million of them.
 *
 * @param rows Number of rows
 * @param sample The first rows, which the widths fit
 */
export function transactionsSheet(rows: number, sample: readonly StoredRow[]): TransactionsSheet {
  const [first] = sample;
  // Amounts are in major units only.
  const columns = ledgerColumns
    .filter(({ name, type }) => type !== 'integer' && (first === undefined || name in first || isMoney(name)))
    .map((column, index) => ({ ...column, letter: rangeRef(0, index, 0, index).replace(/\d.*/, '') }));
  const heads = columns.map(({ name, type }) => head(labelOf(name), type === 'decimal'));
  const widths = columns.map((column, index) => ({
    ...text(''),
    width: Math.max(
      heads[index]?.width ?? 0,
      ...sample.map((row) => (column.type === 'timestamp' ? momentFormat : shownOf(row, column)).length),
    ),
  }));
  const samples = Object.values(sampleStyles).map((style) => ({ value: null, style, width: 0 }));
  const shown = Math.min(rows, maxTransactions);
  const range = rangeRef(0, 0, shown, columns.length - 1);
  const { columns: columnWidths } = sheetOf('', [widths]);
  return {
    sheet: sheetOf('Transactions', [heads, samples], {
      ...(columnWidths && { columns: columnWidths }),
      freezePane: { rows: 1 },
      // Too wide for one page.
      pageSetup: { ...tablePage, fitToPage: false },
      autoFilter: { range },
    }),
    parse: (xml) => partsOf(xml, columns, range),
  };
}

/** Every file has these columns, at least in the smallest unit. */
function isMoney(name: string): boolean {
  return Object.values(moneyColumnOf).some((column) => column === `${name}_minor`);
}

/** Returns the string of a cell that is neither a moment nor an amount. */
function shownOf(row: StoredRow, column: LedgerColumn): string {
  const value = String(row[keyOf(column)] ?? '');
  return column.name === 'type' ? typeLabel(value) : value;
}

function keyOf({ name }: LedgerColumn): keyof LedgerRow {
  // Every column has a field of the same name.
  return name as keyof LedgerRow;
}

const moneyHeads = new Map(
  moneyFields.map((field) => [moneyColumnOf[field].replace(/_minor$/, ''), moneyLabels[field]]),
);

/** Returns the name of a column in words: `Transaction id`. */
function labelOf(name: string): string {
  if (name === 'timestamp') return 'Time (UTC)';
  const words = name.replaceAll('_', ' ');
  return moneyHeads.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function partsOf(xml: string, columns: readonly Column[], range: string): SheetParts {
  const [before = '', samples = '', after = ''] = xml.split(/(<row r="2".*?<\/row>)/s);
  const indexes = [...samples.matchAll(/<c [^>]*?s="(\d+)"/g)].map(([, index]) => index);
  const styles = Object.fromEntries(Object.keys(sampleStyles).map((name, index) => [name, indexes[index]]));
  return {
    before: before.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="${range}"/>`),
    after,
    row: (row, number) => {
      const at = number + 1;
      let cells = '';
      for (const column of columns) cells += cellOf(row, column, at, styles);
      return `<row r="${at}">${cells}</row>`;
    },
  };
}

function cellOf(row: StoredRow, column: Column, at: number, styles: Styles): string {
  const place = `<c r="${column.letter}${at}"`;
  if (column.type === 'decimal') return moneyCell(row, column, place, styles);
  const value = row[keyOf(column)];
  if (value === null || value === undefined) return '';
  if (column.type === 'timestamp') {
    const serial = Date.parse(String(value)) / millisecondsPerDay + daysBefore1970;
    if (Number.isFinite(serial)) return `${place} s="${styles.moment}"><v>${serial}</v></c>`;
  }
  return textCell(shownOf(row, column), place, styles.text);
}

const millisecondsPerDay = 86_400_000;
/** A spreadsheet counts days from 30 December 1899. */
const daysBefore1970 = 25_569;

/** An amount with all its digits; as a string, if a spreadsheet would round it or its decimals are not known. */
function moneyCell(row: StoredRow, { name, unit }: Column, place: string, styles: Styles): string {
  // Every money column has one in the smallest unit.
  const amount = row[`${name}_minor` as keyof LedgerRow] as number;
  const currencyCode = unit === 'US dollars' ? 'USD' : row.currency_code;
  const digits = findMinorUnitDigits(currencyCode);
  if (digits === undefined || Math.abs(amount) >= 1e15) {
    return textCell(formatMoney(BigInt(amount), currencyCode), place, styles.number);
  }
  return `${place} s="${styles[digits]}"><v>${toDecimalString(amount, digits, 'report')}</v></c>`;
}

function textCell(value: string, place: string, style: string | undefined): string {
  return `${place} s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

/** What nearly every value is. */
const harmless = /^[ -%'-;=?-~]{0,1000}$/;

function escapeXml(value: string): string {
  if (harmless.test(value)) return value;
  return printable(value, maxText - 1).replace(/[&<>]/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
