import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import readWorkbook from 'read-excel-file/node';
import { expect, onTestFinished, test, vi } from 'vitest';

import { formatMoment } from '../../../../src/cli/terminal/format.ts';
import { runHere } from '../../run-here.ts';
import { createFolder, deliver, ledgerRows } from '../verify/delivered-file.ts';

/** Rows of four currencies, of which finance has the US dollars, with a total below. */
const rows = ledgerRows(40);
const usd = rows.filter(({ transactionDetails }) => transactionDetails.currencyCode === 'USD');
const lines = usd.map(({ transactionDetails: { id, amount } }) => `${id},${(amount / 100).toFixed(2)},USD`);
const finance = ['id,total,ccy', ...lines, 'x,1.00,CHF', ',,Total', ''].join('\n');

/** The settings of a month, as a colleague has saved them. */
const config = {
  version: 1,
  idColumn: 'id',
  amountColumn: 'total',
  currencyColumn: 'ccy',
  match: 'id',
  ledgerCurrency: ['USD'],
  where: ['ccy != CHF'],
  skipLast: 1,
};

async function createMonth(folder: string) {
  const { path, receipt } = await deliver(folder, rows, 'csv');
  await writeFile(`${path}.receipt.json`, JSON.stringify({ ...receipt, source: 'game-a' }));
  await writeFile(join(folder, 'finance.csv'), finance);
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  const reconcile = (...args: readonly string[]) =>
    runHere(
      [
        'reconcile',
        path,
        '--against',
        join(folder, 'finance.csv'),
        '--config',
        join(folder, 'config.json'),
        ...args,
      ],
      `${folder}/`,
    );
  return { path, receipt, reconcile, out: join(folder, 'out.csv') };
}

function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

test('a CSV has JSON beside it, which says what was compared, with the settings of the config too', async () => {
  await using folder = await createFolder();
  const { path, receipt, reconcile, out } = await createMonth(folder.path);
  const { code } = await reconcile('--out', out, '--tolerance', '0.01');

  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(`${out}.json`, 'utf8'))).toMatchObject({
    ledger: [
      {
        file: path,
        sha256: sha256Of(readFileSync(path)),
        source: 'game-a',
        startDate: '2026-10-01T00:00:00.000Z',
        endDate: '2026-11-01T00:00:00.000Z',
        exportedAt: receipt.finishedAt,
        rows: 40,
        compared: 10,
        leftOut: { ledgerCurrency: 30, ledgerType: 0 },
        verified: true,
        complete: true,
        rangeEnded: receipt.rangeEnded,
      },
    ],
    finance: [
      {
        sha256: sha256Of(finance),
        rows: 12,
        compared: 10,
        leftOut: { where: 1, skipLast: 1 },
      },
    ],
    settings: {
      idColumn: 'id',
      match: 'id',
      ourAmount: 'amount',
      tolerance: '0.01',
      ledgerCurrency: ['USD'],
      where: ['ccy != CHF'],
      skipLast: 1,
    },
    different: 0,
  });
});

test('the same files and command have the same result a year later, but for the time', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-03T08:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await using folder = await createFolder();
  const { reconcile, out } = await createMonth(folder.path);
  await writeFile(join(folder.path, 'finance.csv'), finance.replace('0.99', '0.98'));
  const result = async () => {
    expect(await reconcile('--out', out, '--force')).toMatchObject({ code: 3 });
    return { csv: readFileSync(out, 'utf8'), json: readFileSync(`${out}.json`, 'utf8') };
  };
  const first = await result();
  vi.setSystemTime(Date.parse('2027-11-03T08:00:00Z'));
  const second = await result();

  expect(second.csv).toBe(first.csv);
  expect(first.json).toContain('"comparedAt": "2026-11-03T08:00:00.000Z"');
  expect(second.json).toBe(first.json.replace('2026-11-03T08:00:00.000Z', '2027-11-03T08:00:00.000Z'));
});

test('a workbook has a sheet that says what was compared', async () => {
  await using folder = await createFolder();
  const { path, receipt, reconcile } = await createMonth(folder.path);
  await reconcile('--out', join(folder.path, 'out.xlsx'));
  const sheets = await readWorkbook(join(folder.path, 'out.xlsx'));
  const evidence = sheets.find(({ sheet }) => sheet === 'Evidence')?.data ?? [];

  for (const line of [
    ['Result', 'Differences: 0'],
    [
      'Result',
      'Currencies that are not compared, with rows of ledger and finance: GOLD (10, 0), JPY (10, 0), KWD (10, 0)',
    ],
    ['File', path],
    ['SHA-256', receipt.file?.sha256],
    ['Export', `October 2026 of game-a, exported on ${formatMoment(receipt.finishedAt)}`],
    ['Rows', '10 of 40 rows (left out: 30 by --ledger-currency USD)'],
    ['SHA-256', sha256Of(finance)],
    ['Rows', "10 of 12 rows (left out: 1 by --where 'ccy != CHF', 1 by --skip-last 1)"],
    ['--id-column', 'id'],
    ['--match', 'id'],
    ['--ledger-currency', 'USD'],
    ['--no-header', 'no'],
  ])
    expect(evidence).toContainEqual(line);
});

test('the evidence of an earlier result is replaced with --force only, as the result is', async () => {
  await using folder = await createFolder();
  const { reconcile, out } = await createMonth(folder.path);
  await reconcile('--out', out);
  rmSync(out);
  const { code, err } = await reconcile('--out', out);

  expect(code).toBe(2);
  expect(err).toContain('--out: out.csv.json already exists');
  expect(await reconcile('--out', out, '--force')).toMatchObject({ code: 0 });
});
