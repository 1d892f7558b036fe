import { existsSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from './run-reconcile.ts';
import { said } from '../../../support/said.ts';

const october = ledgerOf([{ order: 'a', amount: 123_450, timestamp: '2026-10-31T22:30:00.000Z' }]);
const finance = 'Beleg;Betrag;Datum\na;1.234,50;31.10.2026\n';
const flags = [
  ...['--id-column', 'Beleg', '--amount-column', 'Betrag', '--date-column', 'Datum'],
  ...['--decimal', ',', '--thousands', '.', '--date-format', 'DD.MM.YYYY', '--time-zone', 'Europe/Berlin'],
  ...['--skip-last', '0', '--where', 'Beleg != ""', '--match', 'orderId'],
];

test('--save-config writes the flags, and --config reads the next month with them', async () => {
  const files = createFiles(october, finance);
  const config = files.file('reconcile.json');
  const saved = await files.reconcile([...flags, '--save-config', config]);
  writeFileSync(files.file('finance.csv'), finance.replace('50;', '49;'));
  const read = await files.reconcile(['--config', config]);

  expect(saved.code).toBe(0);
  expect(saved.out).toContain('The flags are in reconcile.json: next month, use --config reconcile.json\n');
  expect(JSON.parse(files.read('reconcile.json'))).toEqual({
    version: 1,
    idColumn: 'Beleg',
    amountColumn: 'Betrag',
    dateColumn: 'Datum',
    match: 'orderId',
    skipLast: 0,
    where: ['Beleg != ""'],
    decimal: ',',
    thousands: '.',
    dateFormat: 'DD.MM.YYYY',
    timeZone: 'Europe/Berlin',
  });
  expect(read.out).toContain('Differences: 2 (1 amount, 1 day)\n');
});

test('no file of the month is in the settings', async () => {
  const files = createFiles(october, finance);
  const names = ['--save-config', 'reconcile.json', '--out', 'out.csv'];
  await files.reconcile([
    ...flags,
    ...names.map((name) => (name.startsWith('--') ? name : files.file(name))),
  ]);

  expect(files.read('reconcile.json')).not.toMatch(/ledger|finance\.csv|out\.csv/);
});

test('flags take precedence over the settings', async () => {
  const files = createFiles(october, finance.replace('1.234,50', '1,234.50'));
  writeFileSync(
    files.file('reconcile.json'),
    JSON.stringify({
      version: 1,
      idColumn: 'Beleg',
      amountColumn: 'x',
      decimal: ',',
      thousands: '.',
      header: true,
    }),
  );
  const overriding = ['--amount-column', 'Betrag', '--decimal', '.', '--thousands', ','];

  expect(await files.reconcile(['--config', files.file('reconcile.json'), ...overriding])).toMatchObject({
    code: 0,
  });
});

test('a table without a row of names stays one in the next month', async () => {
  const files = createFiles(october, 'a;1234.50\n');
  const config = files.file('reconcile.json');
  const columns = ['--id-column', '1', '--amount-column', '2', '--no-header', '--save-config', config];

  expect(await files.reconcile(columns)).toMatchObject({ code: 0 });
  expect(JSON.parse(files.read('reconcile.json'))).toMatchObject({ header: false });
  expect(await files.reconcile(['--config', config])).toMatchObject({ code: 0 });
});

test.each([
  ['{"version":1,"decimel":","}', 'decimel: unknown setting; did you mean decimal?'],
  ['{"version":2}', 'version: must be 1, the version of this form'],
  ['{}', 'version: is required, and must be 1, the version of this form'],
  ['{"version":1,"decimal":";"}', 'decimal: '],
  ['{"version":1,"skipFirst":"2"}', 'skipFirst: '],
  ['{"version":1,"skipFirst":-1}', 'skipFirst: must not be negative'],
  ['{"version":1,"tolerance":"1e2"}', 'tolerance: must be a decimal, such as 0.01'],
  ['{"version":1,"where":"a = b"}', 'where: … ["account = 8400"]'],
  ['[]', 'the file: … { "version": 1, '],
  ['{"version":1,', 'cannot be read: '],
])('the settings %s are wrong usage', async (content, problem) => {
  const files = createFiles(october, finance);
  writeFileSync(files.file('reconcile.json'), content);
  const { code, err } = await files.reconcile(['--config', files.file('reconcile.json')]);

  expect(err).toContain('publisher-commerce: --config: reconcile.json');
  expect(err).toMatch(said(problem));
  expect(code).toBe(2);
});

test('settings that do not exist are wrong usage, and those that exist are replaced with --force only', async () => {
  const files = createFiles(october, finance);
  const config = files.file('reconcile.json');
  const missing = await files.reconcile(['--config', config]);
  await files.reconcile([...flags, '--save-config', config]);
  const again = await files.reconcile([...flags, '--save-config', config]);
  const forced = await files.reconcile(['--config', config, '--save-config', config, '--force']);
  const ledger = await files.reconcile([...flags, '--save-config', files.file('ledger.jsonl'), '--force']);

  expect(missing.err).toMatch(said('--config: reconcile.json … ENOENT'));
  expect(again.err).toContain('--save-config: reconcile.json already exists');
  expect(ledger.err).toContain('--save-config: ');
  expect([missing.code, again.code, forced.code, ledger.code]).toEqual([2, 2, 0, 2]);
});

test('nothing is saved if a flag is wrong', async () => {
  const files = createFiles(october, finance);
  await files.reconcile([...flags, '--id-column', 'none', '--save-config', files.file('reconcile.json')]);

  expect(existsSync(files.file('reconcile.json'))).toBe(false);
});
