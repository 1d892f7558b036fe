import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';

import { runHere } from '../../run-here.ts';
import { payment } from './report-rows.ts';

test('a workbook lists 20,000 transactions, and every figure is of all of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file, workbook] = [join(folder, 'large.csv'), join(folder, 'large.xlsx')];
  const row = { ...payment, transaction_id: 'tx-1' };
  const line = `${Object.values(row).join(',')}\r\n`;
  await writeFile(file, `${Object.keys(row).join(',')}\r\n${line.repeat(20_001)}`);
  const { code, err } = await runHere(['report', file, '--out', workbook]);
  const parts = unzipSync(await readFile(workbook));
  const sheet = Buffer.from(parts['xl/worksheets/sheet12.xml'] ?? []).toString();
  const strings = Buffer.from(parts['xl/sharedStrings.xml'] ?? []).toString();

  const sentence = 'Transactions has the first 20,000 of 20,001 transactions; large.csv has all of them';
  expect(code).toBe(0);
  expect(err).toContain('report of 20,001 transactions\nNet 169,808.49 USD\n');
  expect(err).toContain(`\n${sentence}\n`);
  // Below the sentence and the names of the columns.
  expect(sheet.match(/<row /g)).toHaveLength(2 + 20_000);
  expect(strings).toContain(`${sentence}. Every sum is of all of them.`);
});
