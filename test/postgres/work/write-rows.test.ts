import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { afterAll, expect, onTestFinished, test } from 'vitest';

import type { Transaction } from '../../../src/client/index.ts';
import { type Database, openDatabase } from '../../../src/postgres/database/open-database.ts';
import { RowSet, type StoredRow } from '../../../src/postgres/work/row-set.ts';
import { encodeRow } from '../../../src/postgres/work/stored-row.ts';
import { writeRows } from '../../../src/postgres/work/write-rows.ts';
import { transaction } from '../../literals/transactions.ts';
import { takeLedgerDatabase } from '../../support/load.ts';
import { execute, startPostgres } from '../../support/postgres.ts';
import { randomFrom } from '../../support/random.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const start = Date.parse('2026-10-01T00:00:00.000Z');

/** A row of a second; several have the same time. */
function rowAt(index: number, orderId = 'order'): Transaction {
  return {
    ...transaction(index),
    orderId,
    timestamp: new Date(start + Math.floor(index / 3) * 1000).toISOString(),
  };
}

/** Rows as they are stored, read with a number. */
function received(rows: readonly Transaction[], number = '1'): readonly StoredRow[] {
  const set = new RowSet();
  for (const row of rows) {
    const encoded = encodeRow(row);
    if (typeof encoded === 'string') throw new Error(encoded);
    set.add(encoded, null, { number, time: '2026-11-01T00:00:00Z' });
  }
  return set.finish(true).rows;
}

function written(rows: readonly StoredRow[]) {
  return { rows, source: 'game', load: 1, whole: true };
}

async function write(database: Database, rows: readonly StoredRow[]) {
  return await database.transaction(async (opened) => {
    await opened.query(`SET LOCAL lock_timeout = '5s'`);
    return await writeRows(database, opened, written(rows));
  });
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ connectionString: url }, 'publisher_commerce', 2);
  onTestFinished(() => database[Symbol.asyncDispose]());
  return database;
}

async function stored(url: string): Promise<unknown> {
  return await execute(
    url,
    `SELECT count(*)::int AS rows, count(DISTINCT transaction_id)::int AS ids, sum(amount_minor)::text AS amount
     FROM publisher_commerce.transactions`,
  );
}

/** A network to a database that stops when it has sent so many bytes, until it is resumed. */
async function openSlowly(
  url: string,
  bytes: number,
): Promise<{ database: Database; stopped: Promise<unknown>; resume: () => void }> {
  const { port, hostname } = new URL(url);
  const stopped = Promise.withResolvers<undefined>();
  const resumed = Promise.withResolvers<undefined>();
  let sent = 0;
  const pass = async (near: Socket, far: Socket): Promise<void> => {
    for await (const data of near as AsyncIterable<Buffer>) {
      const rest = Math.max(0, bytes - sent);
      sent += data.length;
      far.write(data.subarray(0, rest));
      if (rest < data.length) {
        stopped.resolve(undefined);
        await resumed.promise;
        far.write(data.subarray(rest));
      }
    }
    far.end();
  };
  const network = createServer((near) => {
    const far = connect(Number(port), hostname);
    far.pipe(near);
    pass(near, far).catch(() => far.destroy());
  }).listen(0, '127.0.0.1');
  await once(network, 'listening');
  const target = new URL(url);
  // A server on a TCP port has an address of this form.
  target.port = String((network.address() as AddressInfo).port);
  target.hostname = '127.0.0.1';
  onTestFinished(() => void network.close());
  return {
    database: await open(target.href),
    stopped: stopped.promise,
    resume: () => resumed.resolve(undefined),
  };
}

test('a worker that is stopped while it sends rows keeps no other one from storing them', async () => {
  const url = await takeLedgerDatabase(postgres);
  const rows = Array.from({ length: 4000 }, (_, index) => rowAt(index));
  const slow = await openSlowly(url, 3_000_000);

  const late = write(slow.database, received(rows));
  await slow.stopped;
  expect(await write(await open(url), received(rows, '2'))).toMatchObject({
    inserted: 4000,
  });
  slow.resume();

  // The table has them now, as they were read later.
  expect(await late).toMatchObject({ inserted: 0, unchanged: 4000, replaced: 0, older: 0 });
  expect(await stored(url)).toEqual([{ rows: 4000, ids: 4000, amount: String(4000 * 999) }]);
});

test('rows are inserted around those of another transaction, and counted once', async () => {
  const url = await takeLedgerDatabase(postgres);
  const [one, other] = [await open(url), await open(url)];
  const counts = await one.transaction(async (opened) => {
    const first = await writeRows(one, opened, written(received([rowAt(30), rowAt(31, 'earlier')])));
    const second = write(other, received([rowAt(0), rowAt(30), rowAt(31, 'later'), rowAt(60)], '2'));
    // It waits for the row of this transaction, which it cannot see yet.
    await expect
      .poll(() => execute(url, `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`))
      .toHaveLength(1);
    return { first, second };
  });

  expect(counts.first).toMatchObject({ inserted: 2 });
  const second = await counts.second;
  expect(second).toMatchObject({ inserted: 2, replaced: 1, unchanged: 1 });
  expect(second.changes.toJSON()).toMatchObject([
    { currencyCode: 'EUR', type: 'paid', rows: 2, amount: '1998' },
  ]);
  expect(await stored(url)).toEqual([{ rows: 4, ids: 4, amount: String(4 * 999) }]);
});

test('transactions with the same rows wait for each other, and never block each other', async () => {
  const url = await takeLedgerDatabase(postgres);
  const random = randomFrom(5);
  const databases = [await open(url), await open(url), await open(url)];
  const seen = { inserted: 0, merged: 0 };
  for (let round = 0; round < 20; round += 1) {
    const first = round * 400;
    const results = await Promise.all(
      databases.map((database) => {
        const part = Array.from({ length: 400 }, (_, index) => rowAt(first + index)).filter(
          () => random() < 0.7,
        );
        return write(database, received(part.toSorted(() => random() - 0.5)));
      }),
    );
    for (const { inserted, unchanged } of results)
      seen[unchanged === 0 && inserted > 0 ? 'inserted' : 'merged'] += 1;
  }

  expect(seen.inserted).toBeGreaterThan(6);
  expect(seen.merged).toBeGreaterThan(6);
  const [row] = (await stored(url)) as { rows: number; ids: number; amount: string }[];
  expect(row?.rows).toBe(row?.ids);
  expect(row?.amount).toBe(String((row?.rows ?? 0) * 999));
});

test('rows are stored in a table with row-level security too', async () => {
  const url = await takeLedgerDatabase(postgres);
  const database = await open(url);
  const undo = new Error('undo');
  const role = 'publisher_commerce_policy_test';
  const stored = database.transaction(async (opened) => {
    for (const statement of [
      `CREATE ROLE ${role}`,
      `GRANT USAGE ON SCHEMA publisher_commerce TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA publisher_commerce TO ${role}`,
      `ALTER TABLE ${database.tables.stored} ENABLE ROW LEVEL SECURITY`,
      `CREATE POLICY everything ON ${database.tables.stored} USING (true)`,
      `SET LOCAL ROLE ${role}`,
    ])
      await opened.query(statement);
    expect(await writeRows(database, opened, written(received([rowAt(1), rowAt(2)])))).toMatchObject({
      inserted: 2,
    });
    // The role belongs to the server.
    throw undo;
  });

  await expect(stored).rejects.toBe(undo);
});
