import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReport, type ReportSource } from '../../../../src/cli/commands/report/create-report.ts';
import { renderPage } from '../../../../src/cli/commands/report/render/render-page.ts';
import { ReportTotals } from '../../../../src/cli/commands/report/report-totals.ts';
import { PublisherClient } from '../../../../src/client/index.ts';
import { createReceipt, flatten, type MoneyField, type Receipt } from '../../../../src/ledger/index.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { startBrowser } from '../../../support/browser.ts';
import { ofFile, payment, totalsOf } from './report-rows.ts';

const browser = await startBrowser();
// Where none starts; `startBrowser` says why.
const inBrowser = test.skipIf(!browser);

let folder: string;
let address: string;
let receipt: Receipt;
let source: ReportSource;

/** A month of the sandbox, by default October: its totals, and its receipt, which other code adds up. */
async function monthOf(transactions: number, month = 10) {
  const [startDate = '', endDate = ''] = [month, month + 1].map(
    (number) => `2026-${String(number).padStart(2, '0')}-01T00:00:00Z`,
  );
  const range = { startDate, endDate };
  const period = { start: range.startDate, end: range.endDate };
  await using sandbox = createSandbox({ transactions, period });
  const client = new PublisherClient(sandbox.clientOptions);
  const collector = createReceipt(range, { baseUrl: client.baseUrl, environment: 'sandbox' });
  const totals = new ReportTotals();
  for await (const page of client.transactions.list({ ...range, limit: 1000 }).pages()) {
    for (const transaction of collector.add(page)) totals.add(flatten(transaction));
  }
  const own = collector.finish();
  return { receipt: own, source: ofFile({ file: 'october.csv', totals, receipt: own }) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
  ({ receipt, source } = await monthOf(3000));
  const file = join(folder, 'report.html');
  await writeFile(file, renderPage(createReport(source)));
  address = pathToFileURL(file).href;
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

interface View {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** Opens the report. @returns the page, every URL that it asked for, and what it wrote to the console */
async function open({ width = 1440, colorScheme = 'light' }: View = {}) {
  const page = await (browser ?? expect.fail('no browser')).newPage({
    viewport: { width, height: 900 },
    colorScheme,
  });
  const requests: string[] = [];
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.route('**/*', async (route) => {
    requests.push(route.request().url());
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  return { page, requests, messages, [Symbol.asyncDispose]: () => page.close() };
}

inBrowser('no request leaves the page, and its policy blocks nothing that it needs', async () => {
  await using opened = await open();
  const { page, requests, messages } = opened;

  expect(requests).toEqual([address]);
  expect(messages).toEqual([]);
  // Proves that a request would be counted, and that the policy stops it.
  await page.evaluate(() =>
    document.body.append(Object.assign(new Image(), { src: 'https://example.com/x.png' })),
  );
  await expect.poll(() => messages.join()).toContain('Content Security Policy');
  expect(requests).toEqual([address]);
});

/** The sum of a field over the receipt, as the page should show it. */
function expected(field: MoneyField): string {
  const cents = receipt.sums.reduce((sum, one) => sum + BigInt(one[field]), 0n);
  return (Number(cents) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

inBrowser('the cards equal the receipt', async () => {
  await using opened = await open();
  const figures = await opened.page.locator('#totals .figure').allTextContents();
  const fees = (['transactionFeeUsd', 'chargebackFeeUsd', 'currencyExchangeCostUsd'] as const)
    .flatMap((field) => receipt.sums.map((one) => Number(one[field])))
    .reduce((sum, cents) => sum + cents, 0);

  expect(receipt.rows).toBe(3000);
  expect(figures).toEqual([
    expected('amountUsd'),
    expected('totalTaxAmountUsd'),
    (fees / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
    expected('publisherNetAmountUsd'),
  ]);
});

/** The cells of the table of a section. */
function cellsOf(page: Page, id: string): Promise<string[][]> {
  return (
    page
      // The last table has every group.
      .locator(`#${id} table`)
      .last()
      .locator('tbody tr, tfoot tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent)),
      )
  );
}

inBrowser('every table adds up to its total', async () => {
  await using opened = await open();
  for (const id of ['days', 'countries', 'payment-methods', 'offers']) {
    const cells = await cellsOf(opened.page, id);
    const cents = cells.map((row) => BigInt((row.at(-1) ?? '').replace(/[,.]/g, '')));
    const total = cents.pop();

    expect([id, cents.reduce((sum, one) => sum + one, 0n)]).toEqual([id, total]);
  }
});

const views = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

inBrowser.each(views)('axe finds nothing at $width px, $colorScheme', async (view) => {
  await using opened = await open(view);
  await opened.page.evaluate(axe.source);
  const { violations, passes } = await opened.page.evaluate<axe.AxeResults>('axe.run()');

  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
});

inBrowser.each(views)('nothing overflows the screen at $width px, $colorScheme', async (view) => {
  await using opened = await open(view);
  const width = await opened.page.evaluate(() => document.documentElement.scrollWidth);

  expect(width).toBe(view.width);
});

inBrowser.each([2, 9, 10])('the days of month %i have room for their names on a phone', async (month) => {
  await using opened = await open({ width: 390 });
  const { source: days } = await monthOf(500, month);
  await opened.page.setContent(renderPage(createReport(days)));
  const { width, labels } = await opened.page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    labels: document.querySelectorAll('#days .label').length,
  }));

  expect(width).toBe(390);
  expect(labels).toBeGreaterThan(3);
});

inBrowser.each([1440, 1024, 390, 0])(
  'a large total stays on one line at %d px, and in print',
  async (width) => {
    const net = 900_000_000_000_000;
    const totals = totalsOf([{ ...payment, amount_usd_minor: net, publisher_net_amount_usd_minor: -net }]);
    await using opened = width === 0 ? await openPrint() : await open({ width });
    await opened.page.setContent(
      renderPage(createReport(ofFile({ file: 'october.csv', totals, receipt, currencyDigits: {} }))),
    );
    const figures = await opened.page.locator('#totals .figure').evaluateAll((all) =>
      all.map((one) => ({
        text: one.textContent,
        fits:
          one.scrollWidth <= one.clientWidth &&
          one.clientHeight < 2 * parseFloat(getComputedStyle(one).fontSize),
      })),
    );

    expect(figures[0]).toEqual({ text: '$9,000,000,000,000.00', fits: true });
    expect(figures.filter(({ fits }) => !fits)).toEqual([]);
  },
);

inBrowser('the length of a bar is its share of the longest', async () => {
  await using opened = await open();
  const bars = await opened.page.locator('#currencies li').evaluateAll((all) =>
    all.map((one) => ({
      sum: Number(one.querySelector('.sum')?.textContent.replaceAll(/[$,]/g, '')),
      width: one.querySelector('i')?.getBoundingClientRect().width ?? 0,
    })),
  );
  const longest = bars.toSorted((a, b) => b.sum - a.sum)[0];

  expect(bars.length).toBeGreaterThan(2);
  for (const { sum, width } of bars) {
    expect(width / (longest?.width ?? 0)).toBeCloseTo(sum / (longest?.sum ?? 0), 2);
  }
});

/** The width of A4 between its margins, in CSS pixels. */
const paperWidth = 688;

async function openPrint(html?: string) {
  const opened = await open({ colorScheme: 'dark' });
  if (html !== undefined) await opened.page.setContent(html);
  await opened.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await opened.page.setViewportSize({ width: paperWidth, height: 1000 });
  return opened;
}

inBrowser('print has a white page without navigation, and no table is cut', async () => {
  await using opened = await openPrint();
  const { page } = opened;

  expect(await page.locator('nav').isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(paperWidth);
});

inBrowser('print opens long tables, and has the full ones with --full only', async () => {
  await using short = await openPrint();
  await using full = await openPrint(renderPage(createReport(source, { full: true })));
  // Of what is folded, the box has no size.
  const heightOf = async ({ page }: { readonly page: Page }, selector: string) =>
    (await page.locator(selector).boundingBox())?.height ?? 0;

  expect(await heightOf(short, '#days table')).toBeGreaterThan(400);
  expect(await heightOf(short, '#currencies details table')).toBe(0);
  expect(await heightOf(full, '#currencies details table')).toBeGreaterThan(400);
});

inBrowser(
  'print numbers its pages, repeats the heads of tables and keeps headings with what follows',
  async () => {
    await using opened = await openPrint();
    const rules = await opened.page.evaluate(() =>
      [...document.styleSheets]
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .join('\n'),
    );

    // Chromium leaves out of a rule what it does not know.
    expect(rules).toMatch(/@bottom-right \{[^}]*counter\(page\) " \/ " counter\(pages\)/);
    const display = await opened.page
      .locator('#days thead')
      .evaluate((head) => getComputedStyle(head).display);
    expect(display).toBe('table-header-group');
    const after = await opened.page
      .locator('h2')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakAfter));
    expect(new Set(after)).toEqual(new Set(['avoid']));
    // Room for a head and two rows before a table may begin, and a total with the last row.
    const room = await opened.page.locator('#days .scroll').evaluate((table) => {
      const { height, marginBottom, breakInside } = getComputedStyle(table, '::before');
      return [breakInside, ...[height, marginBottom].map((length) => Math.round(parseFloat(length)))];
    });
    expect(room).toEqual(['avoid', 75, -75]);
    const total = await opened.page
      .locator('tfoot tr')
      .first()
      .evaluate((row) => getComputedStyle(row).breakBefore);
    expect(total).toBe('avoid');
  },
);

inBrowser('a month of 1,000 rows is seven pages at most, with a comparison too', async () => {
  const { source: file } = await monthOf(1000);
  for (const options of [{}, { previous: file }]) {
    await using opened = await open();
    await opened.page.setContent(renderPage(createReport(file, options)));
    const pdf = (await opened.page.pdf({ format: 'A4' })).toString('latin1');

    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(7);
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThanOrEqual(3);
  }
});
