import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { formatMoment } from '../../../../src/cli/terminal/format.ts';
import type { Receipt } from '../../../../src/ledger/index.ts';
import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { runHere } from '../../run-here.ts';
import {
  createFolder,
  deliver,
  deliverRange,
  describe,
  encode,
  ledgerRows,
} from '../verify/delivered-file.ts';
import { said } from '../../../support/said.ts';

const rows = ledgerRows(50);
/** Every row has 0.01 US dollars. */
const financeOf = (count: number): string =>
  `id,usd\n${rows
    .slice(0, count)
    .map((row) => `${row.transactionDetails.id},0.01\n`)
    .join('')}`;

function sha256Of(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Reconciles a file with the finance system, by transaction id. */
function reconcile(folder: string, path: string, ...args: readonly string[]) {
  const columns = [
    '--id-column',
    'id',
    '--amount-column',
    'usd',
    '--match',
    'id',
    '--our-amount',
    'amount_usd',
  ];
  return runHere(
    ['reconcile', path, '--against', join(folder, 'finance.csv'), ...columns, ...args],
    `${folder}/`,
  );
}

async function writeReceipt(path: string, receipt: Receipt): Promise<void> {
  await writeFile(`${path}.receipt.json`, JSON.stringify(receipt));
}

test('days are those of the export without a flag, which is not saved', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  await writeFile(join(folder.path, 'finance.csv'), 'id,usd,day\nnone,0.01,2026-10-01\n');
  const days = ['--date-column', 'day', '--save-config', join(folder.path, 'c.json'), '--force'];
  await writeReceipt(path, { ...receipt, timeZone: 'Europe/Berlin' });
  const own = await reconcile(folder.path, path, ...days);
  const given = await reconcile(folder.path, path, ...days.slice(0, 2), '--time-zone', 'Asia/Tokyo');

  expect(own.out).toContain('\nDays in Europe/Berlin, those of the export\n');
  expect(given.out).toContain('\nDays in Asia/Tokyo\n');
  expect(await readFile(join(folder.path, 'c.json'), 'utf8')).not.toContain('timeZone');
  // Several zones: UTC, and it is said.
  const other = join(folder.path, 'other.csv');
  const later = ledgerRows(50).map((row) => ({
    ...row,
    timestamp: row.timestamp.replace('2026-10', '2026-11'),
    transactionDetails: { ...row.transactionDetails, id: `later-${row.transactionDetails.id}` },
  }));
  await deliverRange(other, later, { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' });
  const both = await reconcile(folder.path, path, other, ...days.slice(0, 2));
  expect(both.out).toContain(
    '\nDays in UTC, since the exports are of several zones: --time-zone names one\n',
  );
});

test.each(ledgerFormats)('a %s export that was cut from 50 to 29 rows is not reconciled', async (format) => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, format);
  await writeFile(join(folder.path, 'finance.csv'), financeOf(29));
  await writeFile(path, await encode(rows.slice(0, 29), format));
  const cut = await reconcile(folder.path, path, '--out', join(folder.path, 'out.csv'));
  await writeReceipt(path, { ...receipt, file: await describe(path, format) });
  const forged = await reconcile(folder.path, path);

  expect(cut).toMatchObject({ code: 3, out: '' });
  expect(cut.err).toMatch(
    /^publisher-commerce: october\.[\w.]+ differs from its receipt: SHA-256: expected [\da-f]{64}, found [\da-f]{64}\. Nothing was compared: run publisher-commerce verify to list the differences\n$/,
  );
  expect(forged).toMatchObject({ code: 3, out: '' });
  expect(forged.err).toContain(`october.${format} differs from its receipt: rows: expected 50, found 29. `);
});

test.each(ledgerFormats)(
  'a %s export that equals its receipt is reconciled without a warning',
  async (format) => {
    await using folder = await createFolder();
    const { path, receipt } = await deliver(folder.path, rows, format);
    await writeFile(join(folder.path, 'finance.csv'), financeOf(50));
    const moment = formatMoment(receipt.finishedAt);

    expect(await reconcile(folder.path, path)).toEqual({
      code: 0,
      out:
        `october.${format}: 50 rows, amount_usd by id\n` +
        `  October 2026, exported on ${moment}, SHA-256 ${receipt.file?.sha256}\n` +
        `finance.csv: 50 rows\n  SHA-256 ${sha256Of(financeOf(50))}\n` +
        'Equal sums by id and currency: 50\nEqual totals by currency: 1\nDifferences: 0\n',
      err: '',
    });
  },
);

test('an incomplete export is compared, but never agrees', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  await writeFile(join(folder.path, 'finance.csv'), financeOf(50));
  for (const change of [{ complete: false }, { totalCount: 51 }]) {
    await writeReceipt(path, { ...receipt, ...change });
    const { code, out } = await reconcile(folder.path, path);
    const { out: json } = await reconcile(folder.path, path, '--json');

    expect(code).toBe(3);
    expect(out).toContain(
      'Differences: 0\nIncomplete: the receipt says that the export does not contain every ',
    );
    expect(JSON.parse(json)).toMatchObject({ ledger: [{ complete: false }], different: 0 });
  }
});

test('a range that had not ended is compared with a warning', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  await writeFile(join(folder.path, 'finance.csv'), financeOf(50));
  await writeReceipt(path, { ...receipt, finishedAt: '2026-10-22T08:00:00.000Z', rangeEnded: false });
  const { code, out } = await reconcile(folder.path, path);
  const { out: json } = await reconcile(folder.path, path, '--json');

  expect(code).toBe(0);
  expect(out).toMatch(
    said('Differences: 0\nUnfinished: … 22 October 2026, 08:00 UTC, … 1 November 2026, 00:00 UTC'),
  );
  expect(JSON.parse(json)).toMatchObject({ ledger: [{ complete: true, rangeEnded: false }], different: 0 });
});

test('a file without a receipt is compared with a warning', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'csv');
  await writeFile(join(folder.path, 'finance.csv'), financeOf(50));
  await rm(`${path}.receipt.json`);
  const without = await reconcile(folder.path, path);
  const { out: json } = await reconcile(folder.path, path, '--json');

  expect(without.code).toBe(0);
  expect(without.out).toContain('Differences: 0\nNot verified: there is no receipt beside the file, ');
  expect(JSON.parse(json)).toMatchObject({ ledger: [{ verified: false, complete: null, rangeEnded: null }] });
});

test('the source of the export is printed', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  await writeReceipt(path, { ...receipt, source: 'game-a' });
  await writeFile(join(folder.path, 'finance.csv'), financeOf(50));

  const { out } = await reconcile(folder.path, path);

  expect(out).toContain('\n  October 2026 of game-a, exported on ');
});
