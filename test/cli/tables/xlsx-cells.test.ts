import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { openTable } from '../../../src/cli/tables/open-table.ts';
import { CellError, type CellValue } from '../../../src/cli/tables/table.ts';
import { createFolder } from '../commands/export/run-export.ts';
import { buildWorkbook } from '../commands/reconcile/finance/build-workbook.ts';

/** Reads a sheet whose cells are XML, after a first row with the string `de`, which is the first of the workbook. */
async function readCells(cells: readonly string[], strings: readonly string[] = []): Promise<CellValue[]> {
  const rows = [
    ['de', 'end'],
    [...cells.map((xml) => ({ xml })), 'end'],
  ];
  const path = createFolder().file('odd.xlsx');
  writeFileSync(path, buildWorkbook({ Odd: rows }, { strings }));
  const read: CellValue[][] = [];
  for await (const { cells: found } of (await openTable({ path, skipFirst: 0 }))()) read.push([...found]);
  expect(read[0]).toEqual(['de', 'end']);
  return read[1] ?? [];
}

test.each([
  ['an empty number of a string', '<c t="s"><v/></c>', ''],
  ['a number of a string that is missing', '<c t="s"></c>', ''],
  ['a cell without anything', '<c/>', ''],
  ['a line break of Windows', '<c t="inlineStr"><is><t>1&#13;&#10;2</t></is></c>', '1\r\n2'],
  ['text before runs', '<c t="inlineStr"><is><t>Now: </t><r><t>50 %</t></r></is></c>', 'Now: 50 %'],
  [
    'phonetic text',
    '<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
    '東京',
  ],
  ['a formula whose value is an empty string', '<c t="str"><f>""</f><v></v></c>', ''],
  ['a formula with its value', '<c><f>1+1</f><v>2</v></c>', 2],
  ['the largest number', '<c><v>1.7976931348623157E308</v></c>', Number.MAX_VALUE],
])('%s is read as a spreadsheet shows it', async (_name, xml, value) => {
  expect(await readCells([xml])).toEqual([value, 'end']);
});

test.each([
  ['<c t="e"><v>#N/A</v></c>', '#N/A', '#N/A is an error of the spreadsheet'],
  ['<c t="e"><f>A1/0</f><v>#DIV/0!</v></c>', '#DIV/0!', '#DIV/0! is an error of the spreadsheet'],
  [
    '<c><f>A1</f></c>',
    '',
    'the formula has no stored value: open the workbook in a spreadsheet, and save it',
  ],
  [
    '<c t="str"><f>A1</f></c>',
    '',
    'the formula has no stored value: open the workbook in a spreadsheet, and save it',
  ],
  [
    '<c><f t="shared" si="0"/><v></v></c>',
    '',
    'the formula has no stored value: open the workbook in a spreadsheet, and save it',
  ],
  ['<c><v>1E400</v></c>', '1E400', 'the number 1E400 is too large'],
  ['<c t="n"><v>-1e400</v></c>', '-1e400', 'the number -1e400 is too large'],
  ['<c t="s"><v>99</v></c>', '99', 'the string 99 does not exist'],
])('the cell %s has no value, and says why', async (xml, text, message) => {
  expect(await readCells([xml])).toEqual([new CellError(text, message), 'end']);
});

test('strings that cells share are read with the text before their runs, and without phonetic text', async () => {
  const strings = [
    '<si><t>Now: </t><r><rPr><b/></rPr><t>50 %</t></r><r><t xml:space="preserve"> more</t></r></si>',
    '<si><r><t>限定</t></r><rPh sb="0" eb="2"><t>ゲンテイ</t></rPh><r><t>品</t></r></si>',
    '<si><t>1_x000D_\n2</t></si>',
    '<si/>',
  ];
  const cells = strings.map((_, index) => `<c t="s"><v>${index + 1}</v></c>`);

  expect(await readCells(cells, strings)).toEqual(['Now: 50 % more', '限定品', '1\r\n2', '', 'end']);
});

test('the last row of a sheet is read, and one after it names its number', async () => {
  const path = createFolder().file('rows.xlsx');
  const rowAt = (row: number) =>
    buildWorkbook(
      { Rows: [['de'], ['x']] },
      { change: (xml) => xml.replaceAll('r="2"', `r="${row}"`).replaceAll('A2', `A${row}`) },
    );
  const read = async (row: number) => {
    writeFileSync(path, rowAt(row));
    const lines: number[] = [];
    for await (const { line } of (await openTable({ path, skipFirst: 0 }))()) lines.push(line);
    return lines;
  };

  expect(await read(1_048_576)).toEqual([1, 1_048_576]);
  await expect(read(1_048_577)).rejects.toThrow('row 1048577: a sheet has 1048576 rows');
  await expect(read(4_000_000_000)).rejects.toThrow('row 4000000000: a sheet has 1048576 rows');
});

test.each([
  ['XFD2', ['a', 'x']],
  ['XFE2', undefined],
  ['ZZZZZ2', undefined],
  ['2', undefined],
])('a cell at %s, the last column being XFD', async (place, read) => {
  const path = createFolder().file('columns.xlsx');
  const sheet = {
    Rows: [
      ['a', 'b'],
      ['x', 'y'],
    ],
  };
  writeFileSync(path, buildWorkbook(sheet, { change: (xml) => xml.replace('r="B2"', `r="${place}"`) }));
  const rows = async () => {
    const widths: number[] = [];
    for await (const { cells } of (await openTable({ path, skipFirst: 0 }))()) widths.push(cells.length);
    return widths;
  };

  if (read) expect(await rows()).toEqual([2, 16_384]);
  else await expect(rows()).rejects.toThrow(`cell "${place}": a sheet has the columns A to XFD`);
});

/** Reads rows that are made of XML. */
async function readRowsOf(rows: number, cellsOf: (row: number) => string) {
  const path = createFolder().file('sparse.xlsx');
  const xml = Array.from({ length: rows }, (_, index) => `<row r="${index + 1}">${cellsOf(index + 1)}</row>`);
  const change = (sheet: string): string =>
    sheet.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${xml.join('')}</sheetData>`);
  writeFileSync(path, buildWorkbook({ Sparse: [['a']] }, { change }));
  const widths: number[] = [];
  for await (const { cells } of (await openTable({ path, skipFirst: 0 }))()) widths.push(cells.length);
  return widths;
}

test('rows with hardly any cells, far to the right, are rejected where they are too many', async () => {
  const far = (row: number): string => `<c r="XFD${row}"><v>1</v></c>`;
  expect(await readRowsOf(60, far)).toHaveLength(60);
  await expect(readRowsOf(1000, far)).rejects.toThrow(
    'cell "XFD63": too many cells like it are far to the right of the others of their rows: move or remove them',
  );
  await expect(readRowsOf(100, () => far(2))).rejects.toThrow('cell "XFD2"');
});

test('a sheet whose rows have one cell of many, or formats up to the last column, is read', async () => {
  const widths = await readRowsOf(10_000, (row) => `<c r="A${row}"><v>1</v></c><c r="IV${row}"><v>2</v></c>`);
  expect(new Set(widths)).toEqual(new Set([256]));
  const formatted = await readRowsOf(200, (row) => `<c r="B${row}"><v>1</v></c><c r="XFD${row}" s="1"/>`);
  expect(new Set(formatted)).toEqual(new Set([2]));
  // A cell without a place follows an empty one.
  expect(await readRowsOf(1, () => '<c r="B1"/><c/><c><v>1</v></c>')).toEqual([4]);
});

test('cells without a place end at the last column too', async () => {
  const path = createFolder().file('places.xlsx');
  const read = async (cells: number) => {
    writeFileSync(path, buildWorkbook({ Odd: [[{ xml: '<c><v>1</v></c>'.repeat(cells) }]] }));
    const widths: number[] = [];
    for await (const { cells: found } of (await openTable({ path, skipFirst: 0 }))())
      widths.push(found.length);
    return widths;
  };

  expect(await read(16_384)).toEqual([16_384]);
  await expect(read(16_385)).rejects.toThrow('a sheet has the columns A to XFD');
});
