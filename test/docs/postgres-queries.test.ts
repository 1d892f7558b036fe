import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublisherClient, type Transaction } from '../../src/index.ts';
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
  // Two months, so that the queries of the last 90 days find it.
  const now = new Date();
  const firstOf = (month: number): Date =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month));
  const range = { startDate: firstOf(-2), endDate: firstOf(0) };
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
  await load(firstOf(1));
  await execute(
    database,
    `INSERT INTO publisher_commerce.quarantine (load_id, job, window_start, window_end, reason, fetched_at, row)
     SELECT load_id, job, window_start, window_end, 'amount: must be an integer', now(), '{"amount":0.5}'
     FROM publisher_commerce.commits LIMIT 1`,
  );
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

/** Groups the rows of the service by a key. */
function groupBy(key: (row: Transaction) => string): Map<string, Transaction[]> {
  const groups = new Map<string, Transaction[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}

const ofType =
  (type: string) =>
  ({ transactionDetails }: Transaction): boolean =>
    transactionDetails.type === type;

function cents(
  group: readonly Transaction[],
  field: 'amountUsd' | 'publisherNetAmountUsd' | 'totalTaxAmountUsd',
): number {
  return group.reduce((sum, { transactionDetails }) => sum + transactionDetails[field], 0);
}

test('the guide lists ten queries, and each of them finds something', async () => {
  expect(guideQueries.size).toBe(10);
  for (const name of guideQueries.keys()) expect(await ask(name), name).not.toEqual([]);
});

test('net by day is that of the rows', async () => {
  const days = groupBy(({ timestamp }) => new Date(timestamp).toISOString().slice(0, 10));

  expect(days.size).toBeGreaterThan(27);
  expect(await ask('Net by day')).toEqual(
    [...days]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, group]) => ({
        day,
        rows: group.length,
        net_usd: cents(group, 'publisherNetAmountUsd') / 100,
      })),
  );
});

test('refunds by offer are those of the rows', async () => {
  const found = await ask('Refunds by offer');

  const offers = [...groupBy(({ offerDetails }) => offerDetails?.offerId ?? 'null')]
    .map(([offer_id, group]) => ({
      offer_id,
      payments: group.filter(ofType('paid')).length,
      refunds: group.filter(ofType('refund')).length,
      refunded_usd: -cents(group.filter(ofType('refund')), 'amountUsd') / 100,
    }))
    .filter(({ refunds }) => refunds > 0)
    .sort((a, b) => b.refunded_usd - a.refunded_usd || (a.offer_id < b.offer_id ? -1 : 1));
  expect(offers.length).toBeGreaterThan(1);
  expect(found).toMatchObject(offers);
  expect(found).toHaveLength(offers.length);
});

test('the chargeback rate by country is that of the rows', async () => {
  const found = await ask('Chargeback rate by country');

  const countries = groupBy(({ geolocation }) => geolocation?.countryCode2 ?? 'null');
  expect(found).toHaveLength(countries.size);
  expect(found.filter(({ chargebacks }) => Number(chargebacks) > 0).length).toBeGreaterThan(1);
  for (const { country_code, payments, chargebacks, percent } of found) {
    const group = countries.get(String(country_code)) ?? [];
    const paid = group.filter(ofType('paid')).length;
    const withdrawn = group.filter(ofType('dispute_funds_withdrawn')).length;
    expect({ country_code, payments, chargebacks }).toEqual({
      country_code,
      payments: paid,
      chargebacks: withdrawn,
    });
    if (paid > 0) expect(Math.abs(Number(percent) - (100 * withdrawn) / paid)).toBeLessThanOrEqual(0.005001);
  }
});

test('tax by country is that of the rows', async () => {
  const found = await ask('Tax by country');

  const groups = groupBy(
    ({ geolocation, transactionDetails }) =>
      `${geolocation?.countryCode2 ?? 'null'} ${transactionDetails.currencyCode}`,
  );
  expect(found).toHaveLength(groups.size);
  for (const { country_code, currency_code, tax_usd } of found) {
    const group = groups.get(`${String(country_code)} ${String(currency_code)}`) ?? [];
    expect(tax_usd).toBe(cents(group, 'totalTaxAmountUsd') / 100);
  }
});

test('revenue by country and month adds up to all rows', async () => {
  const found = await ask('Revenue by country and month');
  const sum = (column: string): number =>
    found.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0);

  expect(sum('revenue_usd')).toBe(cents(rows, 'amountUsd'));
  expect(sum('net_usd')).toBe(cents(rows, 'publisherNetAmountUsd'));
});

test('players with disputes are those of the rows', async () => {
  const found = await ask('Players with disputes');

  const players = [...groupBy(({ customerDetails }) => customerDetails?.id ?? 'null')]
    .map(([customer_id, group]) => ({
      customer_id,
      disputes: group.filter(ofType('dispute_funds_withdrawn')).length,
      won: group.filter(ofType('dispute_funds_reinstated')).length,
    }))
    .filter(({ disputes }) => disputes > 0);
  expect(found).toHaveLength(players.length);
  expect(found).toEqual(
    expect.arrayContaining(players.map((player) => expect.objectContaining(player) as unknown)),
  );
});

test('only a row that was added late is late', async () => {
  expect(await ask('Late rows')).toMatchObject([{ load_id: 2, rows: 1 }]);
});

test('quarantine lists the row and its reason', async () => {
  expect(await ask('Quarantine')).toMatchObject([
    { reason: 'amount: must be an integer', row: '{"amount":0.5}' },
  ]);
});
