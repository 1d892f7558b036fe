import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import readWorkbook from 'read-excel-file/node';
import { expect, test, vi } from 'vitest';

import { createReport, type ReportOptions } from '../../../../../src/cli/commands/report/create-report.ts';
import type { ReportRow } from '../../../../../src/cli/commands/report/groups/groupings.ts';
import { renderWorkbook } from '../../../../../src/cli/commands/report/render/render-workbook.ts';
import type { SummedRow } from '../../../../../src/cli/ledger-files/ledger-row.ts';
import { ofFile, payment, receipt, refund, totalsOf } from '../report-rows.ts';

function workbookOf(
  rows: readonly ReportRow[],
  {
    options = {},
    total = rows.length,
    personal = false,
  }: { options?: ReportOptions; total?: number; personal?: boolean } = {},
): Promise<Uint8Array> {
  const report = createReport(
    ofFile({ file: 'october.csv', totals: totalsOf(rows), receipt, currencyDigits: {} }),
    options,
  );
  const stored = rows.map((row, index): SummedRow => ({ ...row, transaction_id: `tx-${index}` }));
  return renderWorkbook(report, {
    files: ['october.csv'],
    rows: stored,
    total,
    personal,
    currencyDigits: {},
  });
}

/** The files of a workbook. */
function partsOf(workbook: Uint8Array): Map<string, string> {
  return new Map(
    Object.entries(unzipSync(workbook)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}

async function sheetOf(workbook: Uint8Array, name: string): Promise<readonly (readonly unknown[])[]> {
  const sheets = await readWorkbook(Buffer.from(workbook));
  return sheets.find(({ sheet }) => sheet === name)?.data ?? expect.fail(`no sheet ${name}`);
}

test('the workbook has a sheet for each table of the page, and one for the transactions', async () => {
  const sheets = await readWorkbook(Buffer.from(await workbookOf([payment])));

  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'Summary',
    'By day',
    'By type',
    'By currency',
    'By country',
    'Tax by country',
    'By payment method',
    'By offer',
    'Refunds by offer',
    'Disputes and chargebacks',
    'Receipt',
    'Transactions',
  ]);
});

test('amounts are numbers in major units', async () => {
  const yen = { ...payment, currency_code: 'JPY', amount_minor: 1500, total_tax_amount_minor: 136 };
  const rows = await sheetOf(await workbookOf([payment, yen, refund]), 'By currency');

  expect(rows.slice(1, 3)).toEqual([
    ['JPY', 'Japanese Yen', 1, 1500, 136, 150.15015, 9.99, 8.49],
    ['USD', 'US Dollar', 2, 0, 0, 'n/a', 0, -0.5],
  ]);
});

test('transactions leave out what is known of players, unless it is asked for', async () => {
  const personal = {
    customer_email: 'player@example.com',
    player_ip: '192.0.2.7',
    ip_address: '192.0.2.8',
    zip_code: '10115',
    customer_id: 'player-4711',
    region: 'Berlin-Mitte',
    os_type: 'TestOS',
    os_version: '17.3.1',
    browser_type: 'TestBrowser',
    browser_version: '604.9.2',
  };
  const headsOf = async (isAsked: boolean): Promise<readonly unknown[]> => {
    const workbook = await workbookOf([{ ...payment, ...personal }], { personal: isAsked });
    const content = [...partsOf(workbook).values()].join('');
    for (const value of Object.values(personal)) expect(content.includes(value)).toBe(isAsked);
    const [heads = []] = await sheetOf(workbook, 'Transactions');
    return heads;
  };

  const [few, all] = [await headsOf(false), await headsOf(true)];
  expect(all.filter((head) => !few.includes(head))).toEqual([
    'Customer id',
    'Customer email',
    'Player ip',
    'Region',
    'Ip address',
    'Zip code',
    'Os type',
    'Os version',
    'Browser type',
    'Browser version',
  ]);
  expect(few).toContain('Country code');
});

test('an amount that a spreadsheet would round is exact, as a string', async () => {
  const large = { ...payment, amount_minor: Number.MAX_SAFE_INTEGER };
  const rows = await sheetOf(await workbookOf([large]), 'By currency');

  expect(rows[1]?.slice(0, 4)).toEqual(['USD', 'US Dollar', 1, '90071992547409.91']);
});

test('an amount in a currency outside ISO 4217 has no invented decimals', async () => {
  const rows = await sheetOf(await workbookOf([{ ...payment, currency_code: 'GEM' }]), 'By currency');

  expect(rows[1]?.slice(0, 3)).toEqual(['GEM', 1, '999 smallest units']);
});

test('a formula in a name is a string', async () => {
  const formula = '=HYPERLINK("https://evil.example","pay")';
  const workbook = await workbookOf([{ ...payment, offer_name: formula }]);
  const rows = await sheetOf(workbook, 'By offer');
  const files = [...partsOf(workbook)];
  const transactions = await sheetOf(workbook, 'Transactions');

  expect(rows[1]?.slice(0, 2)).toEqual(['offer-1', formula]);
  expect(files.length).toBeGreaterThan(8);
  expect(transactions[1]).toContain(formula);
  expect(files.filter(([, content]) => /<f[ >]/.test(content))).toEqual([]);
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
  const shown = (await sheetOf(workbook, 'By offer')).map(([name]) => name);
  expect(shown).toEqual(expect.arrayContaining([String.raw`\u0000`, String.raw`\ud83d`, String.raw`\ufffe`]));
});

test('the receipt is in the workbook', async () => {
  const rows = await sheetOf(await workbookOf([payment]), 'Receipt');

  expect(rows).toContainEqual(['SHA-256', receipt.file?.sha256]);
});

test('the same rows and receipt give the same workbook, at any time', async () => {
  const first = await workbookOf([payment, refund]);

  expect(Buffer.from(await workbookOf([payment, refund])).equals(first)).toBe(true);
  expect(partsOf(first).get('docProps/core.xml')).toContain('>2026-11-01T06:01:00Z</dcterms:modified>');
});

/** The XML of the sheet with this name. */
function xmlOf(workbook: Uint8Array, name: string): string {
  const parts = partsOf(workbook);
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(
    ([, one]) => one,
  );
  return parts.get(`xl/worksheets/sheet${names.indexOf(name) + 1}.xml`) ?? expect.fail(`no sheet ${name}`);
}

/** The font, the format and the alignment of the cell at a reference. */
function styleOf(workbook: Uint8Array, name: string, reference: string) {
  const styles = partsOf(workbook).get('xl/styles.xml') ?? '';
  const index = new RegExp(`<c r="${reference}"[^>]* s="(\\d+)"`).exec(xmlOf(workbook, name))?.[1];
  const formats = [
    ...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf .*?(?:\/>|<\/xf>)/gs),
  ];
  const [format = ''] = formats[Number(index)] ?? [];
  const id = /numFmtId="(\d+)"/.exec(format)?.[1];
  return {
    format: new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]+)"`).exec(styles)?.[1],
    horizontal: /horizontal="(\w+)"/.exec(format)?.[1],
  };
}

test('days are dates, shares are percentages, and amounts have the decimals of their currency', async () => {
  const dinar = { ...payment, currency_code: 'KWD', amount_minor: 1500 };
  const workbook = await workbookOf([payment, dinar, refund]);
  const days = await sheetOf(workbook, 'By day');
  const summary = await sheetOf(workbook, 'Summary');

  expect(days[1]?.[0]).toEqual(new Date('2026-10-01T00:00:00Z'));
  expect(styleOf(workbook, 'By day', 'A2').format).toBe('d mmm yyyy');
  expect(summary.find(([label]) => label === 'Refund rate')?.slice(0, 4)).toEqual(['Refund rate', 0.5, 1, 2]);
  const rate = summary.findIndex(([label]) => label === 'Refund rate') + 1;
  // Excel's own format 10 is 0.00%.
  expect(['0.00%', undefined]).toContain(styleOf(workbook, 'Summary', `B${rate}`).format);
  expect(styleOf(workbook, 'By currency', 'D2').format).toContain('#,##0.000;');
});

function previousOf(rows: readonly ReportRow[]) {
  return ofFile({ file: 'september.csv', totals: totalsOf(rows), receipt, currencyDigits: {} });
}

test('tables have a frozen head, a filter on their rows without the total, and columns that fit', async () => {
  const workbook = await workbookOf([payment, refund]);
  const days = xmlOf(workbook, 'By day');
  const transactions = xmlOf(workbook, 'Transactions');

  expect(days).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  // Three days below the head; the total is in row 5.
  expect(days).toContain('<autoFilter ref="A1:F4"/>');
  expect(transactions).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  expect(transactions).toMatch(/<dimension ref="A1:\w+3"\/>/);
  expect(transactions).toMatch(/<autoFilter ref="A1:\w+3"\/>/);
  const widths = [...xmlOf(workbook, 'Receipt').matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) =>
    Number(width),
  );
  // A type is as wide as its label, not as its name in the API.
  const disputes = await workbookOf([{ ...payment, type: 'dispute_funds_reinstated' }]);
  const [, type] = [...xmlOf(disputes, 'Transactions').matchAll(/<col [^>]*width="(\d+)"/g)];
  expect(Number(type?.[1])).toBeLessThan('dispute_funds_reinstated'.length);
  // A SHA-256 has 64 characters.
  expect(widths[1]).toBeGreaterThan(64);
});

test('every sheet prints in landscape on the width of a page; the transactions up to their amounts', async () => {
  const workbook = await workbookOf([payment, refund]);
  const parts = partsOf(workbook);
  const sheets = [...parts].filter(([name]) => name.startsWith('xl/worksheets/sheet'));
  const setups = sheets.map(([, xml]) => /<pageSetup [^>]*>/.exec(xml)?.[0]);

  expect(sheets.filter(([, xml]) => !xml.includes('<pageSetUpPr fitToPage="1"/>'))).toEqual([]);
  expect(setups).toHaveLength(12);
  expect(setups.filter((setup) => !setup?.includes('fitToWidth="1"'))).toEqual([]);
  // The receipt has two columns.
  expect(setups.filter((setup) => !setup?.includes('orientation="landscape"'))).toHaveLength(1);
  const names = parts.get('xl/workbook.xml') ?? '';
  const area = /Print_Area"[^>]*>'Transactions'!\$A\$1:\$(\w+)\$3</.exec(names)?.[1];
  // Without the quotes, Excel calls the workbook damaged.
  expect(names).toContain(`>'By day'!$1:$1<`);
  const [heads = []] = await sheetOf(workbook, 'Transactions');
  expect(heads[(area ?? '').charCodeAt(0) - 65]).toBe('Net, USD');
});

test('a long table prints without its footnotes, which would be a page of their own; a short one on one page', async () => {
  const methods = Array.from({ length: 80 }, (_, index) => ({
    ...payment,
    payment_method: `method ${index}`,
  }));
  const workbook = await workbookOf(methods);
  const names = partsOf(workbook).get('xl/workbook.xml') ?? '';

  // The heads, 80 rows and the total.
  expect(names).toContain(`>'By payment method'!$A$1:$F$82<`);
  expect(names).not.toContain(`>'By country'!$A$1`);
  expect(xmlOf(workbook, 'By country')).toContain('fitToHeight="1"');
  expect((await sheetOf(workbook, 'By payment method')).flat()).toContain('Names as the service sent them.');
});

test('changes since another file are in the summary', async () => {
  const workbook = await workbookOf([payment, payment], { options: { previous: previousOf([payment]) } });
  const summary = await sheetOf(workbook, 'Summary');

  expect(summary.find(([label]) => label === 'Gross, USD')?.slice(1, 5)).toEqual([19.98, 9.99, 9.99, 1]);
});

test('the sheet of transactions has every row, with dates, labels and exact amounts', async () => {
  const yen = { ...payment, currency_code: 'JPY', amount_minor: 1500, type: 'dispute_funds_withdrawn' };
  const large = { ...payment, amount_minor: Number.MAX_SAFE_INTEGER, timestamp: 'yesterday' };
  const gems = { ...payment, currency_code: 'GEM', offer_name: '<b>&"\u0000' };
  const [head = [], ...rows] = await sheetOf(await workbookOf([refund, yen, large, gems]), 'Transactions');
  const cells = rows.map((row) => Object.fromEntries(head.map((name, index) => [String(name), row[index]])));

  expect(cells).toMatchObject([
    {
      'Time (UTC)': new Date('2026-10-03T00:00:00Z'),
      Type: 'Refunded',
      'Transaction id': 'tx-0',
      'Gross, local': -9.99,
      'Net, USD': -8.99,
    },
    { 'Time (UTC)': new Date('2026-10-01T12:00:00Z'), Type: 'Dispute withdrawn', 'Gross, local': 1500 },
    { 'Time (UTC)': 'yesterday', 'Gross, local': '90071992547409.91' },
    { 'Gross, local': '999 smallest units', 'Offer name': String.raw`<b>&"\u0000` },
  ]);
});

test('a sheet with a part of the transactions says so above its head, and names the file that has them all', async () => {
  const workbook = await workbookOf([payment, refund], { total: 20_001 });
  const summary = await sheetOf(workbook, 'Summary');
  const [sentence, heads = [], ...rows] = await sheetOf(workbook, 'Transactions');
  const xml = xmlOf(workbook, 'Transactions');

  expect(sentence?.[0]).toBe(
    'Transactions has the first 2 of 20,001 transactions; october.csv has all of them. Every sum is of all of them.',
  );
  expect(summary.flat()).toContain(sentence?.[0]);
  expect(heads[0]).toBe('Time (UTC)');
  expect(rows).toHaveLength(2);
  expect(xml).toMatch(/<pane [^>]*ySplit="2"[^>]*state="frozen"/);
  expect(xml).toMatch(/<autoFilter ref="A2:\w+?4"\/>/);
  expect(partsOf(workbook).get('xl/workbook.xml')).toContain(`>'Transactions'!$1:$2<`);
});

test('what a workbook would decode is read back as it was', async () => {
  const id = '_x0041_';
  const { sheets } = await readXlsx(await workbookOf([{ ...payment, offer_name: id, type: id }]));

  for (const name of ['By offer', 'By type', 'Transactions'])
    expect(sheets.find((sheet) => sheet.name === name)?.rows.flat()).toContain(id);
});

test('a time without an offset is in UTC, wherever the workbook is written', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const [, row = []] = await sheetOf(
    await workbookOf([{ ...payment, timestamp: '2026-10-01T12:00:00' }]),
    'Transactions',
  );
  vi.unstubAllEnvs();

  expect(row[0]).toEqual(new Date('2026-10-01T12:00:00Z'));
});
