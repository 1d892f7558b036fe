import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { PublisherClient } from '../../../../src/client/index.ts';
import { eventually } from '../../../support/eventually.ts';
import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import { startService } from '../../../support/service.ts';
import { createFolder } from '../export/run-export.ts';
import { said } from '../../../support/said.ts';
import { jsonOf, openPlace, sixJobs } from './load-place.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('the first sync needs --start', async () => {
  const { load } = await openPlace(postgres, { database: await postgres.createDatabase() });

  expect(await load('sync')).toMatchObject({
    code: 2,
    out: '',
    err: 'publisher-commerce: --start: is required for the first sync: there is no load yet\nTry publisher-commerce load sync --help, or read node_modules/publisher-commerce/docs/postgres.md\n',
  });
});

test.each([
  [['--start', '2026-05-01', '--end', '2026-04-01'], '--end: must be after --start'],
  [['--start', '2999-01-01'], '--start: must be in the past'],
  [['--start', '2026-05-01', '--look-back', '367d'], '--look-back: must be up to 366d'],
])('sync %s is wrong usage', async (flags, message) => {
  const { load } = await openPlace(postgres);

  expect(await load('sync', ...flags)).toMatchObject({
    code: 2,
    err: `publisher-commerce: ${message}\nTry publisher-commerce load sync --help, or read node_modules/publisher-commerce/docs/postgres.md\n`,
  });
});

test('sync loads and verifies; the next one looks back, and adds nothing', async () => {
  const { load, sql } = await openPlace(postgres);

  const first = await load('sync', '--start', '2026-10-01', '--end', '2026-10-20');
  const second = await load('sync', '--look-back', '2d', '--end', '2026-11-01', '--json');
  const third = await load('sync', '--look-back', '36h', '--end', '2026-11-01', '--json');

  const times = await sql('SELECT timestamp FROM publisher_commerce.transactions');
  const days = times.map(({ timestamp }) => (timestamp as Date).getUTCDate());
  const rows = days.filter((day) => day < 20).length;
  // All of a day that is read in part is compared.
  const touched = (first: number): number => days.filter((day) => day >= first).length;
  expect(rows).toBeGreaterThan(100);
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toBe(
    `Planned load 1: 1 job, ${String(rows)} rows\n` +
      `Load 1: this worker did 1 job with ${String(rows)} rows\n` +
      `No difference: ${String(rows)} rows\n` +
      `  2026-10-01T00:00:00.000Z to 2026-10-20T00:00:00.000Z: ${String(rows)} rows\n` +
      'Compared:\n' +
      '  rows and sums of each day, currency and type, with the receipts of all jobs\n' +
      'Not compared with the service: see load verify --online and --deep\n',
  );
  expect(second.code).toBe(0);
  expect(jsonOf(second)).toMatchObject({
    state: 'done',
    planned: { load: 2, existed: false },
    verification: { agrees: true, rows: touched(18) },
  });
  expect(await sql('SELECT start_date FROM publisher_commerce.loads ORDER BY id')).toEqual(
    ['2026-10-01', '2026-10-18', '2026-10-30T12:00:00Z'].map((date) => ({ start_date: new Date(date) })),
  );
  expect(jsonOf(third)).toMatchObject({
    planned: { load: 3 },
    verification: { agrees: true, rows: touched(30) },
  });
});

test('of two syncs at once, the second one says so, and exits with 0', async () => {
  const { load, start, sql } = await openPlace(postgres, { latency: 700 });
  const first = start('sync', '--start', '2026-10-01', '--end', '2026-11-01');
  // The first one holds its lock when it has planned, and still waits for its page.
  await eventually(async () => expect(await sql('SELECT id FROM publisher_commerce.loads')).toHaveLength(1));

  const busy = await load('sync', '--json');
  expect(busy.code).toBe(0);
  const { state, holder } = jsonOf(busy) as { state: string; holder: { since: string } };
  expect({ state, holder }).toEqual({
    state: 'busy',
    holder: { host: hostname(), pid: first.child.pid, since: expect.any(String) as string },
  });
  const process = `pid ${String(first.child.pid)} on ${hostname()}, since ${holder.since}`;
  expect(await load('sync')).toMatchObject({
    code: 0,
    out: expect.stringMatching(`^Another sync has run for \\d+ s: ${process}. Nothing was done\n$`) as string,
  });
  expect(await first.finished).toMatchObject({
    code: 0,
    out: expect.stringContaining('No difference') as string,
  });
});

test('sync exits with 3 if the table differs from its receipts, and names what', async () => {
  const { load, sql } = await openPlace(postgres);
  await load('sync', '--start', '2026-10-01', '--end', '2026-10-20', '--quiet');
  const deleted = await sql(
    `DELETE FROM publisher_commerce.transactions WHERE timestamp >= '2026-10-19T12:00Z' RETURNING timestamp`,
  );
  expect(deleted.length).toBeGreaterThan(0);

  const { code, out, err } = await load('sync', '--end', '2026-11-01', '--look-back', '12h');

  expect(code).toBe(3);
  expect(err).toMatch(
    said('127.0.0.1: 2026-10-19: rows or sums differ from the receipts … load acknowledge'),
  );
  expect(out).toContain(
    '\nThe table differs:\n' +
      '  rows or sums of 2026-10-19. If rows were deleted from the table:\n' +
      '  publisher-commerce load recount --start 2026-10-19 --end 2026-10-20\n┌',
  );
  expect(out).toMatch(/\n… and \d+ more; --json prints all of them\nCompared:\n/);
  expect(out).toMatch(/│ 2026-10-19 │ [A-Z]{3} +│ paid +│ rows +│ +\d+ │ +\d+ │\n/);
});

test('a command that is printed to copy is for the same tables and source', async () => {
  const { load, sql } = await openPlace(postgres, { database: await postgres.createDatabase() });
  const file = createFolder().file('a service.env');
  writeFileSync(file, '');
  const tables = ['--schema', 'store_b', '--env-file', file];
  const copied = `--schema store_b --env-file "${file}"`;
  expect((await load('plan', '--month', '2026-10', '--source', 'game-a', ...tables)).out).toContain(
    `Now start workers: publisher-commerce load work ${copied}\n`,
  );
  await load('work', '--source', 'game-a', '--quiet', ...tables);
  await load('sync', '--start', '2026-10-03', '--end', '2026-10-06', '--source', 'game-b', ...tables);
  await sql(`DELETE FROM store_b.stored_transactions WHERE timestamp < '2026-10-05' AND source = 'game-b'`);
  await sql(`DELETE FROM store_b.stored_transactions WHERE timestamp < '2026-10-02'`);

  expect((await load('verify', ...tables)).out).toContain(
    'The table differs:\n' +
      '  rows or sums of 2026-10-01 of game-a. If rows were deleted from the table:\n' +
      `  publisher-commerce load recount --start 2026-10-01 --end 2026-10-02 --source game-a ${copied}\n` +
      '  rows or sums of 2026-10-03, 2026-10-04 of game-b. If rows were deleted from the table:\n' +
      `  publisher-commerce load recount --start 2026-10-03 --end 2026-10-05 --source game-b ${copied}\n`,
  );
});

test('verify says what it compared: alone, with --online and with --deep', async () => {
  const { load } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  await load('work', '--quiet');

  const result =
    'No difference: 300 rows\n' +
    '  2026-10-01T00:00:00.000Z to 2026-11-01T00:00:00.000Z: 300 rows\n' +
    'Compared:\n' +
    '  rows and sums of each day, currency and type, with the receipts of all jobs\n' +
    '  every column of each row, with the row as received\n';
  expect(await load('verify')).toEqual({
    code: 0,
    out: `${result}Not compared with the service: see load verify --online and --deep\n`,
    err: '',
  });
  expect(await load('verify', '--online')).toMatchObject({
    code: 0,
    out: `${result}  the number of rows of each day, with the count of the service\n`,
  });
  expect(await load('verify', '--deep')).toMatchObject({
    code: 0,
    out: `${result}  every row and column, with the rows that the service returns now\n`,
  });
  expect(jsonOf(await load('verify', '--json'))).toMatchObject({ agrees: true, rows: 300, differences: [] });
  expect(await load('verify', '--quiet')).toMatchObject({ code: 0, out: '', err: '' });
});

test('verify --online finds rows that were added late', async () => {
  const { load, sandbox } = await openPlace(postgres, { now: () => new Date('2026-10-20T12:00:00Z') });
  await load('plan', ...sixJobs);
  await load('work', '--quiet');
  const client = new PublisherClient(sandbox.clientOptions);
  const { checkoutSessionToken } = await client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Bag of gold', sku: 'bag-of-gold' },
    customer: { id: 'player-1' },
  });
  sandbox.purchases.pay(checkoutSessionToken);

  expect(await load('verify')).toMatchObject({ code: 0 });
  const { code, out } = await load('verify', '--online');
  expect(code).toBe(3);
  expect(out).toMatch(/2026-10-20.*: the service counts \d+ rows, the table has \d+\n/);
  expect(out).toContain('publisher-commerce load plan --start 2026-10-20 --end 2026-10-21\n');
});

test('verify exits with 3 before the load is done, and says how many jobs are', async () => {
  const { load } = await openPlace(postgres);
  await load('plan', ...sixJobs);

  expect((await load('verify', '--quiet')).out).toContain('The table differs:\n');
  expect(await load('verify')).toMatchObject({
    code: 3,
    out: expect.stringMatching(
      /^The table differs:\n {2}load 1: 0 of 6 jobs are done\nCompared:\n/,
    ) as string,
  });
});

test('verify names changed amounts, rows in quarantine and wrong counts', async () => {
  const { load, sql } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  await load('work', '--quiet');
  const [{ currency_code: currency, type } = {}] = await sql(
    `UPDATE publisher_commerce.transactions SET publisher_net_amount_usd_minor = publisher_net_amount_usd_minor + 1
     WHERE transaction_id = (SELECT min(transaction_id) FROM publisher_commerce.transactions)
     RETURNING currency_code, type`,
  );
  await sql('UPDATE publisher_commerce.commits SET rows_counted = rows_counted + 1 WHERE job = 2');
  await sql(`INSERT INTO publisher_commerce.quarantine
      (source, load_id, job, window_start, window_end, reason, read_number, fetched_at, row)
    SELECT '127.0.0.1', load_id, job, window_start, window_end, 'amount: must be an integer', first_read, now(), '{}'
    FROM publisher_commerce.commits WHERE job = 3`);

  const { code, out } = await load('verify');

  expect(code).toBe(3);
  expect(out).toMatch(/^ {2}job 2 of load 1: the service counted \d+ rows, and returned \d+$/m);
  expect(out).toContain('\n  load 1: rows in quarantine: 1; the table quarantine says why: ');
  expect(out).toMatch(new RegExp(`│ ${String(currency)} +│ ${String(type)} +│ Net, USD +│ `));
});

test('verify without a load says so', async () => {
  const { load } = await openPlace(postgres);

  expect(await load('verify')).toMatchObject({
    code: 0,
    out: 'There is nothing to verify: no load is planned yet\n',
  });
});

test('sync marks rows that the service no longer has, says so even with --quiet, and verify lists them', async () => {
  const { load } = await openPlace(postgres);
  const hours = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => (1 + index) * 3_600_000);
  let rows = rowsAt(hours(10));
  await using service = await startService((request) => serveLedger(rows)(request));
  vi.stubEnv('PUBLISHER_BASE_URL', service.url);
  const sync = ['sync', '--start', '2026-10-01', '--end', '2026-10-02', '--quiet'];
  expect(await load(...sync)).toEqual({ code: 0, out: '', err: '' });
  rows = rowsAt(hours(9));

  for (const night of ['first', 'second']) {
    const { code, out, err } = await load(...sync);
    expect({ code, out }, night).toEqual({ code: 3, out: '' });
    expect(err).toMatch(said('127.0.0.1: stored rows that load 2 did not find: 1; sums include them until'));
  }
  const { code, out } = await load('verify', '--deep');
  expect(code).toBe(3);
  expect(out).toMatch(
    /\nSums include 1 of 10 rows that the last read did not find:\n {2}2026-10-01T10:00:00.000000Z paid transaction-9: 999 EUR in the smallest unit, net 848 US cents, since 2\S+Z\n$/,
  );
  expect(await load(...sync, '--remove-after', '0')).toEqual({
    code: 3,
    out: '',
    err: 'publisher-commerce: removed: 1 of 10 stored rows, which two loads did not find\n',
  });
  expect((await load('verify', '--deep')).code).toBe(0);
});

test('verify --deep names each row that differs, and --json lists it', async () => {
  const { load, sql } = await openPlace(postgres);
  await load('plan', ...sixJobs);
  await load('work', '--quiet');
  const [{ transaction_id: id } = {}] = await sql(
    `UPDATE publisher_commerce.stored_transactions
     SET customer_id = 'player-x', row = jsonb_set(row::jsonb, '{customerDetails,id}', '"player-x"')::json
     WHERE transaction_id = (SELECT min(transaction_id) FROM publisher_commerce.transactions) RETURNING transaction_id`,
  );

  expect(await load('verify', '--online')).toMatchObject({ code: 0 });
  const { code, out } = await load('verify', '--deep');
  expect(code).toBe(3);
  expect(out).toMatch(
    new RegExp(
      `^The table differs:\\n {2}2026\\S+ \\S+ ${String(id)}: customer_id: a value; the service has another value\\nCompared:\\n`,
    ),
  );
  expect(jsonOf(await load('verify', '--deep', '--json'))).toMatchObject({
    agrees: false,
    differences: [{ what: 'changed', transactionId: id, fields: ['customer_id'] }],
  });
});
