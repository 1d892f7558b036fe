import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';

import { describeReport } from '../../../src/cli/report/describe-report.ts';
import { renderWorkbook } from '../../../src/cli/report/render-workbook.ts';
import type { ReportRow } from '../../../src/cli/report/report-totals.ts';
import { payment, receipt, refund, totalsOf } from './report-rows.ts';

function workbookOf(rows: readonly ReportRow[]): Promise<Uint8Array> {
  return renderWorkbook(describeReport({ file: 'october.csv', totals: totalsOf(rows), receipt }));
}

async function sheetOf(workbook: Uint8Array, name: string): Promise<readonly (readonly unknown[])[]> {
  const sheets = await readWorkbook(Buffer.from(workbook));
  return sheets.find(({ sheet }) => sheet === name)?.data ?? expect.fail(`no sheet ${name}`);
}

test('the workbook has a sheet for each table of the page', async () => {
  const sheets = await readWorkbook(Buffer.from(await workbookOf([payment])));

  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'Summary',
    'By type',
    'Net by day',
    'By currency',
    'By country',
    'By payment method',
    'Top offers',
    'Receipt',
  ]);
});

test('amounts are numbers in major units', async () => {
  const yen = { ...payment, currency_code: 'JPY', amount_minor: 1500, total_tax_amount_minor: 136 };
  const rows = await sheetOf(await workbookOf([payment, yen, refund]), 'By currency');

  expect(rows.slice(1, 3)).toEqual([
    ['JPY', 1, 1500, 136, 9.99, 8.49],
    ['USD', 2, 0, 0, 0, -0.5],
  ]);
});

test('an amount that a spreadsheet would round is exact, as a string', async () => {
  const large = { ...payment, amount_minor: Number.MAX_SAFE_INTEGER };
  const rows = await sheetOf(await workbookOf([large]), 'By currency');

  expect(rows[1]?.slice(0, 3)).toEqual(['USD', 1, '90071992547409.91']);
});

test('an amount in a currency outside ISO 4217 has no invented decimals', async () => {
  const rows = await sheetOf(await workbookOf([{ ...payment, currency_code: 'GEM' }]), 'By currency');

  expect(rows[1]?.slice(0, 3)).toEqual(['GEM', 1, '999 smallest units']);
});

test('a formula in a name is a string', async () => {
  const formula = '=HYPERLINK("https://evil.example","pay")';
  const workbook = await workbookOf([{ ...payment, offer_name: formula }]);
  const rows = await sheetOf(workbook, 'Top offers');
  const files = Object.entries(unzipSync(workbook)).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString(),
  ]);

  expect(rows[1]?.[0]).toBe(formula);
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter(([, content]) => /<f[ >]/.test(content ?? ''))).toEqual([]);
});

test('characters that XML cannot contain are escaped, so that the workbook can be read', async () => {
  // All others are allowed: https://www.w3.org/TR/xml/#charsets.
  const invalid = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(
    (unit) => !/[\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/.test(unit),
  );
  expect(invalid).toHaveLength(29 + 2048 + 2);
  const offers = ['\0', '\u001F', '\uD83D', '\uDE00', '\uFFFE', '\uFFFF'];
  const names = [...offers, invalid.slice(0, 31).join(''), invalid.slice(-200).join('')];
  const row = {
    ...payment,
    type: 'a\uFFFF',
    currency_code: 'b\uFFFE',
    country_code: 'c\uD800',
    payment_method: 'd\0',
  };
  const workbook = await workbookOf(names.map((name) => ({ ...row, offer_id: name, offer_name: name })));

  for (const [name, bytes] of Object.entries(unzipSync(workbook))) {
    // A half of a pair would be U+FFFD here.
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    expect([name, /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFC]/.exec(content)]).toEqual([name, null]);
  }
  const shown = (await sheetOf(workbook, 'Top offers')).map(([name]) => name);
  expect(shown).toEqual(expect.arrayContaining([String.raw`\u0000`, String.raw`\ud83d`, String.raw`\ufffe`]));
});

test('warnings are amber, and only they', async () => {
  const unfinished = { ...receipt, finishedAt: '2026-10-02T00:00:00.000Z', rangeEnded: false };
  const amber = async (given: typeof receipt) => {
    const report = describeReport({
      file: 'october.csv',
      totals: totalsOf([payment, refund]),
      receipt: given,
    });
    const styles = unzipSync(await renderWorkbook(report))['xl/styles.xml'];
    return Buffer.from(styles ?? [])
      .toString()
      .includes('7A4A00');
  };

  expect([await amber(unfinished), await amber(receipt)]).toEqual([true, false]);
});

test('the receipt is in the workbook', async () => {
  const rows = await sheetOf(await workbookOf([payment]), 'Receipt');

  expect(rows).toContainEqual(['SHA-256', receipt.file?.sha256]);
});

test('the same rows and receipt give the same workbook, at any time', async () => {
  const first = await workbookOf([payment, refund]);

  expect(Buffer.from(await workbookOf([payment, refund])).equals(first)).toBe(true);
  expect(Buffer.from(unzipSync(first)['docProps/core.xml'] ?? []).toString()).toContain(
    '>2026-11-01T06:01:00Z</dcterms:modified>',
  );
});
