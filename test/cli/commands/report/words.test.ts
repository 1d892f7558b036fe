import { expect, test } from 'vitest';

import { createReport } from '../../../../src/cli/commands/report/create-report.ts';
import { renderPage } from '../../../../src/cli/commands/report/render/render-page.ts';
import { ofFile, payment, receipt, refund, totalsOf } from './report-rows.ts';

test('the words of a report, with and without a receipt, are those of words.txt, where each text stands once', async () => {
  const disputed = { ...refund, type: 'dispute_funds_withdrawn' };
  const totals = totalsOf([payment, payment, refund, disputed]);
  const texts = new Set<string>();
  for (const own of [receipt, { ...receipt, environment: 'sandbox' as const, complete: false }, undefined]) {
    const page = renderPage(createReport(ofFile({ file: 'october.csv', totals, receipt: own })));
    for (const one of page.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '').split(/<[^>]*>/))
      if (/[a-z]{2,} [a-z]{2,}/i.test(one)) texts.add(one.replaceAll(/\s+/g, ' ').trim());
  }

  await expect([...texts].join('\n')).toMatchFileSnapshot('words.txt');
});
