import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { loadStatus, planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { transaction } from '../literals/transactions.ts';
import {
  burstyMoments,
  isCount,
  type LedgerRow,
  readings,
  rowsAt,
  serveLedger,
  start,
} from '../support/ledger.ts';
import { load, storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { failureOf, replyAfter, startService, token } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

/** For a service whose rows are wrong on purpose: the client would warn of them. */
const withoutLog = { logLevel: 'off' } as const;

/** Rows of an hour, each with other amounts; none at its very ends, whose meaning is not documented. */
function rowsOfHour(count: number): LedgerRow[] {
  return rowsAt(burstyMoments(count, 3590).map((moment) => moment + 5000)).map((row, index) =>
    withDetails(row, { amount: 100 + index, amountUsd: 200 + 3 * index, publisherNetAmountUsd: 50 + index }),
  );
}

function withDetails(row: LedgerRow, details: Partial<LedgerRow['transactionDetails']>): LedgerRow {
  return { ...row, transactionDetails: { ...row.transactionDetails, ...details } };
}

test.each(readings)(
  'every row is stored once, whether the service includes the start ($startInclusive) or the end ($endInclusive)',
  async (reading) => {
    const rows = rowsOfHour(120);
    await using service = await startService(serveLedger(rows, reading));
    const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

    const { jobs, finished, failedJobs } = await load(target, hour);

    expect({ finished, failedJobs }).toEqual({ finished: true, failedJobs: [] });
    expect(jobs).toBeGreaterThan(5);
    expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
    expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 120, differences: [] });
  },
);

test('each job has one commit, which counts what it changed', async () => {
  const rows = rowsOfHour(100);
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  const { jobs } = await load(target, hour);

  const commits = await execute(
    target.database,
    `SELECT job, rows_inserted, attempt, worker FROM publisher_commerce.commits ORDER BY job`,
  );
  expect(commits.map(({ job }) => job)).toEqual(Array.from({ length: jobs }, (_, index) => index + 1));
  expect(commits.reduce((sum, { rows_inserted }) => sum + Number(rows_inserted), 0)).toBe(100);
  expect(new Set(commits.map(({ attempt }) => attempt))).toEqual(new Set([1]));
});

test('a row replaces a row that was read earlier, whatever the clock of the database said, and not one that was read later', async () => {
  const [first, second] = rowsAt([60_000, 120_000]);
  if (!first || !second) throw new Error('there are two');
  let rows = [first, second];
  const meanwhile: { statement?: string } = {};
  await using service = await startService((request) => {
    const { json } = serveLedger(rows)(request);
    return meanwhile.statement !== undefined && !isCount(request)
      ? replyAfter(execute(target.database, meanwhile.statement), json)
      : { json };
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, hour);
  await execute(
    target.database,
    `UPDATE publisher_commerce.stored_transactions SET fetched_at = now() + interval '1 hour'`,
  );
  // As if another worker read it.
  meanwhile.statement = `UPDATE publisher_commerce.stored_transactions SET read_number = 1000
    WHERE transaction_id = '${second.transactionDetails.id}'`;
  rows = [withDetails(first, { amount: 111 }), withDetails(second, { amount: 222 })];

  await load(target, { ...hour, endDate: '2026-10-01T02:00:00.000Z' });

  expect(
    await execute(
      target.database,
      'SELECT amount_minor FROM publisher_commerce.transactions ORDER BY timestamp',
    ),
  ).toEqual([{ amount_minor: '111' }, { amount_minor: '999' }]);
  const [commit] = await execute(
    target.database,
    'SELECT rows_replaced, rows_older, rows_inserted FROM publisher_commerce.commits WHERE load_id = 2',
  );
  expect(commit).toEqual({ rows_replaced: 1, rows_older: 1, rows_inserted: 0 });
  await execute(target.database, `SELECT setval('publisher_commerce.read_numbers', 1000)`);
  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: true, rows: 2 });
});

test('fetched_at is the clock of the database before the request of the page', async () => {
  const rows = rowsOfHour(20);
  const received: number[] = [];
  await using service = await startService((request) => {
    received.push(Date.now());
    return serveLedger(rows)(request);
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 20, limit: 5 });
  received.length = 0;

  await workLoad(target);

  // Server and service have the same clock here.
  const pages = await execute(
    target.database,
    'SELECT DISTINCT extract(epoch FROM fetched_at)::float8 * 1000 AS at FROM publisher_commerce.transactions ORDER BY at',
  );
  expect(pages).toHaveLength(4);
  for (const [index, { at }] of pages.entries()) {
    expect(Number(at)).toBeLessThanOrEqual((received[index] ?? 0) + 1);
    expect(Number(at)).toBeGreaterThan(index === 0 ? 0 : (received[index - 1] ?? 0) - 1);
  }
});

test('different rows with one key are quarantined, and the same row twice is stored once', async () => {
  const [one, other, third] = rowsAt([1000, 2000, 3000]);
  if (!one || !other || !third) throw new Error('there are three');
  const rows = [one, withDetails(one, { amount: 1 }), other, other, third];
  await using service = await startService((request) => {
    const { json } = serveLedger(rows)(request);
    return { json: { ...(json as object), totalCount: 4 } };
  });
  const target = { client: service.client(withoutLog), database: await takeLedgerDatabase(postgres) };

  await load(target, hour);

  const stored = await execute(
    target.database,
    'SELECT transaction_id FROM publisher_commerce.transactions ORDER BY 1',
  );
  expect(stored.map(({ transaction_id }) => transaction_id)).toEqual(['transaction-1', 'transaction-2']);
  const kept = await execute(
    target.database,
    `SELECT (row::json)->'transactionDetails'->>'amount' AS amount FROM publisher_commerce.quarantine ORDER BY 1`,
  );
  expect(kept).toEqual([{ amount: '1' }, { amount: '999' }]);
  const { agrees, differences } = await verifyLoad({ database: target.database });
  expect(agrees).toBe(false);
  expect(differences).toEqual([{ what: 'quarantined', load: 1, expected: '0', found: '2' }]);
});

test('two rows with one key are two rows if the read is whole, and the one that is gone later is removed', async () => {
  const [row] = rowsAt([60_000]);
  if (!row) throw new Error('there is one');
  let rows = [withDetails(row, { amount: 700 }), row];
  await using service = await startService((request) => serveLedger(rows)(request));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const stored = () =>
    execute(
      target.database,
      'SELECT occurrence, amount_minor FROM publisher_commerce.transactions ORDER BY occurrence',
    );
  await load(target, hour);
  expect(await stored()).toEqual([
    { occurrence: 0, amount_minor: '700' },
    { occurrence: 1, amount_minor: '999' },
  ]);
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true, rows: 2 });

  rows = rows.toReversed();
  await load(target, hour);
  expect(await stored()).toHaveLength(2);
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true, rows: 2 });

  rows = [row];
  await load(target, hour);
  await planLoad({ ...target, ...hour });
  await workLoad({ ...target, removeAfter: 0 });
  expect(await stored()).toEqual([{ occurrence: 0, amount_minor: '999' }]);
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true, rows: 1 });
});

test('a read that is not whole leaves rows with one key as they are', async () => {
  const [row, other] = rowsAt([60_000, 120_000]);
  if (!row || !other) throw new Error('there are two');
  let rows = [withDetails(row, { amount: 700 }), row, other];
  let counted = 3;
  await using service = await startService((request) => {
    const { json } = serveLedger(rows)(request);
    return { json: { ...Object(json), totalCount: counted } };
  });
  const target = { client: service.client(withoutLog), database: await takeLedgerDatabase(postgres) };
  await load(target, hour);
  rows = [row, withDetails(other, { amount: 5 })];
  counted = 3;
  await planLoad({ ...target, ...hour });
  // As if this were the last attempt.
  await execute(target.database, 'UPDATE publisher_commerce_jobs.job SET retry_limit = 0');

  await workLoad(target);

  expect(
    await execute(
      target.database,
      'SELECT amount_minor FROM publisher_commerce.transactions ORDER BY timestamp, occurrence',
    ),
  ).toEqual([{ amount_minor: '700' }, { amount_minor: '999' }, { amount_minor: '5' }]);
});

test('a row in quarantine is resolved when a later load stores it', async () => {
  const [row] = rowsAt([60_000]);
  if (!row) throw new Error('there is one');
  let rows = [{ ...row, timestamp: row.timestamp.replace('.000Z', '.0000001Z') }];
  await using service = await startService((request) => serveLedger(rows)(request));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, hour);
  expect((await verifyLoad(target)).differences).toMatchObject([{ what: 'quarantined' }]);
  rows = [row];

  await load(target, { ...hour, startDate: '2026-09-30T23:00:00.000Z' });

  expect(await verifyLoad({ ...target })).toMatchObject({ agrees: true, rows: 1, differences: [] });
});

test.each([['2026-10-01T00:00:01', 'has no offset']])(
  'a timestamp %s, which %s, is quarantined',
  async (timestamp) => {
    const good = { ...transaction(1), timestamp: '2026-10-01T00:00:02.123456+02:00' };
    const rows = [{ ...transaction(0), timestamp }, good];
    await using service = await startService(() => ({
      json: { totalCount: 2, nextCursor: null, results: rows },
    }));
    const target = { client: service.client(withoutLog), database: await takeLedgerDatabase(postgres) };

    await load(target, { startDate: '2026-09-30T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' });

    const stored = await execute(
      target.database,
      `SELECT to_json(timestamp AT TIME ZONE 'UTC') #>> '{}' AS at FROM publisher_commerce.transactions`,
    );
    expect(stored).toEqual([{ at: '2026-09-30T22:00:02.123456' }]);
    const kept = await execute(
      target.database,
      "SELECT reason, (row::json)->>'timestamp' AS at FROM publisher_commerce.quarantine",
    );
    expect(kept).toEqual([
      {
        reason: 'timestamp: must be ISO 8601 with an offset, and not finer than a microsecond',
        at: timestamp,
      },
    ]);
  },
);

test('an invalid row is quarantined with the field that is wrong', async () => {
  const rows = rowsOfHour(3);
  const invalid = {
    ...transaction(9),
    timestamp: '2026-10-01T00:30:00.123456Z',
    transactionDetails: { ...transaction(9).transactionDetails, amount: 9.99 },
  };
  await using service = await startService(() => ({
    json: { totalCount: 4, nextCursor: null, results: [...rows, invalid] },
  }));
  const target = { client: service.client(withoutLog), database: await takeLedgerDatabase(postgres) };

  await load(target, hour);

  const [kept] = await execute(
    target.database,
    `SELECT reason, row::json AS row, to_json("timestamp" AT TIME ZONE 'UTC') #>> '{}' AS at
     FROM publisher_commerce.quarantine`,
  );
  expect(kept?.['reason']).toMatch(/^transactionDetails\.amount: /);
  expect(kept?.['at']).toBe('2026-10-01T00:30:00.123456');
  expect(kept?.['row']).toEqual(invalid);
  expect((await loadStatus({ database: target.database })).rowsQuarantined).toBe(1);
});

test('characters that PostgreSQL cannot store are replaced in columns, and kept in the row as received', async () => {
  const [plain] = rowsAt([60_000]);
  if (!plain) throw new Error('there is one');
  const strange = 'a\0b\ud800c\\u0000\t\r\n\\N\\.😀';
  const row = {
    ...withDetails(plain, { id: strange }),
    offerDetails: {
      ...plain.offerDetails,
      offerName: strange,
      products: [{ name: strange, sku: 's', quantity: 1 }],
    },
  };
  await using service = await startService(serveLedger([row]));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  await load(target, hour);

  const readable = 'a\uFFFDb\uFFFDc\\u0000\t\r\n\\N\\.😀';
  const [stored] = await execute(
    target.database,
    `SELECT transaction_id, offer_name, products -> 0 ->> 'name' AS product, row::text AS row FROM publisher_commerce.transactions`,
  );
  expect(stored).toMatchObject({ transaction_id: readable, offer_name: readable, product: readable });
  expect(JSON.parse(String(stored?.['row']))).toEqual(row);
  expect(await execute(target.database, 'SELECT FROM publisher_commerce.quarantine')).toEqual([]);
});

test('a key that is too long for an index is quarantined', async () => {
  const [plain] = rowsAt([60_000]);
  if (!plain) throw new Error('there is one');
  await using service = await startService(serveLedger([withDetails(plain, { id: 'x'.repeat(3000) })]));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  await load(target, hour);

  const kept = await execute(target.database, 'SELECT reason FROM publisher_commerce.quarantine');
  expect(kept).toEqual([{ reason: 'type and id: must have up to 2000 bytes' }]);
});

test('amounts up to the largest safe integer are stored and added up exactly', async () => {
  const rows = rowsOfHour(5).map((row) => withDetails(row, { amount: Number.MAX_SAFE_INTEGER }));
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };

  await load(target, hour);

  expect((await storedTotals(target.database)).amount).toBe('45035996273704955');
  expect(await verifyLoad({ database: target.database })).toMatchObject({ agrees: true });
});

test('two loads of the same rows at the same time store each once', async () => {
  const rows = rowsOfHour(150);
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 12, limit: 12 });
  await planLoad({ ...target, ...hour, endDate: '2026-10-01T00:59:59.999Z', rowsPerJob: 20, limit: 20 });

  await Promise.all([workLoad({ ...target, concurrency: 4 }), workLoad({ ...target, concurrency: 4 })]);

  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, differences: [] });
});

test('a load ends with its last job, which no lane without a job waits beyond', async () => {
  const rows = rowsOfHour(20);
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour });
  // The job lasts until another lane waits: for another worker's jobs, which it would look for again after it.
  const { promise: waits, resolve } = Promise.withResolvers<undefined>();
  const client = service.client({ fetch: (input, init) => waits.then(() => fetch(input, init)) });
  const wait = vi.spyOn(timers, 'setTimeout').mockImplementation(
    (_time, _value, { signal } = {}) =>
      new Promise((_, reject) => {
        resolve(undefined);
        const end = (): void => reject(new Error('it is aborted'));
        if (signal?.aborted) end();
        signal?.addEventListener('abort', end);
      }),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    wait.mockRestore();
    syncBuiltinESMExports();
  });

  expect(await workLoad({ ...target, client, concurrency: 4 })).toMatchObject({ jobs: 1, finished: true });
});

test('a worker that is stopped gives its jobs back, and another one takes them at once', async () => {
  const rows = rowsOfHour(100);
  const stop = new AbortController();
  let requests = 0;
  await using service = await startService((request) => {
    requests += 1;
    if (requests === 30) stop.abort();
    return serveLedger(rows)(request);
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 10, limit: 5 });
  requests = 10;

  const stopped = await workLoad({ ...target, signal: stop.signal });
  const { loads } = await loadStatus({ database: target.database });
  const rest = await workLoad(target);

  expect(stopped.finished).toBe(false);
  expect(loads[0]).toMatchObject({ jobsActive: 0, failedJobs: [] });
  expect(stopped.jobs + rest.jobs).toBe(loads[0]?.jobs);
  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
});

test('a rejected token ends the worker at once, and its jobs are not counted as failed', async () => {
  const rows = rowsOfHour(50);
  let rejects = false;
  await using service = await startService((request) =>
    rejects ? { status: 401, json: { message: 'Unauthorized' } } : serveLedger(rows)(request),
  );
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, rowsPerJob: 10 });
  rejects = true;

  const error = await failureOf(workLoad(target));

  expect(error).toMatchObject({ name: 'UnauthorizedError' });
  expect(
    JSON.stringify(await execute(target.database, 'SELECT data, output FROM publisher_commerce_jobs.job')),
  ).not.toContain(token);
  rejects = false;
  expect(await workLoad(target)).toMatchObject({ finished: true });
  expect(
    await execute(target.database, 'SELECT max(attempt) AS attempt FROM publisher_commerce.commits'),
  ).toEqual([{ attempt: 1 }]);
});

test('rows that do not add up to the count of the service are requested again', async () => {
  const rows = rowsOfHour(10);
  let pages = 0;
  await using service = await startService((request) => {
    const reply = serveLedger(rows)(request);
    pages += 1;
    return pages === 3 ? { json: { totalCount: 10, nextCursor: null, results: rows.slice(0, 4) } } : reply;
  });
  const target = { client: service.client(withoutLog), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, limit: 100 });
  pages = 2;

  await workLoad(target);

  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  const [commit] = await execute(target.database, 'SELECT attempt FROM publisher_commerce.commits');
  expect(commit).toEqual({ attempt: 2 });
});

test('a row that is missing because another one came twice is requested again', async () => {
  const rows = rowsAt([60_000, 60_000, 60_000, 60_000]);
  const [first, second, third, fourth] = rows;
  let reads = 0;
  await using service = await startService((request) => {
    if (isCount(request)) return serveLedger(rows)(request);
    const isFirstPage = !request.url.includes('cursor=');
    if (isFirstPage) reads += 1;
    // Rows of one moment have no order: it is another one for the second page.
    const results = isFirstPage ? [first, second] : [reads === 1 ? second : third, fourth];
    return { json: { totalCount: 4, nextCursor: isFirstPage ? '2' : null, results } };
  });
  const target = { client: service.client(withoutLog), database: await takeLedgerDatabase(postgres) };
  await planLoad({ ...target, ...hour, limit: 2 });

  expect(await workLoad(target)).toMatchObject({ finished: true });

  expect(reads).toBe(2);
  expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 4 });
});

test('nothing is touched but the two schemas', async () => {
  const database = await postgres.createDatabase();
  const objects = (): Promise<Record<string, unknown>[]> =>
    execute(
      database,
      `SELECT nspname AS schema, relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
       WHERE nspname NOT LIKE 'pg_%' AND nspname NOT LIKE 'ledger_a%' AND nspname <> 'information_schema'
       UNION ALL SELECT 'extension', extname FROM pg_extension ORDER BY 1, 2`,
    );
  const before = await objects();
  await using service = await startService(serveLedger(rowsOfHour(5)));
  const target = { client: service.client(), database, schema: 'ledger_a' };
  await planLoad({ ...target, ...hour });
  await workLoad(target);

  expect(await objects()).toEqual(before);
  expect(await storedTotals(database, 'ledger_a')).toMatchObject({ rows: '5' });
  expect(start).toBe(Date.parse(hour.startDate));
});
