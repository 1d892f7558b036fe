import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx';
import { writeXlsx } from 'hucre/xlsx';

import { printable } from '../../errors/printable.ts';
import { CommandError } from '../command-error.ts';
import { formatMoney, toDecimal } from '../format.ts';
import { type Difference, labelOf, subtract, type Sum } from './difference.ts';
import { listDifferences } from './list-differences.ts';
import type { Reconciliation } from './reconciliation.ts';
import { listTotals } from './totals.ts';

/** A value with the style that it needs. */
interface Entry {
  readonly value: CellValue;
  readonly style?: CellStyle;
}

const font = { name: 'Arial', size: 10 };
/** Without the row of the names, what a sheet can have. */
const maxRows = 1_048_575;
/** A spreadsheet keeps 15 significant digits of a number. */
const maxDigits = 15;

/** Returns the totals and all differences as a workbook. @throws CommandError if they do not fit into a sheet */
export function renderWorkbook(reconciliation: Reconciliation): Promise<Uint8Array> {
  const differences = [...listDifferences(reconciliation)];
  if (differences.length > maxRows) {
    throw new CommandError('write_failed', 'A sheet has no space for all differences: write them as CSV');
  }
  return writeXlsx({
    defaultFont: font,
    sheets: [
      sheet('Totals', totalColumns, listTotals(reconciliation).map(totalRow)),
      sheet('Differences', differenceColumns, differences.map(differenceRow)),
    ],
  });
}

type Column = readonly [label: string, width: number, isRight?: 'right'];

const totalColumns: readonly Column[] = [
  ['Currency', 12],
  ['Ledger rows', 16, 'right'],
  ['Finance rows', 16, 'right'],
  ['Difference in rows', 20, 'right'],
  ['Ledger', 20, 'right'],
  ['Finance', 20, 'right'],
  ['Finance − ledger', 20, 'right'],
];

const differenceColumns: readonly Column[] = [
  ['Difference', 22],
  ['Id', 34],
  ['Day', 12, 'right'],
  ['Ledger', 18, 'right'],
  ['Ledger currency', 18],
  ['Finance', 18, 'right'],
  ['Finance currency', 18],
  ['Finance − ledger', 20, 'right'],
  ['Problem', 80],
];

function totalRow({
  currencyCode,
  ledger,
  finance,
}: ReturnType<typeof listTotals>[number]): readonly Entry[] {
  const ours = { currencyCode, amount: ledger.amount };
  const theirs = { currencyCode, amount: finance.amount };
  return [
    { value: printable(currencyCode, 20) },
    ...[ledger.rows, finance.rows, finance.rows - ledger.rows].map((value) => ({
      value,
      style: { numFmt: '#,##0' },
    })),
    money(ours),
    money(theirs),
    money(subtract(theirs, ours)),
  ];
}

function differenceRow({ what, id, day, ledger, finance, problem }: Difference): readonly Entry[] {
  return [
    { value: labelOf(what) },
    { value: id === null ? null : printable(id, 200) },
    { value: day === null ? null : new Date(`${day}T00:00:00Z`), style: { numFmt: 'yyyy-mm-dd' } },
    money(ledger),
    { value: ledger && printable(ledger.currencyCode, 20) },
    money(finance),
    { value: finance && printable(finance.currencyCode, 20) },
    money(subtract(finance, ledger)),
    { value: problem === null ? null : printable(problem, 1000) },
  ];
}

/** An amount as a number if a spreadsheet keeps all its digits, and as a string otherwise. */
function money(sum: Sum | null): Entry {
  if (!sum) return { value: null };
  const decimal = toDecimal(BigInt(sum.amount), sum.currencyCode);
  if (decimal === undefined || decimal.replaceAll(/\D/g, '').length > maxDigits) {
    return { value: decimal ?? formatMoney(BigInt(sum.amount), sum.currencyCode), style: right };
  }
  const fraction = decimal.split('.')[1]?.length ?? 0;
  return {
    value: Number(decimal),
    style: { numFmt: `#,##0${fraction === 0 ? '' : `.${'0'.repeat(fraction)}`}` },
  };
}

const right: CellStyle = { alignment: { horizontal: 'right' } };
// A style has all of its font, or LibreOffice takes another one.
const bold: CellStyle = { font: { ...font, bold: true } };

function sheet(name: string, columns: readonly Column[], rows: readonly (readonly Entry[])[]): WriteSheet {
  const head = columns.map(([value, , side]) => ({ value, style: side ? { ...bold, ...right } : bold }));
  const all = [head, ...rows];
  const styles = all.flatMap((row, y) =>
    row.flatMap(({ style }, x) => (style ? [[`${y},${x}`, { style }] as const] : [])),
  );
  return {
    name,
    rows: all.map((row) => row.map(({ value }) => value)),
    cells: new Map(styles),
    columns: columns.map(([, width]) => ({ width })),
    freezePane: { rows: 1 },
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}
