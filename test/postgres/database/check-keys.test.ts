import { afterAll, expect, test } from 'vitest';

import { loadStatus, recountLoad, syncLoad, verifyLoad, workLoad } from '../../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../../support/ledger.ts';
import { createLedgerDatabase, load, storedTotals, totalsOf } from '../../support/load.ts';
import { execute, startPostgres } from '../../support/postgres.ts';
import { failureOf, startService } from '../../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const rows = rowsAt(Array.from({ length: 24 }, (_, index) => index * 3_600_000 + 1000));
const day = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' };
const stored = 'publisher_commerce.stored_transactions';

const addKey =
  'DELETE FROM "publisher_commerce"."stored_transactions" one USING "publisher_commerce"."stored_transactions" other ' +
  'WHERE (one."timestamp", one."type", one."transaction_id", one."source", one."occurrence") = ' +
  '(other."timestamp", other."type", other."transaction_id", other."source", other."occurrence") AND ' +
  '(one.read_number, one.erased_at IS NOT NULL, one.ctid) < (other.read_number, other.erased_at IS NOT NULL, other.ctid); ' +
  'ALTER TABLE "publisher_commerce"."stored_transactions" ADD PRIMARY KEY ("timestamp", "type", "transaction_id", "source", "occurrence")';

const setReadNumbers =
  `SELECT setval('"publisher_commerce"."read_numbers"', (SELECT greatest((SELECT max(read_number) FROM "publisher_commerce"."stored_transactions"), ` +
  '(SELECT max(first_read + greatest(pages, 1) - 1) FROM "publisher_commerce"."commits"), ' +
  '(SELECT max(read_number) FROM "publisher_commerce"."quarantine" WHERE resolved_at IS NULL))))';

/** A table with the rows of a day, after a statement. */
async function damaged(statement: string) {
  const service = await startService(serveLedger(rows));
  const database = await createLedgerDatabase(postgres);
  const target = { client: service.client(), database };
  await load(target, day);
  await execute(database, statement);
  return { database, target, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test.each([
  [
    'the table of rows, without its key',
    `ALTER TABLE ${stored} DROP CONSTRAINT stored_transactions_pkey`,
    addKey,
  ],
  [
    'the table of rows, with a key of other columns',
    `ALTER TABLE ${stored} DROP CONSTRAINT stored_transactions_pkey; CREATE UNIQUE INDEX ON ${stored} (timestamp, type, transaction_id, occurrence, source, load_id)`,
    addKey,
  ],
  [
    'another table',
    'ALTER TABLE publisher_commerce.commits DROP CONSTRAINT commits_pkey',
    'DELETE FROM "publisher_commerce"."commits" one USING "publisher_commerce"."commits" other WHERE (one."load_id", one."job") = ' +
      '(other."load_id", other."job") AND one::text = other::text AND one.ctid < other.ctid; ' +
      'ALTER TABLE "publisher_commerce"."commits" ADD PRIMARY KEY ("load_id", "job")',
  ],
  [
    'the numbers of reads, behind those of the rows',
    'ALTER SEQUENCE publisher_commerce.read_numbers RESTART',
    setReadNumbers,
  ],
  [
    'the numbers of reads and jobs, behind those of the rows',
    `UPDATE publisher_commerce.commits SET first_read = 1, pages = 1; ALTER SEQUENCE publisher_commerce.read_numbers RESTART;
     SELECT nextval('publisher_commerce.read_numbers')`,
    setReadNumbers,
  ],
  [
    'the numbers of reads, behind those of jobs that received no row',
    `UPDATE publisher_commerce.commits SET first_read = 1000 WHERE job = 1`,
    setReadNumbers,
  ],
  [
    'the numbers of reads, behind those of rows in quarantine',
    `INSERT INTO publisher_commerce.quarantine (source, load_id, job, window_start, window_end, reason, read_number, fetched_at, row)
     SELECT source, load_id, 1, timestamp, timestamp, '', 1000, now(), '' FROM ${stored} LIMIT 1`,
    setReadNumbers,
  ],
  [
    'the ids of loads',
    `UPDATE publisher_commerce.loads SET finished_at = NULL; ALTER SEQUENCE publisher_commerce.load_ids RESTART;
     INSERT INTO publisher_commerce.loads SELECT 7, kind, start_date, end_date, source, page_limit, rows_per_job, planned_rows, jobs, planned_at, doubtful, now() FROM publisher_commerce.loads`,
    `SELECT setval('"publisher_commerce"."load_ids"', (SELECT max(id) FROM "publisher_commerce"."loads"))`,
  ],
])(
  '%s: nothing is written until the statement has run that each command prints',
  async (_, statement, repair) => {
    await using place = await damaged(statement);
    const { database, target } = place;
    const before = await execute(database, `SELECT * FROM ${stored} ORDER BY timestamp`);

    for (const act of [
      () => workLoad(target),
      () => syncLoad({ ...target, ...day, lookBack: 0 }),
      () => recountLoad({ ...target, ...day }),
    ]) {
      const error = await failureOf(act());
      expect(error).toMatchObject({ name: 'DatabaseError', reason: 'no_key' });
      expect((error as Error).message).toContain(`: ${repair};`);
    }
    expect(await execute(database, `SELECT * FROM ${stored} ORDER BY timestamp`)).toEqual(before);
    expect((await verifyLoad({ database })).differences).toContainEqual(
      expect.objectContaining({ what: 'key', expected: repair }),
    );
    expect((await loadStatus({ database })).repairs).toMatchObject([{ statement: repair }]);

    await execute(database, repair);
    await recountLoad({ ...target, ...day });
    expect(await storedTotals(database)).toEqual(totalsOf(rows));
    expect((await loadStatus({ database })).repairs).toEqual([]);
  },
);

test('the statements remove rows that are stored twice: those of an older read, and copies', async () => {
  await using place = await damaged(
    `ALTER TABLE ${stored} DROP CONSTRAINT stored_transactions_pkey;
     ALTER TABLE publisher_commerce.commits DROP CONSTRAINT commits_pkey;
     CREATE TEMP TABLE doubles AS SELECT * FROM ${stored};
     INSERT INTO ${stored} SELECT * FROM doubles;
     UPDATE doubles SET read_number = read_number - 1, amount_usd_minor = 7;
     INSERT INTO ${stored} SELECT * FROM doubles;
     INSERT INTO publisher_commerce.commits SELECT * FROM publisher_commerce.commits`,
  );
  const { database, target } = place;
  const { repairs } = await loadStatus({ database });
  expect(await execute(database, `SELECT count(*)::int AS rows FROM ${stored}`)).toEqual([{ rows: 3 * 24 }]);

  for (const { statement } of repairs) await execute(database, statement);

  expect(repairs).toHaveLength(2);
  expect(await storedTotals(database)).toEqual(totalsOf(rows));
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 24 });
});

test('a row that was erased stays, and its copy of a backup is removed', async () => {
  await using place = await damaged(
    `ALTER TABLE ${stored} DROP CONSTRAINT stored_transactions_pkey;
     CREATE TEMP TABLE doubles AS SELECT * FROM ${stored};
     UPDATE ${stored} SET erased_at = now(), customer_id = NULL;
     INSERT INTO ${stored} SELECT * FROM doubles`,
  );
  const { database } = place;
  const { repairs } = await loadStatus({ database });

  for (const { statement } of repairs) await execute(database, statement);

  expect(
    await execute(database, `SELECT count(*)::int AS rows, count(erased_at)::int AS erased FROM ${stored}`),
  ).toEqual([{ rows: 24, erased: 24 }]);
});

test('different rows with one id are kept, for a person to look at', async () => {
  await using place = await damaged(
    `ALTER TABLE publisher_commerce.commits DROP CONSTRAINT commits_pkey;
     INSERT INTO publisher_commerce.commits SELECT * FROM publisher_commerce.commits;
     UPDATE publisher_commerce.commits SET worker = 'another' WHERE ctid = (SELECT max(ctid) FROM publisher_commerce.commits)`,
  );
  const { database } = place;
  const [repair] = (await loadStatus({ database })).repairs;

  const error = await failureOf(execute(database, repair?.statement ?? ''));

  expect((error as Error).message).toContain('could not create unique index');
  expect(await execute(database, 'SELECT worker FROM publisher_commerce.commits')).toContainEqual({
    worker: 'another',
  });
});

test('a unique index on the columns is a key', async () => {
  await using place = await damaged(
    `ALTER TABLE ${stored} DROP CONSTRAINT stored_transactions_pkey; CREATE UNIQUE INDEX ON ${stored} (source, timestamp, type, transaction_id, occurrence)`,
  );

  await recountLoad({ ...place.target, ...day });

  expect(await storedTotals(place.database)).toEqual(totalsOf(rows));
  expect(await verifyLoad({ database: place.database })).toMatchObject({ agrees: true });
});

test('a verification finds a number of an old row that reads have not reached yet', async () => {
  await using place = await damaged(
    `INSERT INTO ${stored} SELECT (jsonb_populate_record(one, jsonb_build_object('timestamp', timestamp + second * interval '1 second'))).*
     FROM ${stored} one, generate_series(1, 1000) AS second WHERE timestamp = (SELECT max(timestamp) FROM ${stored});
     UPDATE ${stored} SET read_number = 1000000 WHERE timestamp = (SELECT min(timestamp) FROM ${stored})`,
  );

  const { differences } = await verifyLoad({ database: place.database });

  expect(differences.filter(({ what }) => what === 'key')).toMatchObject([{ expected: setReadNumbers }]);
});
