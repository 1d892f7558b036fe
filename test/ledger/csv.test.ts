import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { csvCell, csvLines, readCsvCell } from '../../src/ledger/csv.ts';
import { flatten, ledgerColumns } from '../../src/ledger/index.ts';
import { paidTransaction, refundTransaction } from '../literals/transactions.ts';
import * as fc from '../support/fast-check.ts';
import { expectOccurrences } from '../support/occurrences.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['', '""'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\n1', '"\'\n1"'],
  ['＝1', "'＝1"],
  ['a;=1', "a;'=1"],
  ['a;＝1;;-1;b', "a;'＝1;;'-1;b"],
  ["a;'=1", "a;''=1"],
  ['a\r\n+1\t@1', '"a\r\n\'+1\t\'@1"'],
  ["'a;=1", "''a;'=1"],
  ["'quoted", "''quoted"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  [' =1', ' =1'],
  ['a=1', 'a=1'],
])('the string %j becomes the cell %j, and is read again', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
  const [[parsed = ''] = []] = parse(`${cell}\r\n`, { trim: false });
  expect(readCsvCell(parsed)).toBe(text);
});

/** The cells that a spreadsheet shows: a quote counts at the start of a cell only, and one that is not closed is accepted. */
function cellsOf(text: string, delimiter: string): string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$))?([^${delimiter}\\r\\n]*)(?:[${delimiter}\\r\\n]|$)`,
    'y',
  );
  const cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted = '', rest = ''] = cell.exec(text) ?? expect.fail('not a cell');
    cells.push(quoted.replaceAll('""', '"') + rest);
  }
  return cells;
}

test('no cell is a formula, whatever the separator; and every string is read again', () => {
  const character = fc.constantFrom(...Array.from('=+-@＝＋－＠\'",;\t\r\n ab'));
  const seen = { formulas: 0, first: 0, quoted: 0 };
  fc.assert(
    fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
      const text = characters.join('');
      const line = `2026-10-01,${csvCell(text)},9\r\n`;
      expect(parse(line).map(([date, cell = '', ...rest]) => [date, readCsvCell(cell), ...rest])).toEqual([
        ['2026-10-01', text, '9'],
      ]);
      if (/[;\t\r\n]["']*[=+\-@＝＋－＠]/.test(text)) seen.formulas += 1;
      if (/^[=+\-@＝＋－＠]/.test(text)) seen.first += 1;
      if (csvCell(text).startsWith('"')) seen.quoted += 1;
      const cells = [',', ';', '\t'].flatMap((delimiter) => cellsOf(line, delimiter));
      // Some programs do not read quotes at all.
      const unquoted = [';', '\t'].flatMap((delimiter) => cellsOf(line.replaceAll('"', ''), delimiter));
      for (const cell of [...cells, ...unquoted]) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
    { numRuns: 3000 },
  );
  expectOccurrences(seen, { formulas: 500, first: 500, quoted: 1000 });
});

test('a reader removes one apostrophe, and none that was not added', () => {
  expect(readCsvCell("'''a")).toBe("''a");
  expect(readCsvCell("'tis")).toBe("'tis");
  expect(readCsvCell("'")).toBe("'");
});

test('null is an empty cell, and an empty string a quoted one', () => {
  expect(csvCell(null)).toBe('');
  expect(csvCell('')).toBe('""');
});

test('a line has the chosen columns in order; numbers are not guarded', () => {
  const names = ['timestamp', 'customer_email', 'amount', 'amount_minor', 'player_ip', 'type'];
  const { header, line } = csvLines(
    names.flatMap((name) => ledgerColumns.filter((column) => column.name === name)),
  );
  const row = flatten({
    ...refundTransaction,
    customerDetails: { id: '1', email: '=cmd|calc' },
  });

  expect(header).toBe('timestamp,customer_email,amount,amount_minor,player_ip,type\r\n');
  expect(line(row)).toBe("2026-10-02T00:00:00Z,'=cmd|calc,-1500,-1500,,refund\r\n");
});

test('a line of all columns is read by another CSV parser', () => {
  const { header, line } = csvLines(ledgerColumns);
  const row = flatten(paidTransaction);
  const [read] = parse(header + line(row), { columns: true });

  expect(read).toEqual(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])));
});
