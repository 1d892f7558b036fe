import type { CellStyle, WriteSheet } from 'hucre/xlsx';
import { rangeRef, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';

import { instantOf } from '../../client/api/instant.ts';
import { printable } from '../../client/errors/printable.ts';
import { type LedgerColumn, ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { moneyColumnOf, moneyFields } from '../../ledger/money-fields.ts';
import { findMinorUnitDigits, toDecimalString } from '../../client/money/minor-units.ts';
import { formatMoney } from '../format.ts';
import { moneyLabels, typeLabel } from '../labels.ts';
import type { StoredRow } from '../read/stored-row.ts';
import {
  head,
  literal,
  maxText,
  momentFormat,
  moneyFormat,
  plain,
  sheetOf,
  tablePage,
} from '../workbook-cells.ts';

/** Rows of a sheet below its head; Excel has no more. */
export const maxTransactions = XLSX_MAX_ROWS_PER_SHEET - 1;

/** The rows of the file, for the sheet that has them all. */
export interface RowSource {
  /** Number of rows. */
  readonly rows: number;
  /** Reads the file again. */
  readonly read: () => AsyncIterable<readonly StoredRow[]>;
}

/** A sheet whose rows are written as XML. */
interface TransactionsSheet {
  /** The sheet with its head, and one row that has each style. */
  readonly sheet: WriteSheet;
  /** Yields the XML of the sheet with its transactions, given that of `sheet`. */
  readonly write: (xml: string) => AsyncGenerator<string>;
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
 * @param max Number of rows to write at most
 */
export async function transactionsSheet(
  source: RowSource,
  max = maxTransactions,
): Promise<TransactionsSheet> {
  // The widths fit the first rows.
  const sample = await firstRows(source);
  const [first] = sample;
  // Amounts are in major units only: every file has them, at least in the smallest unit.
  const columns = ledgerColumns
    .filter(({ name, type }) => type === 'decimal' || (type !== 'integer' && (!first || name in first)))
    .map((column, index) => ({ ...column, letter: rangeRef(0, index, 0, index).replace(/\d.*/, '') }));
  const heads = columns.map((column) => {
    const label = labelOf(column.name);
    const { style, value } = head(label, column.type === 'decimal');
    const { width } = head(longestWord(label), false);
    const shown = sample.map((row) => (column.type === 'timestamp' ? momentFormat : shownOf(row, column)));
    return {
      value,
      // In two lines, so that the columns fit on the width of a page.
      style: { ...style, alignment: { ...style.alignment, wrapText: true } },
      width: Math.max(width, ...shown.map(({ length }) => length)),
    };
  });
  const samples = Object.values(sampleStyles).map((style) => ({ value: null, style, width: 0 }));
  const last = Math.min(source.rows, max);
  const range = rangeRef(0, 0, last, columns.length - 1);
  // The columns after the amounts, which are on the screen only, would make print too small to read.
  const lastAmount = columns.findLastIndex(({ type }) => type === 'decimal');
  const sheet = sheetOf('Transactions', [heads, samples], {
    freezePane: { rows: 1 },
    pageSetup: { ...tablePage, printArea: `$A$1:$${columns[lastAmount]?.letter}$${last + 1}` },
    autoFilter: { range },
    rowDefs: new Map([[0, { height: 28 }]]),
  });
  return { sheet, write };

  async function* write(xml: string): AsyncGenerator<string> {
    const [before = '', styled = '', after = ''] = xml.split(/(<row r="2".*?<\/row>)/s);
    const indexes = [...styled.matchAll(/<c [^>]*?s="(\d+)"/g)].map(([, index]) => index);
    const styles = Object.fromEntries(Object.keys(sampleStyles).map((name, index) => [name, indexes[index]]));
    yield before.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="${range}"/>`);
    let at = 1;
    for await (const batch of source.read()) {
      let rows = '';
      for (const row of batch.slice(0, max + 1 - at)) {
        at += 1;
        let cells = '';
        for (const column of columns) cells += cellOf(row, column, at, styles);
        rows += `<row r="${at}">${cells}</row>`;
      }
      yield rows;
    }
    yield after;
  }
}

async function firstRows(source: RowSource): Promise<readonly StoredRow[]> {
  for await (const rows of source.read()) return rows;
  return [];
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

function longestWord(label: string): string {
  return label.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));
}

function cellOf(row: StoredRow, column: Column, at: number, styles: Styles): string {
  const place = `<c r="${column.letter}${at}"`;
  if (column.type === 'decimal') return moneyCell(row, column, place, styles);
  const value = row[keyOf(column)];
  if (value === null || value === undefined) return '';
  if (column.type === 'timestamp') {
    const serial = instantOf(value) / 1000 / millisecondsPerDay + daysBefore1970;
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
const harmless = /^[ -%'-;=?-^`-~]{0,1000}$/;

function escapeXml(value: string): string {
  if (harmless.test(value)) return value;
  return literal(printable(value, maxText - 1)).replace(
    /[&<>]/g,
    (character) => entities[character] ?? character,
  );
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
