import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { formatMoment } from '../../../../src/cli/terminal/format.ts';
import { PublisherClient, type Transaction } from '../../../../src/client/index.ts';
import type { Receipt } from '../../../../src/ledger/index.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { rowsAt } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { runHere } from '../../run-here.ts';
import { createFolder, failing, range, servePages } from './run-export.ts';
import { said } from '../../../support/said.ts';

const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));

test('--json prints the receipt, and nothing else on stdout', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const { code, out } = await folder.run([...range, '--out', 'a.csv', '--json']);

  expect(code).toBe(0);
  const sha256 = expect.any(String) as string;
  expect(folder.receipt('a.csv')).toEqual({ ...(JSON.parse(out) as Receipt), sha256 });
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
  // The names and their order are those of the issue that describes the receipt.
  expect(Object.keys(folder.receipt('a.csv')).join(' ')).toBe(
    'receiptVersion packageVersion origin environment source timeZone startDate endDate firstTimestamp lastTimestamp rows totalCount ' +
      'invalidRows roundedNumbers rowsOutsideRange rowsWithSameKey changedWhileRead complete rangeEnded columns hashedColumns hashKeyId currencyDigits unknownCurrencies sums drift startedAt finishedAt file sha256',
  );
  const { startedAt, finishedAt } = folder.receipt('a.csv');
  for (const time of [startedAt, finishedAt]) expect(time).toBe(new Date(time).toISOString());
});

test('--json prints an error as JSON, and nothing else on stdout', async () => {
  await using service = await startService(failing(servePages(rows), () => true, { status: 401, json: {} }));
  const folder = createFolder(service.url);
  const { code, out } = await folder.run([...range, '--out', 'a.csv', '--json']);

  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    error: {
      code: 'unauthorized',
      message: expect.stringMatching(said('(401): … PUBLISHER_TOKEN')) as string,
    },
  });
  // Nothing was received: the corrected command finds nothing in its way.
  expect(folder.names()).toEqual([]);
});

test.each<[string, readonly string[], number, RegExp]>([
  ['usage', ['--limit', 'ten'], 2, /^--limit: must be an integer from 1 to 10000$/],
  ['usage', ['--lmit', '10'], 2, /^unknown option '--lmit' \(Did you mean --limit\?\)$/],
  ['usage', [], 2, /^--out: a\.csv already exists: add --resume to check it, or add --force to replace it$/],
  [
    'file_changed',
    ['--resume'],
    3,
    /^\/.*a\.csv is not the file of its receipt: its SHA-256 is [\da-f]{64}$/,
  ],
])('--json prints a %s error of %j', async (errorCode, args, exit, problem) => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'a.csv']);
  writeFileSync(folder.file('a.csv'), 'changed');
  const { code, out } = await folder.run([...range, '--out', 'a.csv', '--json', ...args]);

  expect(code).toBe(exit);
  expect(JSON.parse(out)).toEqual({
    // vitest declares its matchers as any.
    error: { code: errorCode, message: expect.stringMatching(problem) as unknown },
  });
});

test('--json prints the receipt of an incomplete export, which exits with 3', async () => {
  const serve = servePages(rows);
  await using service = await startService((request) => {
    const reply = serve(request) as { json: object };
    return { json: { ...reply.json, totalCount: 51 } };
  });
  const folder = createFolder(service.url);
  const { code, out } = await folder.run([...range, '--out', 'a.csv', '--json']);

  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({ complete: false, rows: 50, totalCount: 51 });
});

test('a page has 10 000 rows by default', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  await folder.run([...range, '--out', 'a.csv', '--quiet']);

  const [request] = service.requests;
  expect(new URL(request?.url ?? '', service.url).searchParams.get('limit')).toBe('10000');
});

test('--rate-limit spaces the requests', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const start = performance.now();
  const { code } = await folder.run([...range, '--limit', '10', '--rate-limit', '600', '--out', 'a.csv']);

  expect(code).toBe(0);
  expect(service.requests.length).toBeGreaterThanOrEqual(5);
  // At least five pages, 100 ms apart.
  expect(performance.now() - start).toBeGreaterThan(390);
});

test('the time zone of the machine changes neither the range nor the file', async () => {
  const folder = createFolder();
  // Summer time ends in this month, in New York.
  const args = ['--month', '2026-11', '--demo', '--transactions', '700', '--quiet'];
  const zones = ['UTC', 'America/New_York', 'Pacific/Kiritimati'];
  for (const [index, zone] of zones.entries()) {
    expect((await folder.run([...args, '--out', `${index}.csv`], { TZ: zone })).code).toBe(0);
  }

  expect(zones.map((_, index) => folder.sha256(`${index}.csv`))).toEqual(
    zones.map(() => folder.sha256('0.csv')),
  );
  for (const index of zones.keys()) {
    expect(folder.receipt(`${index}.csv`)).toMatchObject({
      startDate: '2026-11-01T00:00:00.000Z',
      endDate: '2026-12-01T00:00:00.000Z',
      rows: 700,
    });
  }
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

test('with PUBLISHER_LOG=debug, every request is logged on stderr, and --out - prints the rows only', async () => {
  let isBusy = true;
  await using service = await startService(
    failing(servePages(rows), () => isBusy && !(isBusy = false), { status: 503, json: {} }),
  );
  const folder = createFolder(service.url);
  const args = [...range, '--out', '-', '--format', 'jsonl', '--limit', '20', '--quiet'];
  const { code, out, err } = await folder.run(args, { PUBLISHER_LOG: 'debug', PUBLISHER_RETRY_FOR: '1m' });

  expect(code).toBe(0);
  expect(out).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const lines = err.trimEnd().split('\n');
  expect(lines.every((line) => /^publisher-commerce transactions\.list [0-9a-f]{6,}: /.test(line))).toBe(
    true,
  );
  expect(lines.filter((line) => line.includes('retrying'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('→ 200 in'))).toHaveLength(3);
});

test('--out - with --receipt writes the receipt to that file, which verifies what a shell has written', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const args = ['--out', '-', '--format', 'csv', '--receipt', 'october.json'];
  const { code, out } = await folder.run([...range, ...args]);

  expect(code).toBe(0);
  expect(out.split('\r\n')).toHaveLength(52);
  expect(folder.names()).toEqual(['october.json']);
  writeFileSync(folder.file('october.csv'), out);
  expect(JSON.parse(folder.read('october.json'))).toMatchObject({
    complete: true,
    rows: 50,
    file: { name: 'stdout', format: 'csv', sha256: folder.sha256('october.csv') },
  });
  expect(
    await runHere(['verify', folder.file('october.csv'), '--receipt', folder.file('october.json')]),
  ).toMatchObject({ code: 0 });
});

test('an empty variable of a flag is one that is not set', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const empty = { PUBLISHER_SOURCE: '', PUBLISHER_RETRY_FOR: '', PUBLISHER_CURRENCY_DIGITS: '' };

  expect(await folder.run([...range, '--out', 'a.csv', '--quiet'], empty)).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  expect(folder.receipt('a.csv')).toMatchObject({ source: '127.0.0.1', currencyDigits: {} });
});

test('progress is printed in lines where stderr is no terminal; --quiet prints nothing', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const loud = await folder.run([...range, '--out', 'a.csv', '--limit', '10']);
  const quiet = await folder.run([...range, '--out', 'b.csv', '--quiet']);

  expect(loud.err).toMatch(/^10 of 50 rows\n20 of 50 rows, [\d,]+ rows\/s, \d+ s left\n30 of 50 rows, /);
  expect(loud.err).toContain('\n50 of 50 rows, ');
  expect(loud.err).toContain(`\na.csv: 50 rows, `);
  expect(loud.err).toContain(`SHA-256 ${folder.sha256('a.csv')}\n`);
  expect(quiet).toEqual({ code: 0, out: '', err: '' });
});

test('numbers that JSON.parse rounds are counted, and the lines and the receipt name their field and first row', async () => {
  const rich = rows.map((row, index) => {
    // Another type in the same field, before the first one that is rounded.
    const quantity = index === 0 ? '7' : index % 20 === 9 ? 'rounded' : 1;
    return {
      ...row,
      offerDetails: { ...row.offerDetails, products: [{ name: 'Gold', sku: 'gold', quantity }] },
    };
  });
  const page = JSON.stringify({ totalCount: 50, results: rich });
  const text = page.replaceAll('"rounded"', '9007199254740995');
  await using service = await startService([{ text, headers: { 'content-type': 'application/json' } }]);
  const folder = createFolder(service.url);
  const { code, err } = await folder.run([...range, '--out', 'a.csv']);

  expect(code).toBe(0);
  expect(err).toContain(
    'Rounded: 3 numbers beyond 2^53 - 1 lost digits when JSON was parsed: ' +
      'results[].offerDetails.products[].quantity, first in row 10.\n',
  );
  expect(folder.receipt('a.csv')).toMatchObject({
    complete: true,
    roundedNumbers: 3,
    drift: [
      {
        path: 'results[].offerDetails.products[].quantity',
        expected: 'at most 2^53 - 1',
        received: '9007199254740996',
        row: 10,
      },
    ],
  });
});

test('--demo exports the built-in one with all of its rows in the range', async () => {
  const folder = createFolder();
  const args = ['--month', '2024-02', '--demo', '--transactions', '321', '--out', 'a.jsonl'];
  const { code } = await folder.run(args);
  const { rows: count, startDate, complete, origin, firstTimestamp } = folder.receipt('a.jsonl');

  expect({ code, count, complete, origin }).toEqual({ code: 0, count: 321, complete: true, origin: null });
  expect(startDate).toBe('2024-02-01T00:00:00.000Z');
  expect(firstTimestamp?.startsWith('2024-02-0')).toBe(true);
});

test('--demo alone exports what the command sandbox has in that month, whenever it starts', async () => {
  await using sandbox = createSandbox({ now: () => new Date('2024-11-09T12:00:00Z') });
  const folder = createFolder();
  const { code } = await folder.run(['--month', '2024-02', '--demo', '--out', 'a.jsonl', '--quiet']);
  const february = { startDate: '2024-02-01T00:00:00Z', endDate: '2024-03-01T00:00:00Z', limit: 10_000 };
  const rows = await new PublisherClient(sandbox.clientOptions).transactions
    .list(february)
    .toArray({ max: 2000 });

  expect(code).toBe(0);
  expect(rows).toHaveLength(1000);
  expect(folder.read('a.jsonl')).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});

test.each([[[]], [['--transactions', '700']]])(
  'with --demo %s, no transaction or payment of a month is in another one',
  async (size) => {
    const folder = createFolder();
    const ids: string[] = [];
    for (const month of ['2026-08', '2026-09', '2026-10']) {
      const file = `${month}.jsonl`;
      expect(await folder.run(['--month', month, '--demo', ...size, '--out', file])).toMatchObject({
        code: 0,
      });
      for (const line of folder.read(file).trimEnd().split('\n')) {
        const { orderId, transactionDetails } = JSON.parse(line) as Transaction;
        ids.push(transactionDetails.id);
        if (transactionDetails.type === 'paid') ids.push(orderId ?? '');
      }
    }
    expect(ids.length).toBeGreaterThan(3600);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test('a range that has not ended is exported with exit code 0, a warning, and a receipt that says so', async () => {
  await using service = await startService(servePages(rows));
  const folder = createFolder(service.url);
  const end = new Date(Date.now() + 86_400_000).toISOString();
  const args = ['--start', '2026-10-01', '--end', end];
  const { code, err } = await folder.run([...args, '--out', 'a.csv']);
  const printed = await folder.run([...args, '--out', '-', '--format', 'csv', '--receipt', 'b.json']);
  const quiet = await folder.run([...args, '--out', 'c.csv', '--quiet']);
  const nextYear = `${new Date().getUTCFullYear() + 1}-01`;
  const later = await folder.run(['--month', nextYear, '--demo', '--out', 'd.csv']);

  const { finishedAt } = folder.receipt('a.csv');
  const warning = (endDate: string, exportedAt: string): string =>
    `\nUnfinished: exported on ${formatMoment(exportedAt)}, before its range ended on ${formatMoment(endDate)}. ` +
    'Transactions can still be added: export it again after its end.\n';
  expect(folder.receipt('a.csv')).toMatchObject({ complete: true, rangeEnded: false, rows: 50 });
  expect({ code, warned: err.endsWith(warning(end, finishedAt)) }).toEqual({ code: 0, warned: true });
  expect(printed.code).toBe(0);
  expect(printed.err).toContain('\nUnfinished: exported on ');
  expect(JSON.parse(folder.read('b.json'))).toMatchObject({ complete: true, rangeEnded: false });
  expect(quiet).toMatchObject({ code: 0, err: '' });
  expect(folder.receipt('c.csv').rangeEnded).toBe(false);
  expect(later.err).toContain(`, before its range ended on 1 February ${nextYear.slice(0, 4)}, 00:00 UTC. `);
  expect(folder.receipt('d.csv')).toMatchObject({ complete: true, rangeEnded: false });
});
