import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';

import { formats } from '../../../../src/cli/ledger-files/formats/formats.ts';
import { ledgerColumns } from '../../../../src/ledger/index.ts';
import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService, token } from '../../../support/service.ts';
import { command } from '../../start-command.ts';
import { exportAs, rows } from './difficult-rows.ts';
import { createFolder, type ExportFolder, range, servePages } from './run-export.ts';

/** The rows of a Parquet file. */
async function readParquet(file: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(file) });
}

test('jsonl has each row as received, with unknown fields', async () => {
  const folder = await exportAs('a.jsonl');
  const lines = folder.read('a.jsonl').split('\n');

  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});

test('csv is read by csv-parse as exact cells', async () => {
  const folder = await exportAs('a.csv');
  const parsed = parse<Record<string, string>>(folder.read('a.csv'), { columns: true });

  expect(Object.keys(parsed[0] ?? {})).toEqual(ledgerColumns.map(({ name }) => name));
  expect(parsed.map(({ amount, amount_minor }) => [amount, amount_minor])).toEqual([
    ['9.99', '999'],
    ['9.99', '999'],
    ['-1500', '-1500'],
    ['6.137', '6137'],
    ['', '42'],
  ]);
});

test('a formula in the name of a player is inert in a csv', async () => {
  const folder = await exportAs('a.csv');
  const [, row] = parse<Record<string, string>>(folder.read('a.csv'), { columns: true });

  expect(row).toMatchObject({
    customer_id: `'=HYPERLINK("http://evil.example";"x")`,
    customer_email: `'@sum(1),\r\n"2"`,
  });
});

/** The content of a file as a string; of a gzipped one, what is packed. */
function unpacked(folder: ExportFolder, name: string): string {
  const bytes = readFileSync(folder.file(name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

const [pages, manyRows] = [['--limit', '10'], rowsAt(Array.from({ length: 25 }, (_, index) => index * 1000))];

test('csv.gz is the csv, with a member of gzip for the names of the columns and for each page', async () => {
  await using service = await startService(servePages(manyRows));
  const folder = createFolder(service.url);
  for (const name of ['a.csv', 'a.csv.gz']) await folder.run([...range, ...pages, '--out', name, '--quiet']);
  const bytes = readFileSync(folder.file('a.csv.gz')).toString('latin1');

  expect(unpacked(folder, 'a.csv.gz')).toBe(folder.read('a.csv'));
  expect(bytes.split('\u001F\u008B\u0008\0\0\0\0\0')).toHaveLength(1 + 4);
});

const programs = [
  ['gzip', ['--decompress', '--stdout', 'a.csv.gz']],
  ['zcat', ['a.csv.gz']],
  ['python3', ['-c', "import gzip, sys; sys.stdout.buffer.write(gzip.open('a.csv.gz').read())"]],
] as const;
const installed = programs.filter(([program]) => spawnSync(program, ['--version']).error === undefined);

test.each(installed)('%s reads csv.gz', async (program, args) => {
  const folder = await exportAs('a.csv.gz');
  const { status, stdout } = spawnSync(program, args, { cwd: folder.path, encoding: 'utf8' });

  expect(status).toBe(0);
  expect(stdout).toBe(unpacked(folder, 'a.csv.gz'));
});

test('csv.gz on stdout has the bytes of the file', async () => {
  await using service = await startService(servePages(manyRows));
  const folder = createFolder(service.url);
  await folder.run([...range, ...pages, '--out', 'a.csv.gz', '--quiet']);
  const args = [command, 'export', ...range, ...pages, '--out', '-', '--format', 'csv.gz', '--quiet'];
  const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, encoding: 'buffer' });

  expect(stdout.equals(readFileSync(folder.file('a.csv.gz')))).toBe(true);
});

test('--bom begins a csv with a byte order mark', async () => {
  const plain = await exportAs('a.csv');
  const marked = await exportAs('a.csv', ['--bom']);

  expect(marked.read('a.csv')).toBe(`\uFEFF${plain.read('a.csv')}`);
});

test('parquet has the values of the rows, with the digits of their currency', async () => {
  const folder = await exportAs('a.parquet');
  const read = await readParquet(folder.file('a.parquet'));

  expect(read.map(({ timestamp }) => (timestamp as Date).getTime())).toEqual(
    rows.map(({ timestamp }) => Date.parse(timestamp)),
  );
  // The library reads decimals as floating-point numbers.
  const decimal = (value: unknown): string | null => (value === null ? null : Number(value).toFixed(3));
  expect(
    read.map((row) => [row['type'], decimal(row['amount']), row['amount_minor'], decimal(row['amount_usd'])]),
  ).toEqual([
    ['paid', '9.990', 999n, '10.870'],
    ['paid', '9.990', 999n, '10.870'],
    ['refund', '-1500.000', -1500n, '10.870'],
    ['paid', '6.137', 6137n, '10.870'],
    ['paid', null, 42n, '10.870'],
  ]);
  expect(read.map(({ total_tax_amount_minor: tax }) => tax)).toEqual([
    160n,
    160n,
    160n,
    9_007_199_254_740_991n,
    160n,
  ]);
});

test.each([
  ['a.jsonl', ''],
  ['a.csv', `${ledgerColumns.map(({ name }) => name).join(',')}\r\n`],
])('%s of a range without rows has none', async (name, content) => {
  await using service = await startService(serveLedger([]));
  const folder = createFolder(service.url);
  const { code } = await folder.run([...range, '--out', name]);

  expect(code).toBe(0);
  expect(folder.read(name)).toBe(content);
});

test.each(ledgerFormats)('the receipt of a range without rows is complete, as %s', async (format) => {
  await using service = await startService(serveLedger([]));
  const folder = createFolder(service.url);
  const name = `a.${format}`;

  expect(await folder.run([...range, '--out', name, '--quiet'])).toMatchObject({ code: 0, err: '' });
  expect(folder.receipt(name)).toMatchObject({
    ...{ complete: true, rows: 0, totalCount: 0, invalidRows: 0, rowsOutsideRange: 0 },
    ...{ firstTimestamp: null, lastTimestamp: null, sums: [], drift: [], unknownCurrencies: [] },
    file: { name, format, bytes: readFileSync(folder.file(name)).byteLength, sha256: folder.sha256(name) },
  });
});

test.each(ledgerFormats.filter((format) => !formats[format].isAsReceived))(
  '--drop leaves columns of a %s out, and --hash replaces values',
  async (format) => {
    const args = ['--drop', 'customer_email', '--hash', 'customer_id', '--hash', 'country_code'];
    await using service = await startService(serveLedger(rows));
    const folder = createFolder(service.url);
    const name = `a.${format}`;
    const env = { PUBLISHER_HASH_KEY: 'a key' };
    const { code } = await folder.run([...range, '--out', name, ...args], env);
    const read =
      format === 'parquet'
        ? await readParquet(folder.file(name))
        : parse<Record<string, string>>(unpacked(folder, name), { columns: true });

    expect(code).toBe(0);
    expect(folder.receipt(name).columns).toEqual(
      ledgerColumns.map(({ name: column }) => column).filter((column) => column !== 'customer_email'),
    );
    // printf %s player-7 | openssl dgst -sha256 -hmac 'a key'
    const player = '9c710a93daa903aa466b7f576caf1f42b7f8d39d066a2d191f1eb055e0f281e7';
    expect(read[0]?.['customer_id']).toBe(player);
    expect(read[1]?.['country_code']).toBe(format === 'parquet' ? null : '');
    expect(unpacked(folder, name)).not.toContain('player7@example.com');
  },
);
