import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readCsv } from '../../../../src/cli/ledger-files/formats/csv.ts';
import { ledgerColumns } from '../../../../src/ledger/index.ts';

test('a column that occurs twice is an error: its values could differ', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'csv-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.csv');
  writeFileSync(path, `${[...ledgerColumns.map(({ name }) => name), 'amount_minor'].join(',')}\n`);

  await expect(readCsv(path, ['timestamp']).next()).rejects.toMatchObject({
    name: 'UnreadableFileError',
    message: 'the column "amount_minor" occurs twice',
  });
});

test('a file that a spreadsheet has saved with semicolons is told by its columns, not by its rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'csv-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.csv');
  const names = ledgerColumns.map(({ name }) => name);
  writeFileSync(path, `${names.join(';')}\r\n${names.map(() => '"a ""b"""').join(';')}\r\n`);

  await expect(readCsv(path, ['timestamp']).next()).rejects.toThrow(
    'the column timestamp is missing. If --columns or another program has left it out, export it again',
  );
});
