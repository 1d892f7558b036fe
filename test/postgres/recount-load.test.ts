import { afterAll, expect, test } from 'vitest';

import {
  eraseLoad,
  loadStatus,
  planLoad,
  recountLoad,
  syncLoad,
  verifyLoad,
  workLoad,
} from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { load, type LoadTarget, storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

let rows: LedgerRow[] = [];
const postgres = await startPostgres();
const service = await startService((request) => serveLedger(rows)(request));
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const threeDays = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-04T00:00:00.000Z' };
const second = { startDate: '2026-10-02T00:00:00.000Z', endDate: '2026-10-03T00:00:00.000Z' };
const hour = 3_600_000;

/** A table with ten rows a day for three days, in small jobs. */
async function loaded(): Promise<LoadTarget> {
  rows = rowsAt(
    Array.from({ length: 30 }, (_, index) => (24 * Math.floor(index / 10) + (index % 10)) * hour),
  );
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, threeDays);
  return target;
}

const onTheSecond = `timestamp >= '2026-10-02Z' AND timestamp < '2026-10-03Z'`;

/** Deletes rows as somebody with psql, or by dropping a partition. */
function deleteRows({ database }: LoadTarget, condition: string): Promise<unknown> {
  return execute(database, `DELETE FROM publisher_commerce.stored_transactions WHERE ${condition}`);
}

test('rows that were deleted are stored again, and the receipts of their day agree with the table', async () => {
  const target = await loaded();
  await deleteRows(target, onTheSecond);
  expect(await verifyLoad(target)).toMatchObject({ agrees: false, recounts: [] });

  const { work, verification } = await recountLoad({ ...target, ...second });

  expect(work).toMatchObject({ finished: true, rows: 10 });
  const recounts = [
    { load: 2, source: '127.0.0.1', ...second, rows: -10, recountedAt: expect.any(String) as string },
  ];
  expect(verification).toMatchObject({ agrees: true, rows: 10, recounts });
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 30, recounts });
  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  expect((await loadStatus({ database: target.database })).sources).toMatchObject([{ rows: 30, recounts }]);
  expect(await syncLoad({ ...target, endDate: threeDays.endDate })).toMatchObject({
    verification: { agrees: true },
  });
});

test('a recount of days that agree changes nothing, and is not named', async () => {
  const target = await loaded();

  expect(await recountLoad({ ...target, ...threeDays })).toMatchObject({
    verification: { agrees: true, rows: 30, recounts: [] },
  });
});

test('a day that is not recounted still differs', async () => {
  const target = await loaded();
  await deleteRows(target, `timestamp < '2026-10-03Z'`);

  await recountLoad({ ...target, ...second });

  const { differences } = await verifyLoad({ database: target.database });
  expect(new Set(differences.map(({ day }) => day))).toEqual(new Set(['2026-10-01']));
});

test('a recount that was interrupted is finished by a worker', async () => {
  const target = await loaded();
  await deleteRows(target, onTheSecond);
  const stop = new AbortController();

  const stopped = await recountLoad({
    ...target,
    ...second,
    rowsPerJob: 3,
    concurrency: 1,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  expect(stopped).toMatchObject({ work: { finished: false, jobs: 1 }, verification: null });
  expect((await verifyLoad(target)).agrees).toBe(false);
  await workLoad(target);

  expect(await verifyLoad(target)).toMatchObject({
    agrees: true,
    rows: 30,
    recounts: [{ load: 2, rows: -10 }],
  });
});

test('recounts of the same days, beside loads of them, count what differs once', async () => {
  const target = await loaded();
  await deleteRows(target, `timestamp < '2026-10-03Z'`);
  await planLoad({ ...target, ...threeDays, rowsPerJob: 3 });

  await Promise.all([
    recountLoad({ ...target, ...threeDays, rowsPerJob: 4 }),
    recountLoad({ ...target, ...second, rowsPerJob: 2 }),
    workLoad(target),
  ]);

  const { agrees, recounts } = await verifyLoad(target);
  expect(agrees).toBe(true);
  expect(recounts.reduce((total, recount) => total + recount.rows, 0)).toBe(-20);
  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
});

test('what was erased stays empty', async () => {
  const target = await loaded();
  const { database } = target;
  const [{ customer_id: customer } = {}] = await execute(
    database,
    `SELECT customer_id FROM publisher_commerce.transactions WHERE ${onTheSecond} LIMIT 1`,
  );
  await eraseLoad({ database, customer: String(customer) });
  await deleteRows(target, onTheSecond);

  await recountLoad({ ...target, ...second });

  const found =
    'SELECT FROM publisher_commerce.transactions WHERE strpos(row::text, $1) > 0 OR customer_id = $1';
  expect(customer).toBeTruthy();
  expect(await execute(database, found, [customer])).toEqual([]);
  expect(await verifyLoad({ database })).toMatchObject({ agrees: true, rows: 30 });
});

test('a row that the service no longer has is marked, and a later load removes it', async () => {
  const target = await loaded();
  const gone = rows[15];
  rows = rows.filter((row) => row !== gone);
  await deleteRows(target, `transaction_id = 'transaction-14'`);

  const { work, verification } = await recountLoad({ ...target, ...second });
  expect(work).toMatchObject({ rowsMarked: 1, rowsRemoved: 0 });
  expect(verification).toMatchObject({ rowsMarked: 1, differences: [], recounts: [{ rows: -1 }] });
  await recountLoad({ ...target, ...second, removeAfter: 0 });

  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rowsMarked: 0 });
});

test.each(['startDate', 'endDate'])('a recount whose %s is within a day is rejected', async (date) => {
  const client = service.client();
  const range = { ...second, [date]: '2026-10-02T12:00:00.000Z' };

  await expect(recountLoad({ client, database: postgres.url, ...range })).rejects.toMatchObject({
    name: 'ConfigurationError',
    message: `${date}: must be the start of a day in UTC, such as 2026-10-01T00:00:00Z`,
  });
});
