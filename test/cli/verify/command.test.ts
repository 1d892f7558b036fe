import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { ledgerColumns } from '../../../src/ledger/index.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../../support/ledger.ts';
import { type Reply, type Service, startService, token } from '../../support/service.ts';
import { createFolder as createExportFolder, range } from '../export/run-export.ts';
import { runHere } from '../run-here.ts';
import { createFolder, deliver, encode, formats, ledgerRows } from './delivered-file.ts';

vi.setConfig({ testTimeout: 60_000 });

const rows = ledgerRows(250);
const moments = Array.from({ length: 50 }, (_, index) => index * 1000);
const october = rowsAt(moments);

test.each(formats)('a %s file that agrees is confirmed in one line', async (format) => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, format);

  expect(await runHere(['verify', path], `${folder.path}/`)).toEqual({
    code: 0,
    out: `october.${format} agrees with its receipt: 250 rows, 4 currencies, SHA-256 ${receipt.file?.sha256}\n`,
    err: '',
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

test('differences are named with currency, type, column, expected and found', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows.slice(0, 3), 'csv');
  const content = await readFile(path, 'utf8');
  // KWD has three decimals.
  expect(content).toContain(',KWD,€,0.299,299,');
  await writeFile(path, content.replace(',KWD,€,0.299,299,', ',KWD,€,0.300,300,'));
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
    ['Currency', 'Type', 'Column', 'Expected', 'Found'],
    ['KWD', 'paid', 'amount_minor', '299', '300'],
  ]);
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
      '--receipt names another file\nTry publisher-commerce verify --help\n',
  });
  expect(other.code).toBe(0);
  expect(none).toMatchObject({ code: 2, out: '' });
  expect(none.err).toContain('publisher-commerce: --receipt: none.json does not exist\n');
});

test.each([
  [['none.csv'], 'none.csv: does not exist'],
  [['/'], '/: must be a file'],
  [[], "missing required argument 'file'"],
  [['none.csv', '--onlin'], "unknown option '--onlin' (Did you mean --online?)"],
  [['none.csv', '--env-file', '/tmp/none.env'], '--env-file: /tmp/none.env cannot be read'],
])('%j exits with 2 and one line', async (args, problem) => {
  const { code, out, err } = await runHere(['verify', ...args]);

  expect(err).toContain(`publisher-commerce: ${problem}`);
  expect(err.trimEnd().split('\n').slice(1)).toEqual(['Try publisher-commerce verify --help']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('a receipt that cannot be read, or is of an incomplete export, exits with 3', async () => {
  await using folder = await createFolder();
  const { path, receipt } = await deliver(folder.path, rows, 'csv');
  await writeFile(`${path}.receipt.json`, JSON.stringify({ ...receipt, complete: false }));
  const incomplete = await runHere(['verify', path]);
  await writeFile(`${path}.receipt.json`, '{}');
  const unreadable = await runHere(['verify', path], `${folder.path}/`);

  expect(incomplete.code).toBe(3);
  expect(incomplete.out).toContain('  the receipt is of an incomplete export, or contradicts itself\n');
  expect(unreadable.code).toBe(3);
  expect(unreadable.out).toMatch(
    /^october\.csv cannot be verified: october\.csv\.receipt\.json is not a receipt: /,
  );
});

/** A file that was exported from a service, whose address is in the environment. */
async function exportFrom(service: Service, args: readonly string[] = []): Promise<string> {
  const folder = createExportFolder(service.url);
  const { code, err } = await folder.run([...range, '--out', 'a.csv', '--quiet', ...args]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  useService(service.url);
  return folder.file('a.csv');
}

function useService(url: string): void {
  vi.stubEnv('PUBLISHER_BASE_URL', url);
  vi.stubEnv('PUBLISHER_TOKEN', token);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test.each([
  ['one range', []],
  ['windows', ['--windows', '4', '--limit', '10']],
])('--online agrees if nothing has changed since an export by %s', async (_, args) => {
  // A row at the end of the range is counted by this service, and left out of the file.
  await using service = await startService(serveLedger(rowsAt([...moments, 86_400_000])));
  const path = await exportFrom(service, args);
  const before = service.requests.length;
  const { code, out, err } = await runHere(['verify', path, '--online']);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^\S+ agrees with its receipt: 50 rows, .*\nThe service still counts 51 in its range\n$/,
  );
  const sent = service.requests.slice(before);
  expect(sent.map(({ url }) => url)).toEqual([
    expect.stringContaining('startDate=2026-10-01T00%3A00%3A00.000Z&endDate=2026-10-02T00%3A00%3A00.000Z'),
  ]);
});

test('--online finds late rows, even if the first row is invalid', async () => {
  const ledger: LedgerRow[] = [...october];
  await using service = await startService((request) => serveLedger(ledger)(request));
  const path = await exportFrom(service);
  const [first] = rowsAt([0]);
  // A late row with a fraction of a cent.
  if (first) ledger.unshift({ ...first, transactionDetails: { ...first.transactionDetails, amount: 0.5 } });
  const offline = await runHere(['verify', path]);
  const online = await runHere(['verify', path, '--online']);

  expect(offline.code).toBe(0);
  expect(online.code).toBe(3);
  expect(online.out).toContain(
    '  transactions in the range by the count of the service: expected 50, found 51\n',
  );
});

test('--online sends the token to the service of the receipt only', async () => {
  await using service = await startService(serveLedger(october));
  await using other = await startService(serveLedger(october));
  const path = await exportFrom(service);
  useService(other.url);
  const different = await runHere(['verify', path, '--online']);
  await using folder = await createFolder();
  const { path: unnamed } = await deliver(folder.path, rows, 'csv');
  const none = await runHere(['verify', unnamed, '--online']);

  expect(different).toMatchObject({ code: 2, out: '' });
  expect(different.err).toContain(
    `publisher-commerce: PUBLISHER_BASE_URL: is ${other.url}, but the receipt is from ${service.url}\n`,
  );
  expect(none).toMatchObject({ code: 2, out: '' });
  expect(none.err).toContain('--online: the receipt names no service');
  expect(other.requests).toEqual([]);
});

test.each<[string, Reply, string]>([
  ['a lost connection', (response) => response.destroy(), 'lost the connection'],
  ['an expired token', { status: 401, json: {} }, 'the service rejected the token (401)'],
  [
    'a response without a count',
    { json: { nextCursor: null, results: [] } },
    'the service returned no count',
  ],
])('with --online, %s exits with 1 and one line', async (_, fail, problem) => {
  let isBroken = false;
  await using service = await startService((request) => (isBroken ? fail : serveLedger(october)(request)));
  const path = await exportFrom(service);
  isBroken = true;
  const { code, out, err } = await runHere(['verify', path, '--online']);

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(problem);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err).not.toContain(token);
});

test('--env-file names the service, and a missing token exits with 2', async () => {
  await using service = await startService(serveLedger(october));
  const path = await exportFrom(service);
  vi.stubEnv('PUBLISHER_BASE_URL', undefined);
  vi.stubEnv('PUBLISHER_TOKEN', undefined);
  const env = `${path}.env`;
  await writeFile(env, `PUBLISHER_BASE_URL=${service.url}\n`);
  const missing = await runHere(['verify', path, '--online', '--env-file', env]);
  await writeFile(env, `PUBLISHER_TOKEN=${token}\n`);
  const { code } = await runHere(['verify', path, '--online', '--env-file', env]);

  expect(missing.code).toBe(2);
  expect(missing.err).toContain('publisher-commerce: PUBLISHER_TOKEN: is required');
  expect(code).toBe(0);
  await rm(env);
});

test('a file that was renamed agrees by the name of its receipt', async () => {
  await using folder = await createFolder();
  const { path } = await deliver(folder.path, rows, 'parquet');
  await rename(path, join(folder.path, 'archived'));
  const { code } = await runHere([
    'verify',
    join(folder.path, 'archived'),
    '--receipt',
    `${path}.receipt.json`,
  ]);

  expect(code).toBe(0);
});
