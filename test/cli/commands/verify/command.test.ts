import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { formatReceipt } from '../../../../src/cli/ledger-files/receipt-file.ts';
import { ledgerColumns, type Receipt } from '../../../../src/ledger/index.ts';
import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { runHere } from '../../run-here.ts';
import { createFolder, deliver, deliverRange, encode, ledgerRows } from './delivered-file.ts';
import { said } from '../../../support/said.ts';

const rows = ledgerRows(250);

test.each(ledgerFormats)(
  'a %s file that agrees is confirmed with what was compared, and its hash',
  async (format) => {
    await using folder = await createFolder();
    const { path, receipt } = await deliver(folder.path, rows, format);
    const exported = { ...receipt, finishedAt: '2026-11-22T11:28:59.999Z' };
    await writeFile(`${path}.receipt.json`, JSON.stringify(exported));

    const { out, ...rest } = await runHere(['verify', path], `${folder.path}/`);
    expect(rest).toEqual({ code: 0, err: '' });
    expect(out).toMatch(said(`october.${format} … unchanged … 22 November 2026, 11:28 UTC, … all 250`));
    expect(out).toContain(`\nOctober 2026\nNet 2.50 USD\nSHA-256 ${receipt.file?.sha256}\n`);
  },
);

test('a receipt that was edited is named, one that was only written again in another form is not', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  const written = JSON.parse(formatReceipt(receipt)) as Receipt;
  await writeFile(`${path}.receipt.json`, JSON.stringify(written));
  expect(await runHere(['verify', path, '--quiet'])).toEqual({ code: 0, out: '', err: '' });

  const edited = { ...written, endDate: '2026-12-01T00:00:00.000Z' };
  await writeFile(`${path}.receipt.json`, JSON.stringify(edited));
  for (const args of [
    ['verify', path],
    ['report', path, '--out', join(folder.path, 'a.html')],
  ])
    expect(await runHere(args, `${folder.path}/`)).toMatchObject({
      code: 3,
      err:
        'publisher-commerce: october.csv.receipt.json has changed since it was written: its fields do not have its ' +
        'SHA-256\n',
    });
});

test('--json prints the differences and the receipt, and nothing else', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  const good = await runHere(['verify', path, '--json']);
  await writeFile(path, await encode(rows.slice(0, 249), 'csv'));
  const bad = await runHere(['verify', path, '--json']);

  expect(JSON.parse(good.out)).toEqual({ file: path, agrees: true, receipt, differences: [] });
  expect(good).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(bad.out)).toMatchObject({
    file: path,
    agrees: false,
    receipt,
    differences: expect.arrayContaining([{ what: 'rows', expected: '250', found: '249' }]) as unknown,
  });
  expect(bad).toMatchObject({ code: 3, err: '' });
});

test('--quiet prints nothing if the file agrees, and the differences if it does not', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'csv');
  const good = await runHere(['verify', path, '--quiet']);
  await writeFile(path, await encode(rows.slice(0, 249), 'csv'));

  expect(good).toEqual({ code: 0, out: '', err: '' });
  expect(await runHere(['verify', path, '--quiet'])).toEqual(await runHere(['verify', path]));
});

test('a difference is named with currency and type, its amounts in major units with their currency', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows.slice(0, 3), 'csv');
  const content = await readFile(path, 'utf8');
  // KWD has three decimals.
  expect(content).toContain(',KWD,€,0.299,299,');
  await writeFile(path, content.replace(',KWD,€,0.299,299,', ',KWD,€,1234.300,1234300,'));
  const { code, out } = await runHere(['verify', path], `${folder.path}/`);

  expect(code).toBe(3);
  expect(out).toMatch(
    /^october\.csv differs from its receipt:\n {2}SHA-256: expected [0-9a-f]{64}, found [0-9a-f]{64}\n/,
  );
  expect(
    out
      .split('\n')
      .filter((line) => line.startsWith('│'))
      .map(cellsOf),
  ).toEqual([
    ['Currency', 'Type', 'Total', 'Expected', 'Found'],
    ['KWD', 'paid', 'Gross, local', '0.299 KWD', '1,234.300 KWD'],
  ]);
});

test.each([
  ['another name', 'b.csv', 'October', 10],
  ['a range that has no row of it', 'a.csv', 'September', 9],
])('whether a receipt with %s is of another file is asked first', async (_, name, label, month) => {
  await using folder = await createFolder();
  const path = join(folder.path, name);
  const monthOf = (start: number) => ({
    startDate: new Date(Date.UTC(2026, start - 1)).toISOString(),
    endDate: new Date(Date.UTC(2026, start)).toISOString(),
  });
  const others = rows.slice(1).map((row) => ({
    ...row,
    timestamp: row.timestamp.replace(/^2026-10/, monthOf(month).startDate.slice(0, 7)),
  }));
  await deliverRange(join(folder.path, 'a.csv'), others, monthOf(month), { source: 'game-a' });
  await rename(join(folder.path, 'a.csv.receipt.json'), `${path}.receipt.json`);
  // As many rows, the first of them another one.
  await writeFile(path, await encode(rows.slice(0, -1), 'csv'));
  const { code, out } = await runHere(['verify', path], `${folder.path}/`);

  expect(code).toBe(3);
  expect(out.split('\n').slice(0, 2)).toEqual([
    `${name} differs from its receipt:`,
    `  the receipt is of a.csv, ${label} 2026 of game-a: is it that of this file?`,
  ]);
});

test('that the rows of a changed Parquet file were not compared is said', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'parquet');
  await writeFile(path, await encode(rows.slice(1), 'parquet'));
  const { code, out } = await runHere(['verify', path], `${folder.path}/`);

  expect(code).toBe(3);
  expect(out).toMatch(
    /^october\.parquet differs from its receipt:\n {2}SHA-256: .*\n {2}bytes: .*\n {2}its rows were not compared\n$/,
  );
});

function cellsOf(line: string): string[] {
  return line
    .split('│')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test('a terminal shows the first 20 sums, and how many are left', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'csv');
  await writeFile(path, await encode([], 'csv'));
  const { out } = await runHere(['verify', path]);
  const { out: json } = await runHere(['verify', path, '--json']);
  const { differences } = JSON.parse(json) as { differences: { what: string }[] };
  const sums = differences.filter(({ what }) => what === 'sum').length;

  // Four currencies, each as `paid` and `refund`, have rows and eight sums: all are missing.
  expect(sums).toBe(4 * 2 * 9);
  expect(out.split('\n').filter((line) => line.startsWith('│'))).toHaveLength(1 + 20);
  expect(out).toContain(`\n… and 52 more; --json prints all of them\n`);
});

test('columns that differ are named', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'csv');
  const content = (await encode(rows, 'csv')).toString();
  await writeFile(path, content.replace('customer_email', 'customer_mail'));
  const unknown = await runHere(['verify', path]);
  await writeFile(path, content.replace('zip_code,os_type', 'os_type,zip_code'));
  const swapped = await runHere(['verify', path]);

  const kept = ledgerColumns.filter(({ name }) => name !== 'zip_code' && name !== 'products');
  await writeFile(path, await encode(rows, 'csv', kept));
  const missing = await runHere(['verify', path]);

  expect(missing.out).toContain('  columns: missing zip_code, products\n');
  expect(unknown.out).toContain('  it cannot be read: the column "customer_mail" is unknown\n');
  expect(swapped.out).toContain('  columns: in another order\n');
});

test('control characters of a file are not sent to the terminal', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'jsonl');
  const [first] = rows;
  const type = '\u001B[2Jpaid';
  const forged = { ...first, transactionDetails: { ...first?.transactionDetails, type } };
  await appendFile(path, `${JSON.stringify(forged)}\n`);
  const { code, out } = await runHere(['verify', path]);

  expect(code).toBe(3);
  expect(out).not.toContain('\u001B');
  expect(out).toContain(String.raw`\u001b[2Jpaid`);
});

test('several files are verified one after another, and one that differs decides the exit code', async () => {
  await using folder = await createFolder();
  const paths: string[] = [];
  for (const format of ledgerFormats) paths.push((await deliver(folder.path, rows, format)).path);
  const good = await runHere(['verify', ...paths], `${folder.path}/`);
  await writeFile(paths[1] ?? '', await encode(rows.slice(1), 'csv'));
  const bad = await runHere(['verify', ...paths, '--quiet'], `${folder.path}/`);
  const one = await runHere(['verify', ...paths, '--receipt', `${paths[0]}.receipt.json`]);

  expect(good.code).toBe(0);
  expect(good.out.match(/^october\.[\w.]+ is unchanged/gm)).toEqual(
    ledgerFormats.map((format) => `october.${format} is unchanged`),
  );
  expect(bad.code).toBe(3);
  expect(bad.out).toMatch(/^october\.csv differs from its receipt:\n/);
  expect(bad.out).not.toContain('parquet');
  expect(one).toMatchObject({ code: 2, out: '' });
  expect(one.err).toContain('--receipt: ');
});

test('a file without a receipt does not hide the others: 3 if one of them differs, else 2', async () => {
  await using folder = await createFolder();
  const [none = '', edited = '', bare = ''] = ['august.csv', 'september.csv', 'october.csv'].map((name) =>
    join(folder.path, name),
  );
  const september = { startDate: '2026-09-01T00:00:00Z', endDate: '2026-10-02T00:00:00Z' };
  for (const path of [none, edited, bare]) await deliverRange(path, rows, september);
  for (const path of [none, bare]) await rm(`${path}.receipt.json`);
  const whole = await runHere(['verify', none, edited, bare], `${folder.path}/`);
  await writeFile(edited, await encode(rows.slice(1), 'csv'));
  const differs = await runHere(['verify', none, edited, bare], `${folder.path}/`);
  const json = await runHere(['verify', none, edited, bare, '--json']);

  const missing = [
    expect.stringContaining('there is no receipt august.csv.receipt.json'),
    expect.stringContaining('there is no receipt october.csv.receipt.json'),
  ] as unknown;
  expect(whole).toMatchObject({
    code: 2,
    out: expect.stringMatching(/^september\.csv is unchanged/) as unknown,
  });
  expect(whole.err.split('\n').slice(0, 2)).toEqual(missing);
  expect(differs).toMatchObject({
    code: 3,
    out: expect.stringMatching(/^september\.csv differs/) as unknown,
  });
  expect(differs.err.trimEnd().split('\n')).toEqual(missing);
  expect(json.code).toBe(3);
  expect(json.out.match(/^\{"error":\{"code":"usage"/gm)).toHaveLength(2);
});

test('without a receipt the command exits with 2', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'csv');
  await rename(`${path}.receipt.json`, join(folder.path, 'other.json'));
  const without = await runHere(['verify', path], `${folder.path}/`);
  const other = await runHere(['verify', path, '--receipt', join(folder.path, 'other.json')]);
  const none = await runHere(
    ['verify', path, '--receipt', join(folder.path, 'none.json')],
    `${folder.path}/`,
  );

  expect(without).toEqual({
    code: 2,
    out: '',
    err:
      'publisher-commerce: there is no receipt october.csv.receipt.json: export writes it beside its file; ' +
      '--receipt names another file\nTry publisher-commerce verify --help, or read node_modules/publisher-commerce/docs/verify.md\n',
  });
  expect(other.code).toBe(0);
  expect(none).toMatchObject({ code: 2, out: '' });
  expect(none.err).toContain('publisher-commerce: --receipt: none.json does not exist\n');
});

test.each([
  [['none.csv'], 'none.csv: does not exist'],
  [['/'], '/: '],
  [[], "missing required argument 'file'"],
])('%j exits with 2 and one line', async (args, problem) => {
  const { code, out, err } = await runHere(['verify', ...args]);

  expect(err).toContain(`publisher-commerce: ${problem}`);
  expect(err.trimEnd().split('\n').slice(1)).toEqual([
    'Try publisher-commerce verify --help, or read node_modules/publisher-commerce/docs/verify.md',
  ]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('a receipt of an incomplete export exits with 3, and one that cannot be read with 1', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  await writeFile(`${path}.receipt.json`, JSON.stringify({ ...receipt, complete: false }));
  const incomplete = await runHere(['verify', path]);
  await writeFile(`${path}.receipt.json`, '{}');
  const unreadable = await runHere(['verify', path], `${folder.path}/`);

  expect(incomplete.code).toBe(3);
  expect(incomplete.out).toContain('  the receipt is of an incomplete export, or contradicts itself\n');
  expect(unreadable).toMatchObject({ code: 1, out: '' });
  expect(unreadable.err).toMatch(
    /^publisher-commerce: october\.csv cannot be verified: october\.csv\.receipt\.json is not a receipt: /,
  );
});

test('a range that had not ended is a warning, and no difference', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  const early = { ...receipt, finishedAt: '2026-10-22T08:00:00.000Z', rangeEnded: false };
  await writeFile(`${path}.receipt.json`, JSON.stringify(early));
  const agrees = await runHere(['verify', path], `${folder.path}/`);
  const { out: json } = await runHere(['verify', path, '--json']);
  await writeFile(path, await encode(rows.slice(1), 'csv'));
  const differs = await runHere(['verify', path]);

  const warning = said('\nUnfinished: … 22 October 2026, 08:00 UTC, … 1 November 2026, 00:00 UTC');
  expect(agrees.code).toBe(0);
  expect(agrees.out).toMatch(said('october.csv … 22 October 2026, 08:00 UTC, … 250'));
  expect(agrees.out).toMatch(warning);
  expect(JSON.parse(json)).toMatchObject({ agrees: true, receipt: { rangeEnded: false } });
  expect(differs.code).toBe(3);
  expect(differs.out).toMatch(warning);
});
