import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublisherClient, type Transaction } from '../../src/client/index.ts';
import { planLoad, workLoad } from '../../src/postgres/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createLedgerDatabase } from '../support/load.ts';
import { execute, type Postgres, startPostgres } from '../support/postgres.ts';
import { guideQueries } from './postgres-guide.ts';

let postgres: Postgres;
let database: string;
let rows: readonly Transaction[];

beforeAll(async () => {
  postgres = await startPostgres();
  database = await createLedgerDatabase(postgres);
  // The 59 days before this month, which on its last day too are among the last 90.
  const now = new Date();
  const monthFromHere = (months: number, days = 0): Date =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1 + days));
  const range = { startDate: monthFromHere(0, -59), endDate: monthFromHere(0) };
  const period = { start: range.startDate, end: range.endDate };
  const client = new PublisherClient(createSandbox({ transactions: 2500, period }).clientOptions);
  rows = await client.transactions.list(range).toArray({ max: 2500 });
  const load = async (endDate: Date): Promise<void> => {
    await planLoad({ client, database, ...range, endDate });
    await workLoad({ client, database });
  };
  await load(range.endDate);
  // As if it had come after the first load.
  await execute(database, `DELETE FROM publisher_commerce.transactions WHERE transaction_id = $1`, [
    lateRow().id,
  ]);
  await load(monthFromHere(1));
  await execute(
    database,
    `INSERT INTO publisher_commerce.quarantine (source, load_id, job, window_start, window_end, reason, read_number, fetched_at, row)
     SELECT 'game', load_id, job, window_start, window_end, 'amount: must be an integer', first_read, now(), '{"amount":0.5}'
     FROM publisher_commerce.commits LIMIT 1`,
  );
  for (const statement of [
    `UPDATE publisher_commerce.stored_transactions SET missing_since = now() WHERE transaction_id = '${lateRow().id}'`,
    `UPDATE publisher_commerce.attempts SET failure = 'job 7 of load 2: timed out' WHERE kind = 'work'`,
    `INSERT INTO publisher_commerce.workers (id, host, pid, package_version, concurrency, seen_at)
     VALUES (gen_random_uuid(), 'loader-1', 17, '0.1.0', 2, now() - interval '31 seconds')`,
    // A load of which nothing is done.
    `INSERT INTO publisher_commerce.loads SELECT 3, 'plan', start_date, end_date, source, page_limit, rows_per_job, planned_rows, jobs, planned_at
     FROM publisher_commerce.loads WHERE id = 1`,
  ])
    await execute(database, statement);
});
afterAll(() => postgres[Symbol.asyncDispose]());

function lateRow(): Transaction['transactionDetails'] {
  const [row] = rows;
  if (!row) throw new Error('the sandbox has rows');
  return row.transactionDetails;
}

/** Runs a query of the guide; numbers and dates are strings. */
async function ask(name: string): Promise<Record<string, unknown>[]> {
  const sql = guideQueries.get(name);
  if (sql === undefined) throw new Error(`the guide lists no query ${name}`);
  const found = await execute(
    database,
    `SELECT to_jsonb(found) AS row FROM (${sql.replace(/;\s*$/, '')}) found`,
  );
  return found.map(({ row }) => row as Record<string, unknown>);
}

type Details = Transaction['transactionDetails'];

const ofType = (type: string) => (row: Details) => Number(row.type === type);
const usd = (field: 'amountUsd' | 'publisherNetAmountUsd' | 'totalTaxAmountUsd') => (row: Details) =>
  row[field] / 100;

/** What a column of each query adds up to, by what a row of the service contributes. */
const sums: readonly (readonly [query: string, column: string, of: (row: Details) => number])[] = [
  ['Net by day', 'rows', () => 1],
  ['Net by day', 'net_usd', usd('publisherNetAmountUsd')],
  ['Refunds by offer', 'refunds', ofType('refund')],
  ['Refunds by offer', 'refunded_usd', (row) => -ofType('refund')(row) * usd('amountUsd')(row)],
  ['Chargeback rate by country', 'payments', ofType('paid')],
  ['Chargeback rate by country', 'chargebacks', ofType('dispute_funds_withdrawn')],
  ['Tax by country', 'tax_usd', usd('totalTaxAmountUsd')],
  ['Players with disputes', 'disputes', ofType('dispute_funds_withdrawn')],
];

test('the guide lists eleven queries, and each of them finds something', async () => {
  expect(guideQueries.size).toBe(11);
  for (const name of guideQueries.keys()) expect(await ask(name), name).not.toEqual([]);
});

test.each(sums)('the rows of "%s" have the sum of all transactions as %s', async (query, column, of) => {
  const found = (await ask(query)).map((row) => Number(row[column]));
  const cents = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + Math.round(value * 100), 0);

  expect(found.length).toBeGreaterThan(1);
  expect(cents(found)).toBe(cents(rows.map(({ transactionDetails }) => of(transactionDetails))));
});

test('only a row that was added late is late, and quarantine lists the row and its reason', async () => {
  expect(await ask('Late rows')).toMatchObject([{ load_id: 2, rows: 1 }]);
  expect(await ask('Quarantine')).toMatchObject([
    { reason: 'amount: must be an integer', row: '{"amount":0.5}' },
  ]);
});

test('who is on call sees how far the loads reach, every alarm, and who was lost', async () => {
  const [lag] = await ask('Lag');
  // The second load ends at the first of the next month, which it was planned before.
  expect(lag?.['lag']).toMatch(/^00:/);
  const alarms = await ask('Alarms');
  expect(alarms.map(({ kind }) => kind).toSorted()).toEqual(['failure', 'not_found', 'quarantined']);
  expect(await ask('Rows a second')).toMatchObject([
    { load_id: 1, rows: rows.length },
    { load_id: 2, rows: rows.length },
  ]);
  expect(await ask('Lost workers')).toMatchObject([{ host: 'loader-1', pid: 17 }]);
});
