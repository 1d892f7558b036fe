import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Receipt } from '../../../../src/ledger/index.ts';
import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { runHere } from '../../run-here.ts';

const rows = 500;

let exports: string;
let folder: string;

/** Exports the same month of the sandbox in every format, once. */
beforeAll(async () => {
  exports = await mkdtemp(join(tmpdir(), 'report-exports-'));
  for (const format of ledgerFormats) {
    const { code, err } = await runHere([
      ...['export', '--month', '2026-10', '--demo', '--transactions', String(rows)],
      ...['--out', join(exports, `october.${format}`)],
    ]);
    if (code !== 0) throw new Error(err);
  }
});

afterAll(() => rm(exports, { recursive: true, force: true }));

/** Each test has files of its own. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
  for (const name of await readdir(exports)) await copyFile(join(exports, name), join(folder, name));
  return () => rm(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);
const report = (...args: readonly string[]) => runHere(['report', ...args]);

async function changeReceipt(changes: Partial<Receipt>, name = 'october.csv'): Promise<void> {
  const file = path(`${name}.receipt.json`);
  const receipt = JSON.parse(await readFile(file, 'utf8')) as Receipt;
  // As if it had been exported so: without its own hash.
  await writeFile(file, JSON.stringify({ ...receipt, ...changes, sha256: undefined }));
}

/** The rows of the tables of a page. */
async function tablesOf(name: string): Promise<readonly string[]> {
  const page = await readFile(path(name), 'utf8');
  return page.match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
}

test('every format has the same figures', async () => {
  for (const format of ledgerFormats) {
    const { code, err } = await report(path(`october.${format}`), '--out', path(`${format}.html`));
    expect([format, code, err]).toEqual([
      format,
      0,
      `${path(`${format}.html`)}: report of 500 transactions\nNet 7,053.45 USD\n`,
    ]);
  }

  const tables = await tablesOf('csv.html');
  expect(tables.length).toBeGreaterThan(80);
  expect(await tablesOf('jsonl.html')).toEqual(tables);
  expect(await tablesOf('csv.gz.html')).toEqual(tables);
  expect(await tablesOf('parquet.html')).toEqual(tables);
});

test('a workbook is written by its extension, and nothing else is left', async () => {
  const { code, out } = await report(path('october.csv'), '--out', path('october.xlsx'), '--quiet');

  expect([code, out]).toEqual([0, '']);
  expect((await readFile(path('october.xlsx'))).subarray(0, 2).toString()).toBe('PK');
  expect((await readdir(folder)).filter((name) => name.includes('.new'))).toEqual([]);
});

test('a file that differs from its receipt has no report', async () => {
  await appendFile(path('october.csv'), '\n');
  const { code, err } = await report(path('october.csv'), '--out', path('report.html'));

  expect(code).toBe(3);
  expect(err).toMatch(
    /SHA-256: expected [0-9a-f]{64}, found [0-9a-f]{64}\. No report was written: run publisher-commerce verify/,
  );
  expect(await readdir(folder)).not.toContain('report.html');
});

test('an incomplete export has a report that says so, and exit code 3', async () => {
  await changeReceipt({ complete: false });
  const { code, err } = await report(path('october.csv'), '--out', path('report.html'));

  expect([code, err]).toEqual([3, expect.stringContaining('is incomplete by its receipt')]);
  expect(await readFile(path('report.html'), 'utf8')).toContain('<div class="notice warning"><p>Incomplete');
});

test('what qualifies a report is a warning in the log', async () => {
  await changeReceipt({ complete: false });
  vi.stubEnv('PUBLISHER_LOG_FORMAT', 'json');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { err } = await report(path('october.csv'), '--out', path('report.html'));

  const lines = err.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'info', message: expect.stringContaining('report of 500 transactions') as string },
    { level: 'info', message: expect.stringMatching(/^Net /) as string },
    { level: 'warn', message: expect.stringMatching(/^Incomplete: /) as string },
    { level: 'warn', message: expect.stringContaining('is incomplete by its receipt') as string },
  ]);
});

test('a file without a receipt has a report that is marked as not verified', async () => {
  await rm(path('october.parquet.receipt.json'));
  const { code, err } = await report(path('october.parquet'), '--out', path('report.html'));

  expect([code, err]).toEqual([0, expect.stringContaining('Not verified: ')]);
  expect(await readFile(path('report.html'), 'utf8')).toContain(
    '<div class="notice warning"><p>Not verified',
  );
});

test('--json prints what was reported, and --quiet nothing', async () => {
  const [file, out] = [path('october.csv'), path('report.html')];
  const { code, out: json } = await report(file, '--out', out, '--json');

  expect(code).toBe(0);
  expect(JSON.parse(json)).toEqual({
    files: [
      {
        file,
        source: null,
        startDate: '2026-10-01T00:00:00.000Z',
        endDate: '2026-11-01T00:00:00.000Z',
        rows: 500,
        complete: true,
        rangeEnded: true,
      },
    ],
    gaps: [],
    out,
    rows: 500,
  });
  expect(await report(file, '--out', out, '--force', '--quiet')).toMatchObject({ code: 0, out: '', err: '' });
});

test('a file that cannot be read is named with its row, and exits with 1', async () => {
  await rm(path('october.jsonl.receipt.json'));
  await appendFile(path('october.jsonl'), '{"timestamp":\n');
  const { code, err } = await report(path('october.jsonl'), '--out', path('report.html'));

  expect([code, err]).toEqual([1, expect.stringContaining('cannot be read: row 501: ')]);
});

test('an earlier month is verified too, and its changes are in the report', async () => {
  const earlier = path('september.csv');
  await runHere(['export', '--month', '2026-09', '--demo', '--transactions', '400', '--out', earlier]);
  const args = [path('october.csv'), '--compare', earlier, '--out', path('report.html')];
  const { code } = await report(...args, '--title', 'October close', '--account', 'Example Games');
  const page = await readFile(path('report.html'), 'utf8');
  await appendFile(earlier, '\n');
  const changed = await report(...args, '--force');

  expect(code).toBe(0);
  expect(page).toContain('<bdi>October close</bdi>');
  expect(page).toContain('<bdi>Example Games</bdi>');
  expect(page).toMatch(/<td>500<\/td>\s*<td>400<\/td>\s*<td>100<\/td>\s*<td>25\.00%<\/td>/);
  expect([changed.code, changed.err]).toEqual([
    3,
    expect.stringContaining('september.csv differs from its receipt'),
  ]);
});

test.each([
  ['without --out', ['october.csv'], "required option '--out <file>' not specified"],
  ['with another extension', ['october.csv', '--out', 'october.pdf'], '--out: must end in .html or .xlsx'],
  ['without a file', ['--out', 'october.html'], "missing required argument 'file'"],
  ['with a missing file', ['november.csv', '--out', 'november.html'], 'november.csv: does not exist'],
  [
    'with a missing receipt',
    ['package.json', '--receipt', 'none.json', '--out', 'report.html'],
    '--receipt: none.json does not exist',
  ],
  ['with an empty title', ['package.json', '--title', ' ', '--out', 'a.html'], '--title: '],
  ['over its receipt', ['package.json', '--receipt', 'a.html', '--out', './a.html'], '--out: '],
])('wrong usage %s exits with 2', async (_case, args, problem) => {
  const { code, err } = await report(...args);

  expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
});
