import { expect, test } from 'vitest';

import { createReport } from '../../../../src/cli/commands/report/create-report.ts';
import type { ReportRow } from '../../../../src/cli/commands/report/groups/groupings.ts';
import { renderPage } from '../../../../src/cli/commands/report/render/render-page.ts';
import { figureOf, ofFile, payment, receipt, refund, totalsOf } from './report-rows.ts';

const september = {
  ...receipt,
  startDate: '2026-09-01T00:00:00.000Z',
  endDate: '2026-10-01T00:00:00.000Z',
};

function reportOf(rows: readonly ReportRow[], earlier: readonly ReportRow[], earlierReceipt = september) {
  const previous = ofFile({
    file: '/data/september.csv',
    totals: totalsOf(earlier),
    receipt: earlierReceipt,
    currencyDigits: {},
  });
  return createReport(ofFile({ file: 'october.csv', totals: totalsOf(rows), receipt, currencyDigits: {} }), {
    previous,
  });
}

test('each total is compared with the earlier one, in money and percent', () => {
  const comparison = figureOf(reportOf([payment, payment, payment], [payment, payment]), 'comparison');
  const money = (amount: bigint) => ({ kind: 'money', amount, digits: 2 });

  expect(comparison.title).toBe('Compared with September 2026');
  expect(comparison.table?.columns.map(({ label }) => label)).toEqual([
    'Total',
    '1–3 October 2026',
    'September 2026',
    'Change',
    'Change, %',
  ]);
  expect(comparison.table?.rows.map(([, ...cells]) => cells)).toEqual([
    [
      { kind: 'count', count: 3 },
      { kind: 'count', count: 2 },
      { kind: 'count', count: 1 },
      { kind: 'percent', share: { numerator: 1n, denominator: 2n } },
    ],
    [
      money(2997n),
      money(1998n),
      money(999n),
      { kind: 'percent', share: { numerator: 999n, denominator: 1998n } },
    ],
    [
      money(300n),
      money(200n),
      money(100n),
      { kind: 'percent', share: { numerator: 100n, denominator: 200n } },
    ],
    [money(150n), money(100n), money(50n), { kind: 'percent', share: { numerator: 50n, denominator: 100n } }],
    [
      money(2547n),
      money(1698n),
      money(849n),
      { kind: 'percent', share: { numerator: 849n, denominator: 1698n } },
    ],
  ]);
});

test('a rise from a negative amount is a positive percentage', () => {
  const { cards } = figureOf(reportOf([payment], [refund]), 'totals');

  // From -$8.99 to $8.49.
  expect(cards?.at(-1)?.lines).toEqual(['+$17.48 (+194.44%) since September 2026']);
});

test('the cards show the change with its sign, and no percentage of nothing', () => {
  expect(renderPage(reportOf([payment], [payment, payment]))).toContain(
    '>-$9.99 (-50.00%) since September 2026<',
  );
  expect(renderPage(reportOf([payment, payment], [payment]))).toContain(
    '>+$9.99 (+100.00%) since September 2026<',
  );
  const fromNothing = renderPage(reportOf([payment], []));
  expect(fromNothing).toContain('>+$9.99 since September 2026<');
  expect(fromNothing).toContain('<td>n/a</td>');
});

test('what qualifies the earlier file qualifies the comparison', () => {
  const { notices } = reportOf([payment], [payment], { ...september, complete: false });

  expect(notices).toContainEqual({
    kind: 'warning',
    text: expect.stringMatching(/^september\.csv, compared with: Incomplete/) as unknown,
  });
});

test('both sides are named by range and time of export, in the heads too if the range is the same', () => {
  const earlier = { ...receipt, finishedAt: '2026-11-01T06:00:00.000Z' };
  const comparison = figureOf(reportOf([payment], [payment], earlier), 'comparison');
  const before = '1–3 October 2026 of api.example.com, exported on 1 November 2026, 06:00 UTC';

  expect(comparison.title).toBe(`Compared with ${before}`);
  expect(comparison.table?.columns.map(({ label }) => label)[2]).toBe(before);
  expect(comparison.note).toContain(`september.csv: ${before}. `);
  expect(figureOf(reportOf([payment], [payment]), 'comparison').note).toMatch(
    /^october\.csv: 1–3 October 2026 of .*, exported on .*\. september\.csv: September 2026 of .*, exported on /,
  );
});

test('an earlier month of another service is not compared without a warning', () => {
  const sandbox = { ...september, origin: null, source: null, environment: 'sandbox' as const };
  const { notices } = reportOf([payment], [payment], sandbox);

  expect(notices.map(({ kind, text }) => `${kind}: ${text}`)).toContainEqual(
    expect.stringMatching(
      /^warning: september\.csv, compared with: It is from another service: Exported on .* from the built-in sandbox\.$/,
    ),
  );
  expect(reportOf([payment], [payment]).notices).toEqual([
    expect.objectContaining({ kind: 'ok' }),
    { kind: 'warning', text: 'The compared range has 30 days, and this report 3 days.' },
  ]);
});

test('an earlier month of another source on the same address is not compared without a warning', () => {
  const { notices } = reportOf([payment], [payment], { ...september, source: 'game-b' });

  expect(notices).toContainEqual({
    kind: 'warning',
    text: 'september.csv, compared with: It is of another source: game-b, and not api.example.com.',
  });
});

test('a range that overlaps, and months of another zone, qualify the comparison', () => {
  const earlier = {
    ...receipt,
    startDate: '2026-09-02T22:00:00.000Z',
    endDate: '2026-10-02T22:00:00.000Z',
    timeZone: 'Europe/Berlin',
  };
  const texts = reportOf([payment], [payment], earlier).notices.map(({ text }) => text);

  expect(texts).toContain('The compared range overlaps the one of this report.');
  expect(texts).toContain('The compared months are in Europe/Berlin, and those of this report in UTC.');
  // An export again of one month is what late rows are found with.
  const again = reportOf([payment], [payment], receipt).notices.map(({ text }) => text);
  expect(again.filter((text) => text.startsWith('The compared'))).toEqual([]);
});
