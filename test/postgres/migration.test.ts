import { afterAll, expect, test } from 'vitest';

import { flatten } from '../../src/ledger/index.ts';
import { loadStatus, verifyLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { load, storedTotals, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
import { version1 } from '../support/version-1.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
const rows = rowsAt([1000, 2000, 3000]);

/** A database of version 1 with a finished load of three rows, and a view of its user. */
async function createVersion1(): Promise<string> {
  const database = await postgres.createDatabase();
  await execute(database, version1);
  await execute(
    database,
    `INSERT INTO publisher_commerce.loads
       (id, kind, start_date, end_date, page_limit, rows_per_job, planned_rows, jobs, finished_at)
     VALUES (nextval('publisher_commerce.load_ids'), 'plan', $1, $2, 5000, 10000, 3, 1, now())`,
    [hour.startDate, hour.endDate],
  );
  for (const row of rows) await insert(database, row);
  const changes = {
    currencyCode: 'EUR',
    type: 'paid',
    rows: 3,
    amount: '2997',
    amountUsd: '3261',
    totalTaxAmount: '480',
    totalTaxAmountUsd: '522',
    currencyExchangeCostUsd: '33',
    chargebackFeeUsd: '0',
    transactionFeeUsd: '162',
    publisherNetAmountUsd: '2544',
  };
  await execute(
    database,
    `INSERT INTO publisher_commerce.commits
       (load_id, job, window_start, window_end, worker, attempt, started_at, pages, rows_received, rows_counted,
        rows_outside, rows_repeated, rows_inserted, rows_replaced, rows_unchanged, rows_older, rows_quarantined, changes)
     VALUES (1, 1, $1, $2, 'host:1', 1, now(), 1, 3, 3, 0, 0, 3, 0, 0, 0, 0, $3)`,
    [hour.startDate, hour.endDate, JSON.stringify([changes])],
  );
  await execute(
    database,
    'CREATE VIEW paid AS SELECT count(*)::int AS rows FROM publisher_commerce.transactions',
  );
  return database;
}

async function insert(database: string, row: LedgerRow): Promise<void> {
  const { products, ...columns } = flatten(row);
  const record = { ...columns, products: JSON.parse(products ?? 'null') as unknown, row };
  await execute(
    database,
    `INSERT INTO publisher_commerce.transactions
     SELECT (json_populate_record(NULL::publisher_commerce.transactions, $1)).*`,
    [JSON.stringify({ ...record, fetched_at: '2026-10-02T00:00:00Z', load_id: 1 })],
  );
}

test('a plan migrates tables of version 1, and their rows count, are compared, and are marked if they are gone', async () => {
  const database = await createVersion1();
  const present = rows.slice(1);
  await using service = await startService(serveLedger(present));
  const target = { client: service.client(), database };
  await expect(verifyLoad({ database })).rejects.toMatchObject({ reason: 'version' });

  // It plans first, and works then.
  expect(await load(target, hour)).toMatchObject({ finished: true, missingRows: 1 });

  expect(await storedTotals(database)).toEqual(totalsOf(present));
  expect(await loadStatus({ database })).toMatchObject({ rows: 2 });
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({
    agrees: true,
    rows: 2,
    missing: [{ timestamp: '2026-10-01T00:00:01.000000Z', transactionId: 'transaction-0' }],
  });
  // A view of a user follows the table to its new name.
  expect(await execute(database, 'SELECT rows FROM paid')).toEqual([{ rows: 3 }]);
});
