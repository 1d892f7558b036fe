import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx';
import { writeXlsx } from 'hucre/xlsx';

import { printable } from '../../errors/printable.ts';
import { formatMoney, formatShare, toDecimal } from '../format.ts';
import {
  ratesNote,
  type Cell,
  type Notice,
  type ReportDocument,
  type Section,
  type TableColumn,
} from './report-document.ts';

/** A value with the style that it needs. */
interface Entry {
  readonly value: CellValue;
  readonly style?: CellStyle | undefined;
}

type Row = readonly Entry[];

/** A spreadsheet keeps 15 significant digits of a number. */
const maxDigits = 15;
/** Before 1980 there is no time in a ZIP file. */
const unknownDate = '1980-01-01T00:00:00Z';

const bold: CellStyle = { font: { bold: true } };
const noticeStyles: Readonly<Record<Notice['kind'], CellStyle>> = {
  ok: { font: { color: { rgb: '1C6B3F' } } },
  warning: { font: { color: { rgb: '7A4A00' } } },
};
const header: CellStyle = { ...bold, alignment: { wrapText: true, vertical: 'bottom' } };

/** Returns a report as a workbook: a summary, a sheet for each table, and the receipt. */
export function renderWorkbook(report: ReportDocument): Promise<Uint8Array> {
  return writeXlsx({
    // Otherwise the same report would be another file each time.
    properties: { title: printable(report.title), modified: new Date(report.exportedAt ?? unknownDate) },
    sheets: [
      sheet('Summary', summaryOf(report), [34, 20, 20, 20, 70]),
      ...report.sections.map(sectionSheet),
      sheet('Receipt', receiptOf(report), [34, 90]),
    ],
  });
}

function summaryOf({ title, subtitle, notices, cards, check, rates }: ReportDocument): readonly Row[] {
  return [
    [text(title, bold)],
    [text(subtitle)],
    ...notices.map((notice) => [text(notice.text, noticeStyles[notice.kind])]),
    [],
    [text('Totals', header), text('USD', header)],
    ...cards.map(({ label, cents, definition }) => [text(label), money(cents, 'USD'), text(definition)]),
    [text(check)],
    [],
    ['Rate', 'Value', 'Numerator', 'Denominator', 'Definition'].map((label) => text(label, header)),
    ...rates.flatMap(({ label, definition, byNumber, byAmount }) => [
      [
        text(`${label}, by number`),
        text(formatShare(byNumber)),
        count(byNumber.numerator),
        count(byNumber.denominator),
        text(definition),
      ],
      [
        text(`${label}, by amount`),
        text(formatShare(byAmount)),
        money(byAmount.numerator, 'USD'),
        money(byAmount.denominator, 'USD'),
        text(definition),
      ],
    ]),
    [text(ratesNote)],
  ];
}

function receiptOf({ receipt }: ReportDocument): readonly Row[] {
  if (receipt.length === 0) return [[text('There is no receipt beside the file.')]];
  return receipt.map(({ label, value }) => [text(label), text(value)]);
}

function sectionSheet({ title, note, table }: Section): WriteSheet {
  if (!table) return sheet(title, [[text(note)]], [34]);
  const total = table.total?.map((cell) => ({
    ...entryOf(cell),
    style: { ...entryOf(cell).style, ...bold },
  }));
  return {
    ...sheet(
      title,
      [
        table.columns.map((column) => text(headerOf(column), header)),
        ...table.rows.map((cells) => cells.map(entryOf)),
        ...(total ? [total] : []),
        [],
        [text(note)],
      ],
      table.columns.map((_, index) => (index === 0 ? 34 : 22)),
    ),
    freezePane: { rows: 1, columns: 1 },
  };
}

function sheet(name: string, rows: readonly Row[], widths: readonly number[]): WriteSheet {
  const cells = rows.flatMap((row, y) =>
    row.flatMap(({ style }, x) => (style ? [[`${y},${x}`, { style }] as const] : [])),
  );
  return {
    name,
    rows: rows.map((row) => row.map(({ value }) => value)),
    cells: new Map(cells),
    columns: widths.map((width) => ({ width })),
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}

function headerOf({ label, field }: TableColumn): string {
  return field === undefined ? label : `${label} (${field})`;
}

function entryOf(cell: Cell): Entry {
  switch (cell.kind) {
    case 'text':
      return text(headerOf({ label: cell.text, field: cell.field }));
    case 'count':
      return count(BigInt(cell.count));
    case 'money':
      return money(cell.amount, cell.currencyCode);
  }
}

/** A string is never a formula, whatever it starts with. */
function text(value: string, style?: CellStyle): Entry {
  return { value: printable(value, 1000), style };
}

function count(value: bigint): Entry {
  return { value: Number(value), style: { numFmt: '#,##0' } };
}

/**
 * An amount as a number, so that a spreadsheet can add it up. It is exact: a string, if a spreadsheet would round it or if
 * the digits of the currency are not known.
 */
function money(amount: bigint, currencyCode: string): Entry {
  const decimal = toDecimal(amount, currencyCode);
  const digits = decimal?.replace(/\D/g, '').replace(/^0+/, '').length ?? Infinity;
  if (decimal === undefined || digits > maxDigits) {
    return {
      value: decimal ?? formatMoney(amount, currencyCode),
      style: { alignment: { horizontal: 'right' } },
    };
  }
  const fraction = decimal.split('.')[1]?.length ?? 0;
  const format = fraction === 0 ? '#,##0' : `#,##0.${'0'.repeat(fraction)}`;
  return { value: Number(decimal), style: { numFmt: `${format};[Red]-${format}` } };
}
