import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';

import { ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import { eventually } from '../../../support/eventually.ts';
import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { runProgram, withFileLimit } from '../../../support/run-program.ts';
import { type ReceivedRequest, type Reply, startService, token } from '../../../support/service.ts';
import { command } from '../../start-command.ts';
import { createFolder, failing, range, servePages } from './run-export.ts';
import { said } from '../../../support/said.ts';

const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));
const pages = ['--limit', '10'];
const kept = '30 rows are kept: run the same command with --resume to continue';
const hang: Reply = () => undefined;

test.each<[string, Reply, string]>([
  ['an expired token', { status: 401, json: {} }, 'the service rejected the token (401)'],
  ['a lost connection', (response) => response.destroy(), 'lost the connection to http://127.0.0.1'],
  ['a service that fails', { status: 500, json: {} }, 'the service failed: transactions.list'],
  ['a page of HTML', { text: '<html>' }, 'transactions.list: expected JSON, received HTML'],
])('%s exits with 1 and one line, and --resume completes the file', async (_, fail, problem) => {
  let isBroken = true;
  const serve = failing(servePages(rows), ({ url }) => isBroken && url.includes('cursor=30'), fail);
  await using service = await startService(serve);
  const folder = createFolder(service.url);
  const { code, out, err } = await folder.run([
    ...range,
    ...pages,
    ...['--out', 'a.jsonl', '--quiet', '--json'],
  ]);

  expect(code).toBe(1);
  expect(err).toContain(problem);
  expect(err.endsWith(`. ${kept}\n`)).toBe(true);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  // A strict comparison: nothing else is printed, and the error has no other field.
  const { error } = JSON.parse(out) as { error: { code: string; message: string } };
  expect(out).toBe(`${JSON.stringify({ error: { code: error.code, message: error.message } })}\n`);
  expect(err).toBe(`publisher-commerce: ${error.message}\n`);
  expect(folder.read('a.jsonl.part').trimEnd().split('\n')).toHaveLength(30);
  isBroken = false;
  expect((await folder.run(['--out', 'a.jsonl', '--resume'])).code).toBe(0);
  expect(folder.read('a.jsonl')).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
] as const)('%s stops cleanly, says how to resume, and exits with %i', async (signal, code) => {
  let isBroken = true;
  const serve = failing(servePages(rows), ({ url }) => isBroken && url.includes('cursor=30'), hang);
  await using service = await startService(serve);
  const folder = createFolder(service.url);
  const program = folder.start([...range, ...pages, '--out', 'a.jsonl', '--quiet']);
  await eventually(() => expect(service.requests).toHaveLength(4));
  program.child.kill(signal);

  expect(await program.finished).toMatchObject({
    code,
    out: '',
    err: `publisher-commerce: interrupted. ${kept}\n`,
  });
  isBroken = false;
  expect((await folder.run(['--out', 'a.jsonl', '--resume'])).code).toBe(0);
  expect(folder.receipt('a.jsonl')).toMatchObject({ complete: true, rows: 50 });
});

test('Ctrl-C twice ends at once, and the export can be resumed', async () => {
  let isBroken = true;
  const serve = failing(servePages(rows), ({ url }) => isBroken && url.includes('cursor=30'), hang);
  await using service = await startService(serve);
  const folder = createFolder(service.url);
  const { child, finished } = folder.start([...range, ...pages, '--out', 'a.jsonl', '--quiet']);
  await eventually(() => expect(service.requests).toHaveLength(4));
  child.kill('SIGINT');
  child.kill('SIGINT');
  const { code, signal } = await finished;

  // The second one ends the process, unless it has ended by then.
  expect(signal ?? code).toSatisfy((end) => end === 'SIGINT' || end === 130);
  isBroken = false;
  expect((await folder.run([...range, ...pages, '--out', 'a.jsonl', '--resume'])).code).toBe(0);
  expect(folder.receipt('a.jsonl')).toMatchObject({ complete: true, rows: 50 });
});

test('a second process on the same file exits with 4, and a lock left by SIGKILL does not block', async () => {
  let isBroken = true;
  const serve = failing(servePages(rows), ({ url }) => isBroken && url.includes('cursor=30'), hang);
  await using service = await startService(serve);
  const folder = createFolder(service.url);
  const first = folder.start([...range, ...pages, '--out', 'a.jsonl', '--quiet']);
  await eventually(() => expect(service.requests).toHaveLength(4));
  const second = await folder.run([...range, ...pages, '--out', 'a.jsonl', '--resume']);

  expect(second.code).toBe(4);
  expect(second.err).toMatch(said(`is in use … pid ${first.child.pid}`));
  first.child.kill('SIGKILL');
  await first.finished;
  isBroken = false;
  expect((await folder.run(['--out', 'a.jsonl', '--resume'])).code).toBe(0);
  expect(folder.names()).toEqual(['a.jsonl', 'a.jsonl.receipt.json']);
});

test('a file that reaches the maximum size exits with 1 and one line, and the export continues when there is space', async () => {
  const many = rowsAt(Array.from({ length: 2000 }, (_, index) => index * 1000));
  await using service = await startService(servePages(many));
  const folder = createFolder(service.url);
  const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token };
  const args = [...range, '--limit', '100', '--out', 'a.jsonl', '--quiet'];
  const limited = withFileLimit(1000, process.execPath, command, 'export', ...args);
  const { code, err } = await runProgram(...limited, { cwd: folder.path, env });

  expect(code).toBe(1);
  expect(err).toMatch(
    /^publisher-commerce: \S+\/a\.jsonl\.part: the file has reached the maximum size \(ulimit -f\) \(EFBIG\)\. [\d,]+ rows are kept: .*--resume.*\n$/,
  );
  expect((await folder.run(['--out', 'a.jsonl', '--resume'])).code).toBe(0);
  expect(
    folder
      .read('a.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(many);
});

test.each(['bad.csv', '-'])(
  'what is dropped or hashed is so in the quarantine file of %s too',
  async (out) => {
    const [row] = rows;
    const customerDetails = { id: 'player-1', email: 'ann@example.com' };
    const invalid = {
      ...row,
      customerDetails,
      transactionDetails: { ...row?.transactionDetails, amount: 9.99 },
    };
    await using service = await startService(servePages([invalid]));
    const folder = createFolder(service.url);
    const columns = ['--drop', 'customer_email', '--hash', 'customer_id', '--format', 'csv'];

    await folder.run([...range, '--out', out, '--quarantine', 'bad.jsonl', '--quiet', ...columns], {
      PUBLISHER_HASH_KEY: 'key',
    });

    const id = createHmac('sha256', 'key').update('player-1').digest('hex');
    expect(JSON.parse(folder.read('bad.jsonl'))).toEqual({ ...invalid, customerDetails: { id } });
  },
);

test('an invalid row exits with 1; with --quarantine it is set aside, and the file is incomplete', async () => {
  const invalid = { ...rows[25], transactionDetails: { ...rows[25]?.transactionDetails, amount: 9.99 } };
  const served = rows.map((row, index) => (index === 25 ? (invalid as typeof row) : row));
  await using service = await startService(servePages(served));
  const folder = createFolder(service.url);
  const failed = await folder.run([...range, ...pages, '--out', 'a.jsonl', '--quiet']);
  const args = [...range, ...pages, '--out', 'b.jsonl', '--quarantine', 'bad.jsonl', '--quiet'];
  const { code, err } = await folder.run(args);

  expect(failed.code).toBe(1);
  expect(failed.err).toMatch(
    /^publisher-commerce: transaction "[^"]+" is invalid: .*results\[5\]\.transactionDetails\.amount: .*; to set invalid rows aside, start again with --force --quarantine FILE\. 20 rows are kept: .*\n$/,
  );
  expect(failed.err).toContain(`transaction "${invalid.transactionDetails.id}" is invalid`);
  expect(code).toBe(3);
  expect(err).toBe('publisher-commerce: b.jsonl is incomplete: 1 row was invalid\n');
  expect(JSON.parse(folder.read('bad.jsonl'))).toEqual(invalid);
  expect(folder.receipt('b.jsonl')).toMatchObject({
    complete: false,
    rows: 49,
    invalidRows: 1,
    totalCount: 50,
  });
});

test('data that changes while it is read makes the file incomplete, also after --resume; it is kept, with advice', async () => {
  // A row behind the cursor is deleted between two pages: the row at the border is lost, and the rest adds up.
  let isBroken = true;
  const serve = ({ url }: ReceivedRequest): Reply => {
    if (isBroken && url.includes('cursor=30')) return { status: 401, json: {} };
    const ledger = url.includes('cursor=') ? rows.toSpliced(3, 1) : rows;
    return servePages(ledger)({ method: 'GET', url, headers: {}, body: '' });
  };
  await using service = await startService(serve);
  const folder = createFolder(service.url);
  const args = [...range, ...pages, '--out', 'a.jsonl', '--quiet'];
  expect((await folder.run(args)).code).toBe(1);
  isBroken = false;
  const { code, err } = await folder.run([...args, '--resume']);

  expect(code).toBe(3);
  expect(err).toBe(
    'publisher-commerce: a.jsonl is incomplete: the data changed while it was read: rows may be missing or ' +
      'repeated. The file is kept; run the export again with --force once the range has ended and no rows are added\n',
  );
  expect(folder.names()).toEqual(['a.jsonl', 'a.jsonl.receipt.json']);
  expect(folder.receipt('a.jsonl')).toMatchObject({
    complete: false,
    changedWhileRead: true,
    rows: 49,
    totalCount: 49,
    drift: [{ path: 'totalCount', expected: '50, as on the page before', received: '49' }],
  });
});

test('two rows with one key on two pages make the file incomplete, and the advice to use another --limit completes it', async () => {
  // Two refunds of one transaction within a second: the page of 10 rows ends between them.
  const twins = rows.map((row, index) => (index === 10 ? { ...row, ...rows[9], orderId: 'second' } : row));
  await using service = await startService(serveLedger(twins));
  const folder = createFolder(service.url);
  const args = [...range, '--out', 'a.jsonl', '--quiet', '--limit'];
  const { code, err } = await folder.run([...args, '10']);
  const again = await folder.run([...args, '9', '--force']);

  expect(code).toBe(3);
  expect(err).toContain(
    '. Some rows have the same timestamp, type and id: to read them on one page, add another --limit, such as 9999\n',
  );
  expect(folder.receipt('a.jsonl')).toMatchObject({ complete: true, rows: 50, rowsWithSameKey: 1 });
  expect(again).toMatchObject({ code: 0, err: '' });
});

test('rows at or after the end are left out, so that adjoining ranges share no row', async () => {
  // This service includes both ends.
  const day = 86_400_000;
  await using service = await startService(serveLedger(rowsAt([0, day - 1, day, day + 1])));
  const folder = createFolder(service.url);
  const first = await folder.run(['--start', '2026-10-01', '--end', '2026-10-02', '--out', 'a.jsonl']);
  const second = await folder.run(['--start', '2026-10-02', '--end', '2026-10-03', '--out', 'b.jsonl']);

  expect([first.code, second.code]).toEqual([0, 0]);
  expect(folder.receipt('a.jsonl')).toMatchObject({
    rows: 2,
    rowsOutsideRange: 1,
    totalCount: 3,
    complete: true,
  });
  expect(folder.receipt('b.jsonl')).toMatchObject({ rows: 2, rowsOutsideRange: 0, totalCount: 2 });
  const times = `${folder.read('a.jsonl')}${folder.read('b.jsonl')}`.match(/"timestamp":"[^"]+"/g) ?? [];
  expect(new Set(times).size).toBe(4);
  expect(times).toHaveLength(4);
});

test.each([
  ['a row too few', 51, 'received 50 rows, the service counts 51'],
  ['a row too many', 49, 'received 50 rows, the service counts 49'],
])('%s exits with 3, and says why', async (_, totalCount, problem) => {
  const serve = servePages(rows);
  await using service = await startService((request) => {
    const reply = serve(request) as { json: object };
    return { json: { ...reply.json, totalCount } };
  });
  const folder = createFolder(service.url);
  const { code, err } = await folder.run([...range, '--out', 'a.csv', '--quiet']);

  expect(code).toBe(3);
  expect(err).toBe(`publisher-commerce: a.csv is incomplete: ${problem}\n`);
  expect(folder.receipt('a.csv')).toMatchObject({ complete: false, rows: 50, totalCount });
});

test.each(ledgerFormats)('rows out of order are searched for duplicates in the %s file', async (format) => {
  const shuffled = rows.toReversed();
  const repeated = [...shuffled.slice(0, -1), ...shuffled.slice(0, 1)];
  await using good = await startService(servePages(shuffled));
  await using bad = await startService(servePages(repeated));
  const [one, two] = [createFolder(good.url), createFolder(bad.url)];
  const args = [...range, '--out', `a.${format}`, '--quiet'];

  expect((await one.run(args)).code).toBe(0);
  expect(await two.run(args)).toMatchObject({
    code: 3,
    err: `publisher-commerce: a.${format} is incomplete: rows occur more than once\n`,
  });
});

test('a reader of --out - that has enough, as head, ends the export without a message', async () => {
  const many = rowsAt(Array.from({ length: 3000 }, (_, index) => index * 1000));
  await using service = await startService(servePages(many));
  const folder = createFolder(service.url);
  const { child, finished } = folder.start([...range, '--out', '-', '--format', 'jsonl', '--quiet']);
  child.stdout.once('data', () => child.stdout.destroy());
  const { code, err } = await finished;

  expect({ code, err }).toEqual({ code: 1, err: '' });
});
