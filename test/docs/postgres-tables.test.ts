import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { eraseLoad, planLoad, recountLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createLedgerDatabase } from '../support/load.ts';
import { execute, type Postgres, startPostgres } from '../support/postgres.ts';
import { october } from '../support/ranges.ts';
import { guideModel, guideTables } from './postgres-guide.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

/** A database with a month of the sandbox, until a time. */
async function loaded(endDate = october.endDate) {
  const database = await createLedgerDatabase(postgres);
  const period = { start: october.startDate, end: october.endDate };
  const client = new PublisherClient(createSandbox({ transactions: 500, period }).clientOptions);
  const load = async (end: string): Promise<void> => {
    await planLoad({ client, database, ...october, endDate: end });
    await workLoad({ client, database });
  };
  await load(endDate);
  return { client, database, load };
}

test('loads, erasures and verification work as before with tables by month, as in the guide', async () => {
  const { client, database, load } = await loaded('2026-10-20T00:00:00.000Z');
  const total =
    'SELECT count(*)::int AS rows, sum(amount_minor)::text AS sum FROM publisher_commerce.transactions';
  const before = await execute(database, total);
  await execute(
    database,
    'CREATE VIEW public.of_a_dashboard AS SELECT * FROM publisher_commerce.transactions',
  );
  await expect(execute(database, guideTables('partitions'))).rejects.toThrow(
    'drop these views first, and create them again afterwards: of_a_dashboard',
  );
  await execute(database, 'DROP VIEW public.of_a_dashboard');
  await execute(database, guideTables('partitions'));
  expect(await execute(database, total)).toEqual(before);

  await load(october.endDate);
  expect(
    await execute(database, 'SELECT count(*)::int AS rows FROM publisher_commerce.stored_2026_10'),
  ).toEqual([{ rows: 500 }]);
  await eraseLoad({ database, before: '2026-10-10T00:00:00Z' });
  expect(await verifyLoad({ client, database, deep: true })).toMatchObject({ rows: 500, differences: [] });

  // Its rows are of the default one from then on.
  await execute(database, 'DROP TABLE publisher_commerce.stored_2026_10');
  await recountLoad({ client, database, ...october });
  expect(await verifyLoad({ client, database, deep: true })).toMatchObject({
    rows: 500,
    differences: [],
    recounts: [{ rows: -500 }],
  });
});

test('the indexes of the guide can be created, and are used for what they are for', async () => {
  const { database } = await loaded();
  await execute(database, guideTables('vacuum'));
  for (const statement of guideTables('indexes').split(/;\n/).filter(Boolean))
    await execute(database, statement);
  await execute(database, 'ANALYZE publisher_commerce.stored_transactions');
  const planOf = async (where: string): Promise<string> =>
    JSON.stringify(
      await execute(
        // The table is too small for an index otherwise.
        `${database}?options=${encodeURIComponent('-c enable_seqscan=off')}`,
        `EXPLAIN SELECT * FROM publisher_commerce.transactions WHERE ${where}`,
      ),
    );

  expect(await planOf(`customer_id = 'player-1'`)).toContain('transactions_of_player');
  expect(await planOf(`order_id = 'order-1'`)).toContain('transactions_of_order');
});

test('the model for dbt has the sums of the table, also after rows have moved, disappeared, or changed their currency', async () => {
  const { database } = await loaded();
  await execute(database, `CREATE TABLE model AS ${guideModel()}`);
  const compare = async (): Promise<unknown> => {
    // The month is within the forty days then, whenever this runs.
    await execute(database, `DELETE FROM model WHERE day > '2026-11-05'`);
    // As dbt does with a key: the days that were computed are deleted before they are inserted.
    await execute(
      database,
      `CREATE TEMPORARY TABLE computed AS ${guideModel('model')};
       DELETE FROM model WHERE day IN (SELECT day FROM computed); INSERT INTO model SELECT * FROM computed`,
    );
    return await execute(
      database,
      `SELECT coalesce(sum(rows), 0)::int AS rows, sum(gross)::text AS gross FROM model
       UNION ALL SELECT count(*)::int, sum(amount)::text FROM publisher_commerce.transactions`,
    );
  };
  const agree = async (statement: string): Promise<void> => {
    const changed = await execute(database, `${statement} RETURNING 1`);
    expect(changed.length).toBeGreaterThan(0);
    const [model, table] = (await compare()) as readonly unknown[];
    expect(model).toEqual(table);
  };
  const stored = 'publisher_commerce.stored_transactions';
  // The only row of its day and currency: the group must go with it.
  const only = `(timestamp, transaction_id) IN (SELECT min(timestamp), min(transaction_id) FROM ${stored}
    GROUP BY currency_code, (timestamp AT TIME ZONE 'UTC')::date HAVING count(*) = 1 ORDER BY 1 LIMIT 1)`;
  await agree(`UPDATE ${stored} SET timestamp = timestamp + interval '1 day' WHERE ${only}`);
  await agree(`UPDATE ${stored} SET currency_code = 'XTS' WHERE ${only}`);
  await agree(`UPDATE ${stored} SET removed_at = now() WHERE ${only}`);
  await agree(
    `UPDATE ${stored} SET removed_at = now() WHERE timestamp >= '2026-10-20' AND timestamp < '2026-10-21'`,
  );
});

test('the model for dbt has all rows in its second run if there were none in the first', async () => {
  const client = new PublisherClient(
    createSandbox({ transactions: 500, period: { start: october.startDate, end: october.endDate } })
      .clientOptions,
  );
  const database = await createLedgerDatabase(postgres);
  await execute(database, `CREATE TABLE model AS ${guideModel()}`);
  expect(await execute(database, 'SELECT FROM model')).toEqual([]);
  await planLoad({ client, database, ...october });
  await workLoad({ client, database });

  await execute(database, `INSERT INTO model ${guideModel('model')}`);

  expect(await execute(database, 'SELECT sum(rows)::int AS rows FROM model')).toEqual([{ rows: 500 }]);
});
