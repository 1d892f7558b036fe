import { expect, test } from 'vitest';

import { createReport } from '../../../../../src/cli/commands/report/create-report.ts';
import { renderPage } from '../../../../../src/cli/commands/report/render/render-page.ts';
import { controlCharactersIn, harmless, hostile } from '../../../../support/control-characters.ts';
import { ofFile, payment, receipt, refund, totalsOf } from '../report-rows.ts';

const markup = `<img src=x onerror=alert(1)>&"'`;
const escaped = '&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;';

function pageOf(changes: Partial<typeof payment>, file = 'october.csv'): string {
  const totals = totalsOf([{ ...payment, ...changes }, refund]);
  return renderPage(createReport(ofFile({ file, totals, receipt, currencyDigits: {} })));
}

test.each(['type', 'currency_code', 'country_code', 'payment_method', 'offer_name'])(
  'markup in %s is shown literally',
  (column) => {
    const page = pageOf({ [column]: markup });

    expect(page).not.toContain('<img');
    expect(page).toContain(escaped);
  },
);

test('markup in the name of the file is shown literally', () => {
  const page = pageOf({}, '<script>alert(1)<script>.csv');

  expect(page).not.toContain('<script');
  expect(page).toContain('&lt;script&gt;');
});

test('control characters, also those that turn the direction of text, are visible escapes', () => {
  const page = pageOf({ offer_name: hostile });

  expect(controlCharactersIn(page, true)).toEqual([]);
  expect(page).toContain(harmless);
});

test('a mark of direction in a name stays what it is, in the table and in the chart', () => {
  const page = pageOf({ offer_name: 'שקית\u200f (USD)\u200f' });

  expect(page).toContain('<bdi>שקית\u200f (USD)\u200f</bdi>');
  expect(page).not.toContain(String.raw`\u200f`);
});

test('a very long name is cut', () => {
  expect(pageOf({ offer_name: 'x'.repeat(100_000) })).not.toContain('x'.repeat(121));
});

test('the page has no script, and nothing in it can make a request', () => {
  const page = pageOf({});

  expect(page).toContain(
    `content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:;`,
  );
  expect(page).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|@import|url\(/i);
});

test('the same rows and receipt give the same bytes', () => {
  expect(pageOf({})).toBe(pageOf({}));
});

test('each table and chart has a name for screen readers', () => {
  const page = pageOf({});
  const tables = page.match(/<table>\n<caption id="([\w-]+)">/g) ?? [];
  const charts =
    page.match(/role="img"\saria-labelledby="[\w-]+-title"\saria-describedby="[\w-]+-desc"/g) ?? [];

  // Tax, refunds and disputes have a table only; this file has no refund, but an empty table of them.
  expect(tables).toHaveLength(9);
  expect(charts).toHaveLength(6);
});

test('gross, less tax and fees, is net: an equation only if it is true', () => {
  const operatorsOf = (page: string) => page.match(/(?<=<p class="operator">)[^<]+/g);

  expect(operatorsOf(pageOf({}))).toEqual(['less', 'less', 'is']);
  expect(operatorsOf(pageOf({ publisher_net_amount_usd_minor: 800 }))).toEqual(['less', 'less', 'is not']);
});

test('the labels below days are a week apart', () => {
  const month = { ...receipt, endDate: '2026-11-01T00:00:00.000Z' };
  const page = renderPage(
    createReport(
      ofFile({ file: 'october.csv', totals: totalsOf([payment]), receipt: month, currencyDigits: {} }),
    ),
  );

  expect(page.match(/(?<=<span class="label[^"]*">)\d[^<]*/g)).toEqual([
    '1 Oct',
    '8 Oct',
    '15 Oct',
    '22 Oct',
    '29 Oct',
  ]);
});

test('all others are a line below the bars, and never the highest of the description', () => {
  const methods = [1000, ...Array.from({ length: 13 }, () => 900)].map((amount, index) => ({
    ...payment,
    publisher_net_amount_usd_minor: amount,
    payment_method: `method ${index}`,
  }));
  const page = renderPage(
    createReport(ofFile({ file: 'october.csv', totals: totalsOf(methods), receipt, currencyDigits: {} })),
  );

  expect(page).toContain('<p class="others">4 others: $36.00</p>');
  expect(page).toContain('Highest: method 0, $10.00. Lowest: method 1, $9.00.');
});

test('markup in the title and the account is shown literally', () => {
  const totals = totalsOf([payment]);
  const report = createReport(ofFile({ file: 'october.csv', totals, receipt, currencyDigits: {} }), {
    title: markup,
    account: markup,
  });
  const page = renderPage(report);

  expect(page).not.toContain('<img');
  expect(page.split(escaped)).toHaveLength(1 + 3);
});

test('what the API calls a label is in the footnote, once', () => {
  const page = pageOf({ type: 'dispute_funds_withdrawn' });

  expect(page).toContain('Dispute withdrawn</bdi> <code>dispute_funds_withdrawn</code>');
  expect(page.split('<code>publisherNetAmountUsd</code>')).toHaveLength(2);
});

test('a long table is folded, and a short one is not', () => {
  const rows = Array.from({ length: 14 }, (_, index) => ({ ...payment, payment_method: `method ${index}` }));
  const page = renderPage(
    createReport(ofFile({ file: 'october.csv', totals: totalsOf(rows), receipt, currencyDigits: {} })),
  );

  expect(page.match(/<summary>[^<]*/g)).toEqual(['<summary>All 14 payment methods', '<summary>14 rows']);
});
