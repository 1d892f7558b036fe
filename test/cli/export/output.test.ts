import { expect, test, vi } from 'vitest';

import { rowsAt } from '../../support/ledger.ts';
import { startService } from '../../support/service.ts';
import { createFolder, failing, range, servePages } from './run-export.ts';

vi.setConfig({ testTimeout: 60_000 });

const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));

test('--json prints the receipt, and nothing else on stdout', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const { code, out } = await folder.run([...range, '--out', 'a.csv', '--json']);

  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(folder.receipt('a.csv'));
  expect(folder.receipt('a.csv')).toMatchObject({
    receiptVersion: 1,
    origin: service.url,
    environment: 'production',
    startDate: '2026-10-01T00:00:00.000Z',
    endDate: '2026-10-02T00:00:00.000Z',
    firstTimestamp: '2026-10-01T00:00:00.000Z',
    lastTimestamp: '2026-10-01T00:00:49.000Z',
    rows: 50,
    complete: true,
  });
});

test('--json prints an error as JSON, and nothing else on stdout', async () => {
  await using service = await startService(failing(servePages(rows), () => true, { status: 401, json: {} }));
  const folder = createFolder(service.url);
  const { code, out } = await folder.run([...range, '--out', 'a.csv', '--json']);

  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    error: {
      code: 'unauthorized',
      message:
        'the service rejected the token (401): set a valid PUBLISHER_TOKEN. ' +
        '0 rows are kept: run the same command with --resume to continue',
    },
  });
});

test('--out - prints the rows only, and writes no receipt', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const { code, out } = await folder.run([...range, '--out', '-', '--format', 'jsonl', '--limit', '20']);

  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(rows);
  expect(folder.names()).toEqual([]);
});

test('--receipt names the file of the receipt', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'a.csv', '--receipt', 'october.json']);

  expect(folder.names()).toEqual(['a.csv', 'october.json']);
  expect(JSON.parse(folder.read('october.json'))).toMatchObject({ complete: true, file: { name: 'a.csv' } });
});

test('progress is printed in lines where stderr is no terminal; --quiet prints nothing', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const loud = await folder.run([...range, '--out', 'a.csv', '--limit', '10']);
  const quiet = await folder.run([...range, '--out', 'b.csv', '--quiet']);

  expect(loud.err).toMatch(/^10 of 50 rows, [\d ]+ rows\/s/);
  expect(loud.err).toContain('\n50 of 50 rows, ');
  expect(loud.err).toContain(`\na.csv: 50 rows, `);
  expect(loud.err).toContain(`SHA-256 ${folder.sha256('a.csv')}\n`);
  expect(quiet).toEqual({ code: 0, signal: null, out: '', err: '' });
});

test('--sandbox exports the built-in one with all of its rows in the range', async () => {
  const folder = createFolder();
  const args = ['--month', '2024-02', '--sandbox', '--transactions', '321', '--out', 'a.jsonl'];
  const { code } = await folder.run(args);
  const { rows: count, startDate, complete, origin, firstTimestamp } = folder.receipt('a.jsonl');

  expect({ code, count, complete, origin }).toEqual({ code: 0, count: 321, complete: true, origin: null });
  expect(startDate).toBe('2024-02-01T00:00:00.000Z');
  expect(firstTimestamp?.startsWith('2024-02-0')).toBe(true);
});

test('--windows gives the same file as without', async () => {
  const folder = createFolder();
  const args = ['--month', '2024-02', '--sandbox', '--transactions', '900', '--limit', '100', '--quiet'];
  const one = await folder.run([...args, '--out', 'a.csv']);
  const four = await folder.run([...args, '--out', 'b.csv', '--windows', '4']);

  expect([one.code, four.code]).toEqual([0, 0]);
  expect(folder.sha256('b.csv')).toBe(folder.sha256('a.csv'));
});
