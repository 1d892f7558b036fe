import type { WriteSheet } from 'hucre/xlsx';
import { colToLetter, rangeRef } from 'hucre/xlsx';

import { printable } from '../../../../client/errors/printable.ts';
import {
  countEntry,
  dateEntry,
  type Entry,
  headEntry,
  inTotal,
  momentFormat,
  moneyEntry,
  onePage,
  percentEntry,
  type Row,
  sentenceEntry,
  sheetOf,
  tablePage,
  textEntry,
  writeWorkbook,
} from '../../../tables/workbook-cells.ts';
import {
  apiNames,
  type Cell,
  type Figure,
  type ListedTransactions,
  type ReportDocument,
  type ReportTable,
} from '../report-document.ts';
import { rowsLeftOut, transactionsSheet } from './transactions-sheet.ts';

/** Before 1980 there is no time in a ZIP file. */
const unknownDate = '1980-01-01T00:00:00Z';

/** Returns a report as a workbook: a summary, a sheet for each table, the receipt, and the transactions. */
export function renderWorkbook(
  report: ReportDocument,
  transactions: ListedTransactions,
): Promise<Uint8Array> {
  const summary = report.figures.filter(({ isOnSummary }) => isOnSummary);
  const sheets = [
    sheetOf('Summary', [...headOf(report, transactions), ...summary.flatMap(partOf)], {
      pageSetup: onePage,
      view: { showGridLines: false },
    }),
    ...report.figures.filter((figure) => !summary.includes(figure)).map(figureSheet),
    receiptSheet(report.receipts),
    transactionsSheet(transactions),
  ];
  // Otherwise the same report would be another file each time.
  const modified = new Date(report.exportedAt ?? unknownDate);
  return writeWorkbook(sheets, { title: printable(report.title), modified });
}

function headOf(report: ReportDocument, transactions: ListedTransactions): readonly Row[] {
  const { title, account, subtitle, source, notices } = report;
  return [
    ...(account === undefined ? [] : [[sentenceEntry(account, 'muted')]]),
    [sentenceEntry(title, 'title')],
    [sentenceEntry(subtitle)],
    [sentenceEntry(source, 'muted')],
    ...notices.map((notice) => [sentenceEntry(notice.text, notice.kind)]),
    ...rowsLeftOut(transactions),
  ];
}

/** Returns a figure below others, with its heading. */
function partOf({ title, note, table, footnotes = [] }: Figure): readonly Row[] {
  return [
    [],
    [sentenceEntry(title, 'heading')],
    ...(table ? rowsOf(table) : []),
    ...[...footnotes, note].map((line) => [sentenceEntry(line, 'muted')]),
    ...(table ? namesOf(table) : []),
  ];
}

/** Each receipt is a column: all have the same lines. */
function receiptSheet([receipt, ...others]: readonly ReportTable[]): WriteSheet {
  if (!receipt) return sheetOf('Receipt', [[sentenceEntry('There is no receipt beside the file.')]]);
  const columns = [receipt.columns, ...others.map(({ columns: [, value] }) => value ?? [])].flat();
  const heads = columns.map(({ label }) => headEntry(label, false));
  const rows = receipt.rows.map((cells, line) =>
    [...cells, ...others.flatMap(({ rows }) => rows[line]?.[1] ?? [])].map(entryOf).map(leftAligned),
  );
  return sheetOf('Receipt', [heads, ...rows], {
    freezePane: { rows: 1 },
    pageSetup: { ...tablePage, orientation: 'portrait' },
  });
}

/** A column of different values is aligned as its head. */
function leftAligned({ value, style, width }: Entry): Entry {
  return {
    value,
    style: { ...style, alignment: { horizontal: 'left', vertical: 'top', wrapText: true } },
    width,
  };
}

function figureSheet({ title, note, table, full = table }: Figure): WriteSheet {
  if (!full) return sheetOf(title, [[sentenceEntry(note)]]);
  const rows = rowsOf(full);
  const lastColumn = (rows[0]?.length ?? 1) - 1;
  const all = [...rows, [], [sentenceEntry(note, 'muted')], ...namesOf(full)];
  const pages = { ...tablePage, printArea: `$A$1:$${colToLetter(lastColumn)}$${rows.length}` };
  return sheetOf(title, all, {
    freezePane: { rows: 1, columns: 1 },
    // Never a page of footnotes only.
    pageSetup: all.length <= rowsOnPage ? { ...tablePage, fitToHeight: 1 } : pages,
    // Without the total, which would be sorted among the rows.
    autoFilter: { range: rangeRef(0, 0, full.rows.length, lastColumn) },
  });
}

/** More rows on one page would be too small to read. */
const rowsOnPage = 60;

/** Returns the footnote of a table: what the API calls what people read. */
function namesOf(table: ReportTable): readonly Row[] {
  return apiNames([table]).map(({ label, field }) => [
    sentenceEntry(`${label} in the API: ${field}`, 'muted'),
  ]);
}

/** Returns the head, the rows and the total of a table; a name with a code takes two columns. */
function rowsOf({ columns, rows, total }: ReportTable): readonly Row[] {
  const codeOf = ([first]: readonly Cell[]): string => (first?.kind === 'text' ? (first.code ?? '') : '');
  const hasCodes = rows.some((row) => codeOf(row) !== '');
  const cells = (row: readonly Cell[]): Row => [
    ...(hasCodes ? [textEntry(codeOf(row))] : []),
    ...row.map(entryOf),
  ];
  const heads = columns.map(({ label }, index) => {
    const cell = rows[0]?.[index];
    return headEntry(label, cell === undefined ? index > 0 : isNumeric(cell));
  });
  return [
    [...(hasCodes ? [headEntry(columns[0]?.code ?? 'Code', false)] : []), ...heads],
    ...rows.map(cells),
    ...(total ? [cells(total).map(inTotal)] : []),
  ];
}

/** Whether values of this kind are aligned to the right. */
function isNumeric({ kind }: Cell): boolean {
  return kind === 'count' || kind === 'money' || kind === 'percent';
}

/** Returns a cell of a report as one of a workbook: numbers, dates and percentages are real ones. */
function entryOf(cell: Cell): Entry {
  switch (cell.kind) {
    case 'text':
      return textEntry(cell.text);
    case 'count':
      return countEntry(BigInt(cell.count));
    case 'money':
      return moneyEntry(cell.amount, cell.digits);
    case 'percent':
      return percentEntry(cell.share);
    case 'date':
      return dateEntry(
        cell.date,
        dateFormats.find(([form]) => cell.date.length <= form.length)?.[1] ?? momentFormat,
      );
  }
}

const dateFormats = [
  ['yyyy-mm', 'mmm yyyy'],
  ['yyyy-mm-dd', 'd mmm yyyy'],
] as const;
