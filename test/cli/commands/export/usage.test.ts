import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { run } from '../../../../src/cli/run.ts';
import { inclusive, rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService, token } from '../../../support/service.ts';
import { createFolder, range } from './run-export.ts';
import { said } from '../../../support/said.ts';

/** An empty folder. */
const empty = mkdtempSync(join(tmpdir(), 'export-usage-'));
afterAll(() => rmSync(empty, { recursive: true }));
const out = ['--out', `${empty}/none.csv`];

/** Runs the command in this process, which is faster: nothing is sent. */
async function usageOf(args: readonly string[]): Promise<{ code: number; err: string }> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const code = await run(['export', ...args]);
  return { code, err: write.mock.calls.map(([text]) => String(text)).join('') };
}

test.each([
  [[...range], "required option '--out <file>' not specified"],
  [[...out], '--month, or --start and --end, are required'],
  [[...out, '--month', 'last', ...range], '--month: … --start'],
  [
    ['--out', `${empty}/none.txt`, ...range],
    '--out: must end in .jsonl, .csv, .csv.gz or .parquet; otherwise add --format',
  ],
  [['--out', `${empty}/none/none.csv`, ...range], `--out: the folder ${empty}/none does not exist`],
  [['--out', '', ...range], '--out: must not be empty'],
  [[...out, ...range, '--receipt', ''], '--receipt: must not be empty'],
  [[...out, ...range, '--format', 'xlsx'], '--format: … jsonl, csv, csv.gz, parquet'],
  [[...out, ...range, '--limit', '10001'], '--limit: … from 1 to 10000'],
  [[...out, ...range, '--drop', 'email'], '--drop: unknown column "email"; did you mean customer_email?'],
  [[...out, ...range, '--drop', 'amount'], '--drop: amount is needed to verify the rows'],
  [[...out, ...range, '--drop', 'amount_usd_minor'], '--drop: amount_usd_minor is needed'],
  [[...out, ...range, '--hash', 'timestamp'], '--hash: timestamp is needed'],
  [[...out, ...range, '--hash', 'type'], '--hash: type is needed'],
  [[...out, ...range, '--hash', 'transaction_id'], '--hash: transaction_id is needed'],
  [[...out, ...range, '--hash', 'currency_code'], '--hash: currency_code is needed'],
  [[...out, ...range, '--hash', 'customer_id'], 'PUBLISHER_HASH_KEY: is required with --hash'],
  [[...out, ...range, '--hash', 'zip_code', '--drop', 'zip_code'], '--hash: zip_code is dropped too'],
  [
    ['--out', `${empty}/none.jsonl`, ...range, '--drop', 'zip_code'],
    '--drop: works with csv, csv.gz and parquet only',
  ],
  [['--out', `${empty}/none.jsonl`, ...range, '--bom'], '--bom: works with csv only'],
  [[...out, ...range, '--resume', '--force'], '--force: … --resume'],
  [[...out, ...range, '--transactions', '5'], '--transactions: works with --demo only'],
  [[...out, ...range, '--demo', '--environment', 'sandbox'], '--demo: … --environment'],
  [[...out, ...range, '--rate-limit', '0'], '--rate-limit: … at least 1'],
  [[...out, ...range, '--max-concurrency', 'all'], '--max-concurrency: … at least 1'],
  [[...out, ...range, '--receipt', `${empty}/none.csv`], '--receipt: must be another file'],
  [[...out, ...range, '--quarantine', `${empty}/none.csv.part`], '--quarantine: must be another file'],
  [
    [...out, ...range, '--quarantine', `${empty}/none.csv.receipt.json`],
    '--quarantine: must be another file',
  ],
  [[...out, ...range, '--env-file', `${empty}/none.env`], `--env-file: ${empty}/none.env cannot be read`],
  [['--out', '-', ...range], '--format: is required with --out -'],
  [
    ['--out', '-', ...range, '--demo', '--format', 'parquet'],
    '--format: must be jsonl, csv or csv.gz with --out -',
  ],
  [['--out', '-', ...range, '--format', 'csv', '--json'], '--json: … --out -'],
  [['--out', '-', ...range, '--format', 'csv', '--resume'], '--resume: … --out -'],
  [
    ['--out', '-', ...range, '--format', 'csv', '--receipt', 'r.json', '--quarantine', 'r.json'],
    '--quarantine: must be another file',
  ],
  [[...out, ...range, '--token', 'x'], "unknown option '--token'"],
  [
    [...out, ...range],
    'PUBLISHER_BASE_URL: is required; set it, or use --env-file; or --demo to try it without an account\n',
  ],
])('%j exits with 2 and one line', async (args, problem) => {
  vi.stubEnv('PUBLISHER_BASE_URL', undefined);
  vi.stubEnv('PUBLISHER_SANDBOX_URL', undefined);
  vi.stubEnv('PUBLISHER_HASH_KEY', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());

  const { code, err } = await usageOf(args);

  expect(err).toMatch(said(`publisher-commerce: ${problem}`));
  expect(err.trimEnd().split('\n').slice(1)).toEqual([
    'Try publisher-commerce export --help, or read node_modules/publisher-commerce/docs/export.md',
  ]);
  expect(code).toBe(2);
});

test('a missing token exits with 2 before anything is sent', async () => {
  await using service = await startService(serveLedger(rowsAt([1]), inclusive));
  const folder = createFolder();

  const { code, err } = await folder.run([...range, '--out', 'a.csv'], { PUBLISHER_BASE_URL: service.url });

  expect({ code, err }).toEqual({
    code: 2,
    err:
      'publisher-commerce: PUBLISHER_TOKEN: is required; set it, or use --env-file; or --demo to try it without an account\n' +
      'Try publisher-commerce export --help, or read node_modules/publisher-commerce/docs/export.md\n',
  });
  expect(service.requests).toEqual([]);
  expect(folder.names()).toEqual([]);
});

test('an invalid PUBLISHER_LOG exits with 2 before anything is sent', async () => {
  await using service = await startService(serveLedger(rowsAt([1]), inclusive));
  const folder = createFolder(service.url);

  const { code, err } = await folder.run([...range, '--out', 'a.csv'], { PUBLISHER_LOG: 'all' });

  expect(code).toBe(2);
  expect(err).toMatch(
    /^publisher-commerce: PUBLISHER_LOG: must be "debug", "info", "warn", "error" or "off" \(from PUBLISHER_LOG\)\n/,
  );
  expect(service.requests).toEqual([]);
  expect(folder.names()).toEqual([]);
});

test('a file of --env-file with a token is the whole identity, and what of the shell is not used is named', async () => {
  await using game = await startService(serveLedger(rowsAt([1]), inclusive));
  await using other = await startService(serveLedger(rowsAt([1]), inclusive));
  const folder = createFolder(other.url);
  const content = `PUBLISHER_BASE_URL=${game.url}\nPUBLISHER_TOKEN=secret-of-game-b\nPUBLISHER_SANDBOX_TOKEN=\n`;
  writeFileSync(folder.file('game-b.env'), content);
  const env = { PUBLISHER_SOURCE: 'game-a', PUBLISHER_ENVIRONMENT: 'sandbox', PUBLISHER_SANDBOX_TOKEN: 'a' };
  const args = [...range, '--env-file', 'game-b.env'];
  const shown = await folder.run([...args, '--out', 'b.csv'], env);
  const quiet = await folder.run([...args, '--out', 'c.csv', '--quiet'], env);

  expect(shown.code).toBe(0);
  expect(shown.err).toContain(
    'Not used, since --env-file names game-b.env: PUBLISHER_TOKEN, PUBLISHER_SANDBOX_TOKEN, PUBLISHER_SOURCE, ' +
      'PUBLISHER_ENVIRONMENT, PUBLISHER_BASE_URL of the shell\n',
  );
  expect(shown.err).not.toContain('secret');
  expect(quiet).toEqual({ code: 0, out: '', err: '' });
  expect(other.requests).toEqual([]);
  expect(game.requests[0]?.headers['x-publisher-token']).toBe('secret-of-game-b');
  expect(folder.receipt('b.csv')).toMatchObject({ source: '127.0.0.1', environment: 'production' });
});

test('a file of --env-file without an address or a token sets only its variables', async () => {
  await using service = await startService(serveLedger(rowsAt([1]), inclusive));
  const folder = createFolder(service.url);
  writeFileSync(folder.file('names.env'), 'PUBLISHER_SOURCE=game-b\nPUBLISHER_TOKEN=\n');
  const run = await folder.run([...range, '--out', 'b.csv', '--env-file', 'names.env'], {
    PUBLISHER_SOURCE: 'game-a',
  });

  expect(run.err).toContain('Not used, since --env-file names names.env: PUBLISHER_SOURCE of the shell\n');
  expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual([token]);
  expect(folder.receipt('b.csv').source).toBe('game-b');
});

test('the address of the shell is that of a file of --env-file which has none', async () => {
  await using service = await startService(serveLedger(rowsAt([1]), inclusive));
  const folder = createFolder();
  const content = `PUBLISHER_TOKEN=from-the-file\n`;
  writeFileSync(folder.file('service.env'), content);

  const { code } = await folder.run([...range, '--out', 'a.csv', '--env-file', 'service.env'], {
    PUBLISHER_BASE_URL: service.url,
  });

  expect(code).toBe(0);
  expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual(['from-the-file']);
});

test.each([
  ['UTF-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16, its high bytes first', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])(
  '--env-file reads the first variable of a file in %s that begins with a byte order mark',
  async (_, encode) => {
    await using service = await startService(serveLedger(rowsAt([1]), inclusive));
    const folder = createFolder();
    writeFileSync(folder.file('service.env'), encode('PUBLISHER_TOKEN="from-the-file"\n'));

    const { code } = await folder.run([...range, '--out', 'a.csv', '--env-file', 'service.env'], {
      PUBLISHER_BASE_URL: service.url,
    });

    expect(code).toBe(0);
    expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual(['from-the-file']);
  },
);

test('--environment sandbox sends to PUBLISHER_SANDBOX_URL', async () => {
  await using service = await startService(serveLedger(rowsAt([1]), inclusive));
  const folder = createFolder('http://127.0.0.1:9');

  const { code } = await folder.run([...range, '--out', 'a.csv', '--environment', 'sandbox'], {
    PUBLISHER_SANDBOX_URL: service.url,
  });

  expect(code).toBe(0);
  expect(folder.receipt('a.csv')).toMatchObject({ environment: 'sandbox', origin: service.url, rows: 1 });
});

test.each([
  [{ PUBLISHER_SANDBOX_TOKEN: 'sandbox-token' }, 'sandbox-token'],
  [{ PUBLISHER_SANDBOX_TOKEN: '' }, token],
])('--environment sandbox with %j sends %s', async (variables, sent) => {
  await using service = await startService(serveLedger(rowsAt([1]), inclusive));
  const folder = createFolder('http://127.0.0.1:9');

  const { code } = await folder.run([...range, '--out', 'a.csv', '--environment', 'sandbox'], {
    PUBLISHER_SANDBOX_URL: service.url,
    ...variables,
  });

  expect(code).toBe(0);
  expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual([sent]);
});

test('a command in the sandbox environment without a token names the variable of the sandbox', async () => {
  const folder = createFolder('http://127.0.0.1:9');

  const { code, err } = await folder.run([...range, '--out', 'a.csv', '--environment', 'sandbox'], {
    PUBLISHER_SANDBOX_URL: 'http://127.0.0.1:9',
    PUBLISHER_TOKEN: '',
  });

  expect(err).toContain(
    'publisher-commerce: PUBLISHER_SANDBOX_TOKEN: is required; set it, or use --env-file',
  );
  expect(code).toBe(2);
});
