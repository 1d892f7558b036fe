import type { CellStyle, CellValue, WorkbookProperties, WriteSheet } from 'hucre/xlsx';
import { writeXlsx } from 'hucre/xlsx';

import { printable } from '../../client/errors/printable.ts';
import { formatMoney, hundredthsOf, type Share, withPoint } from '../terminal/format.ts';

/** A value with its style, and the number of characters that it takes. */
export interface Entry {
  readonly value: CellValue;
  readonly style: CellStyle;
  /** 0 for a sentence, which may extend over the cells beside it. */
  readonly width: number;
}

/** The cells of a row. */
export type Row = readonly Entry[];

/** A spreadsheet keeps 15 significant digits of a number. */
const maxDigits = 15;
/** A spreadsheet keeps this many characters in a cell. */
const maxText = 32_767;

// A font that every office program has, or has metrics of.
const font = { name: 'Arial', size: 10 } as const;
/** The style of every cell without another one. */
const plain = { font } as const satisfies CellStyle;

const styles = {
  title: { font: { ...font, size: 16, bold: true } },
  heading: { font: { ...font, size: 12, bold: true } },
  muted: { font: { ...font, color: { rgb: '59616B' } } },
  ok: { font: { ...font, color: { rgb: '1C6B3F' } } },
  warning: { font: { ...font, color: { rgb: '7A4A00' } } },
} as const satisfies Readonly<Record<string, CellStyle>>;

/** A line of text over the whole sheet. */
export function sentenceEntry(value: string, style?: keyof typeof styles): Entry {
  return { value: printable(value, 1000), style: style ? styles[style] : plain, width: 0 };
}

/** A cell without a value. */
export const emptyEntry: Entry = { value: null, style: plain, width: 0 };

/** A string is never a formula, whatever it starts with. */
export function textEntry(value: string): Entry {
  const shown = printable(value, maxText - 1);
  return { value: literal(shown), style: plain, width: shown.length };
}

/** A string as it is, in a cell of the type Text: a spreadsheet neither converts nor shortens it. */
export function verbatimEntry(value: string): Entry {
  const lines = value.split('\n');
  const style: CellStyle = { font, numFmt: '@', alignment: { vertical: 'top', wrapText: lines.length > 1 } };
  return { value: literal(value), style, width: Math.max(...lines.map(({ length }) => length)) };
}

/** An exact decimal with its own number of decimals; a string, if a spreadsheet would round it. */
export function decimalEntry(value: string): Entry {
  const significant = value.replace(/\D/g, '').replace(/^0+/, '');
  if (value === '' || significant.length > maxDigits) return rightAligned(value);
  const decimals = value.split('.')[1]?.length ?? 0;
  return number(Number(value), decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`, value.length);
}

/** Returns a string as a workbook spells it, where `_x0041_` is an `A`. */
function literal(value: string): string {
  return value.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

/** The head of a column, aligned as the column. */
export function headEntry(label: string, isNumber: boolean): Entry {
  const style: CellStyle = {
    font: { ...font, bold: true },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EDEBE6' } },
    border: { bottom: { style: 'thin', color: { rgb: 'A9A69D' } } },
    alignment: { horizontal: isNumber ? 'right' : 'left', vertical: 'center' },
  };
  // The button of a filter takes room.
  return { ...textEntry(label), style, width: label.length + 4 };
}

/** The same cell in a row of totals. */
export function inTotal({ value, style, width }: Entry): Entry {
  const border = { top: { style: 'thin', color: { rgb: 'A9A69D' } } } as const;
  return { value, style: { ...style, font: { ...font, bold: true }, border }, width: width + 1 };
}

/** The format of a moment in UTC. */
export const momentFormat = 'yyyy-mm-dd hh:mm:ss';

/** A day or a moment in UTC: ISO 8601, or milliseconds since 1970. */
export function dateEntry(value: string | number, numFmt: string): Entry {
  const style: CellStyle = { font, numFmt, alignment: { horizontal: 'left' } };
  return { value: new Date(value), style, width: numFmt.length };
}

/** A number of rows. */
export function countEntry(value: bigint): Entry {
  return number(Number(value), '#,##0', String(value).length * 1.4);
}

/** A percentage with two decimals, rounded half away from zero, so that it is the one on the page. */
export function percentEntry(share: Share): Entry {
  const hundredths = hundredthsOf(share);
  return hundredths === undefined ? rightAligned('n/a') : number(Number(hundredths) / 10_000, '0.00%', 9);
}

/**
 * An amount as a number, so that a spreadsheet can add it up. It is exact: a string, if a spreadsheet would round it or if
 * the digits of the currency are not known.
 */
export function moneyEntry(amount: bigint, digits: number | undefined): Entry {
  const shown = formatMoney(amount, digits);
  if (digits === undefined) return rightAligned(shown);
  const decimal = withPoint(amount, digits);
  const significant = decimal.replace(/\D/g, '').replace(/^0+/, '');
  if (significant.length > maxDigits) return rightAligned(decimal);
  return number(Number(decimal), moneyFormat(digits), shown.length);
}

/** The format of an amount with this number of decimals. */
function moneyFormat(decimals: number): string {
  const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  return `${format};[Red]-${format}`;
}

function number(value: number, numFmt: string, width: number): Entry {
  return { value, style: { font, numFmt }, width };
}

function rightAligned(value: string): Entry {
  return { ...textEntry(value), style: { font, alignment: { horizontal: 'right' } } };
}

/** Characters of the narrowest and the widest column: a SHA-256 fits. */
const widths = { min: 9, max: 70 };

const page = {
  paperSize: 'a4',
  orientation: 'landscape',
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
} as const;
/** Prints a sheet on one page. */
export const onePage = { ...page, fitToHeight: 1 } as const;
/** Prints the head of a table on each page. */
export const tablePage = { ...page, printTitlesRow: '$1:$1' } as const;

/** Returns a sheet whose columns are as wide, and whose rows are as high, as what they contain. */
export function sheetOf(name: string, rows: readonly Row[], options: Partial<WriteSheet> = {}): WriteSheet {
  const widest: number[] = [];
  const cells = new Map<string, Pick<Entry, 'style'>>();
  rows.forEach((row, y) => {
    row.forEach(({ style, width }, x) => {
      widest[x] = Math.max(widest[x] ?? 0, width);
      if (style !== plain) cells.set(`${y},${x}`, { style });
    });
  });
  return {
    name,
    rows: rows.map((row) => row.map(({ value }) => value)),
    cells,
    columns: widest.map((width) => ({
      width: Math.ceil(Math.min(Math.max(width * 1.05 + 2, widths.min), widths.max)),
    })),
    rowDefs: new Map(rows.map((row, y) => [y, { height: heightOf(row) }])),
    pageSetup: page,
    headerFooter: { oddFooter: '&L&A&RPage &P of &N' },
    ...options,
  };
}

/**
 * Returns sheets as a workbook. What print covers and repeats is named here: the library would not quote `By day` in it,
 * which Excel calls damaged.
 */
export function writeWorkbook(
  sheets: readonly WriteSheet[],
  properties: WorkbookProperties = {},
): Promise<Uint8Array> {
  const namedRanges = sheets.flatMap(({ name: scope, pageSetup: { printArea, printTitlesRow } = {} }) =>
    Object.entries({ Print_Area: printArea, Print_Titles: printTitlesRow }).flatMap(([name, range]) =>
      range === undefined ? [] : [{ name: `_xlnm.${name}`, range: `'${scope}'!${range}`, scope }],
    ),
  );
  const none = { printArea: '', printTitlesRow: '' };
  const unnamed = sheets.map((sheet) => ({ ...sheet, pageSetup: { ...sheet.pageSetup, ...none } }));
  return writeXlsx({ properties, defaultFont: font, sheets: unnamed, namedRanges });
}

/** Returns the height in points: office programs do not measure what they did not write. */
function heightOf(row: Row): number {
  return Math.max(
    ...row.map(({ style, width }) => {
      const lines = style.alignment?.wrapText ? Math.ceil((width * 1.05 + 2) / widths.max) : 1;
      return lines * (style.font?.size ?? font.size) * 1.4;
    }),
    14,
  );
}
