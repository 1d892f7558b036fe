import { afterAll, expect, test } from 'vitest';

import { type LoadDifference, loadStatus, planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { takeLedgerDatabase, load, type LoadTarget } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

let rows: LedgerRow[] = [];
const postgres = await startPostgres();
const service = await startService((request) => serveLedger(rows)(request));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const first = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-04T00:00:00.000Z' };
const day = 86_400_000;

/** A table with ten rows a day for three days. */
async function loaded(from = service): Promise<LoadTarget> {
  rows = rowsAt(
    Array.from({ length: 30 }, (_, index) => Math.floor(index / 10) * day + (1 + (index % 10)) * 3_600_000),
  );
  const client = from.client({ onDrift: () => undefined });
  const target = { client, database: await takeLedgerDatabase(postgres) };
  await load(target, first);
  return target;
}

/** The day of that row. */
const second = { source: '127.0.0.1', day: '2026-10-02' };
const one = `WHERE transaction_id = 'transaction-14'`;

test.each<[string, string, LoadDifference[]]>([
  [
    'a row was deleted',
    `DELETE FROM publisher_commerce.transactions ${one}`,
    [
      { what: 'rows', ...second, currencyCode: 'EUR', type: 'paid', expected: '10', found: '9' },
      {
        what: 'sum',
        ...second,
        currencyCode: 'EUR',
        type: 'paid',
        column: 'amount_minor',
        expected: '9990',
        found: '8991',
      },
    ],
  ],
  [
    'an amount was changed by a cent',
    `UPDATE publisher_commerce.transactions SET chargeback_fee_usd_minor = 1 ${one}`,
    [
      {
        what: 'sum',
        ...second,
        currencyCode: 'EUR',
        type: 'paid',
        column: 'chargeback_fee_usd_minor',
        expected: '0',
        found: '1',
      },
    ],
  ],
  [
    'the currency of a row was changed',
    `UPDATE publisher_commerce.transactions SET currency_code = 'USD' ${one}`,
    [
      { what: 'rows', ...second, currencyCode: 'EUR', type: 'paid', expected: '10', found: '9' },
      { what: 'rows', ...second, currencyCode: 'USD', type: 'paid', expected: '0', found: '1' },
    ],
  ],
  [
    'a commit was deleted',
    `DELETE FROM publisher_commerce.commits WHERE job = 1`,
    [{ what: 'commits', load: 1, expected: '2', found: '1' }],
  ],
])('if %s, it is named', async (_, change, expected) => {
  const { database } = await loaded();
  expect(await verifyLoad({ database })).toMatchObject({ agrees: true, rows: 30 });

  await execute(database, change);

  const { agrees, differences } = await verifyLoad({ database });
  expect(agrees).toBe(false);
  expect(differences).toEqual(expect.arrayContaining(expected));
});

test('a load of the same range corrects the columns that somebody changed, and keeps when a row was new', async () => {
  const target = await loaded();
  await execute(
    target.database,
    `UPDATE publisher_commerce.transactions
     SET chargeback_fee_usd_minor = 1, currency_code = 'USD', browser_type = NULL ${one}`,
  );
  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: false });

  await load(target, first);

  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: true, rows: 30 });
  expect(
    await execute(target.database, `SELECT load_id FROM publisher_commerce.transactions ${one}`),
  ).toEqual([{ load_id: 1 }]);
  expect(await execute(target.database, 'SELECT FROM publisher_commerce.replaced_transactions')).toEqual([]);
});

test('rows outside the ranges of all loads are not counted', async () => {
  const { database } = await loaded();

  await execute(
    database,
    `INSERT INTO publisher_commerce.stored_transactions SELECT (jsonb_populate_record(t, '{"timestamp": "2026-10-09T00:00:00Z"}')).*
     FROM publisher_commerce.stored_transactions t ${one}`,
  );

  expect(await verifyLoad({ database })).toMatchObject({ agrees: true, rows: 30 });
});

test('overlapping and adjoining loads count once', async () => {
  const target = await loaded();
  await load(target, { startDate: '2026-10-02T12:00:00.000Z', endDate: '2026-10-05T00:00:00.000Z' });
  await load(target, { startDate: '2026-10-05T00:00:00.000Z', endDate: '2026-10-06T00:00:00.000Z' });
  await load(target, { startDate: '2026-10-08T00:00:00.000Z', endDate: '2026-10-09T00:00:00.000Z' });

  expect(await verifyLoad(target)).toEqual({
    acknowledged: 0,
    alarms: [],
    agrees: true,
    compared: ['receipts', 'columns', 'counts'],
    rows: 30,
    ranges: [
      { source: '127.0.0.1', startDate: first.startDate, endDate: '2026-10-06T00:00:00.000Z', rows: 30 },
      {
        source: '127.0.0.1',
        startDate: '2026-10-08T00:00:00.000Z',
        endDate: '2026-10-09T00:00:00.000Z',
        rows: 0,
      },
    ],
    differences: [],
    unlisted: 0,
    marked: [],
    rowsMarked: 0,
    recounts: [],
  });
});

test('a load that is not finished is named', async () => {
  const target = await loaded();
  await planLoad({ ...target, startDate: '2026-10-04T00:00:00.000Z', endDate: '2026-10-05T00:00:00.000Z' });

  expect((await verifyLoad({ database: target.database })).differences).toEqual([
    { what: 'unfinished', load: 2, expected: '1', found: '0' },
  ]);
});

test('with a client, the days are named on which the service has other rows', async () => {
  const target = await loaded();
  rows = rows.filter(({ transactionDetails: { id } }) => id !== 'transaction-3');
  rows = [...rows, ...rowsAt([2 * day + 1000, 2 * day + 2000])].toSorted((a, b) =>
    a.timestamp < b.timestamp ? -1 : 1,
  );

  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: true });
  expect((await verifyLoad(target)).differences).toEqual([
    {
      what: 'totalCount',
      source: '127.0.0.1',
      startDate: '2026-10-01T00:00:00.000Z',
      endDate: '2026-10-02T00:00:00.000Z',
      expected: '9',
      found: '10',
    },
    {
      what: 'totalCount',
      source: '127.0.0.1',
      startDate: '2026-10-03T00:00:00.000Z',
      endDate: '2026-10-04T00:00:00.000Z',
      expected: '12',
      found: '10',
    },
  ]);
});

test('with a client, a range that is too short to be narrowed down is named as it is', async () => {
  rows = rowsAt([1000]);
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const range = { startDate: first.startDate, endDate: '2026-10-01T01:00:00.000Z' };
  await load(target, range);
  rows = rowsAt([1000, 2000]);

  expect((await verifyLoad(target)).differences).toEqual([
    { what: 'totalCount', source: '127.0.0.1', ...range, expected: '2', found: '1' },
  ]);
});

test('a row at the very end of a range is not missed, although the service counts it', async () => {
  rows = rowsAt([1000, 3 * day]);
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  await load(target, first);

  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 1 });
});

test('a later load that covers a window settles a count that differed', async () => {
  const target = await loaded();
  const [commit] = await execute(
    target.database,
    'UPDATE publisher_commerce.commits SET rows_counted = 99 WHERE job = 1 RETURNING rows_received + rows_outside AS received',
  );
  expect((await verifyLoad(target)).differences).toEqual([
    { what: 'counted', load: 1, job: 1, expected: '99', found: String(commit?.['received']) },
  ]);

  await planLoad({ ...target, ...first, endDate: '2026-10-05T00:00:00.000Z' });
  await workLoad(target);

  expect(await verifyLoad(target)).toMatchObject({ agrees: true });
});

test('a window that changes while it is read is requested three times, then its job is incomplete for that reason', async () => {
  const oneDay = { startDate: '2026-10-02T00:00:00.000Z', endDate: '2026-10-03T00:00:00.000Z' };
  let reads = 0;
  let changes = 0;
  await using shifting = await startService((request) => {
    // The pages of its job: others count rows, or look for a stored one.
    if (!/limit=4(&|$)/.test(request.url)) return serveLedger(rows)(request);
    if (!request.url.includes('cursor=')) reads += 1;
    // While the pages are read, a row behind the cursor is deleted.
    const isLater = request.url.includes('cursor=') && reads <= changes;
    return serveLedger(isLater ? rows.filter((_, index) => index !== 11) : rows)(request);
  });
  const work = await loaded(shifting);
  [reads, changes] = [0, Infinity];
  await planLoad({ ...work, ...oneDay, rowsPerJob: 100, limit: 4 });
  const worked = await workLoad(work);
  const { loads } = await loadStatus({ database: work.database, load: 2 });
  const verification = await verifyLoad({ database: work.database });

  expect(reads).toBe(3);
  expect(worked).toMatchObject({ finished: true, failedJobs: [] });
  expect(loads).toMatchObject([{ jobs: 1, jobsDone: 1, jobsChanged: 1 }]);
  expect(verification.differences).toContainEqual({
    what: 'changed_while_read',
    load: 2,
    job: 1,
    expected: 'false',
    found: 'true',
  });

  // The next load finds it quiet at the second attempt, and settles it.
  [reads, changes] = [0, 1];
  await planLoad({ ...work, ...oneDay, rowsPerJob: 100, limit: 4 });
  await workLoad(work);

  expect(reads).toBe(2);
  expect(await verifyLoad({ database: work.database })).toMatchObject({ agrees: true, rows: 30 });
});
