import { afterAll, beforeAll, expect, test } from 'vitest';

import { verifyLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase, load, type LoadTarget } from '../support/load.ts';
import { execute, type Postgres, startPostgres } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';

const hour = 3_600_000;
const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' };
/** Ten rows, one of them with what PostgreSQL cannot store, and with a value that is not documented. */
const rows = rowsAt(Array.from({ length: 10 }, (_, index) => (1 + index) * hour)).map((row, index) =>
  index === 4
    ? {
        ...row,
        orderId: 'half \uD83D of a tab\t',
        offerDetails: {
          ...row.offerDetails,
          products: [{ name: 'a\0b\\', sku: 'x', quantity: 1e21, extra: { b: 1, aa: [1.5, null] } }],
        },
      }
    : row,
);

let postgres: Postgres;
let service: Service;
let target: LoadTarget;
beforeAll(async () => {
  postgres = await startPostgres();
  service = await startService(serveLedger(rows));
  target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await load(target, range);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

/** The differences after statements that are then undone by a copy of the database. */
async function differencesAfter(statement: string) {
  const database = await postgres.createDatabase(target.database);
  await execute(database, statement);
  return await verifyLoad({ database });
}

const update = (assignment: string, ...ids: readonly number[]): string =>
  `UPDATE publisher_commerce.stored_transactions SET ${assignment}
   WHERE transaction_id IN (${ids.map((id) => `'transaction-${id}'`).join(', ')})`;

test('a table as it was loaded has no difference, whatever its rows contain', async () => {
  expect(await verifyLoad({ database: target.database })).toMatchObject({
    agrees: true,
    rows: 10,
    compared: ['receipts', 'columns'],
    differences: [],
  });
});

test.each([
  [
    'amounts were swapped between two rows',
    `WITH other (id, by) AS (VALUES ('transaction-2', 1), ('transaction-3', -1))
     UPDATE publisher_commerce.transactions SET amount_minor = amount_minor + by
     FROM other WHERE transaction_id = id`,
    [
      { id: 2, fields: ['amount_minor'], expected: '999', found: '1000' },
      { id: 3, fields: ['amount_minor'], expected: '999', found: '998' },
    ],
  ],
  [
    'the customer of a row was changed',
    update(`customer_id = 'player-8', country_code = NULL`, 2),
    [
      {
        id: 2,
        fields: ['customer_id', 'country_code'],
        // Who the player is, is not said.
        expected: 'another value, DE',
        found: 'a value, NULL',
      },
    ],
  ],
  [
    'a product was changed',
    update(`products = jsonb_set(products, '{0,quantity}', '501')`, 2),
    [{ id: 2, fields: ['products'] }],
  ],
  [
    'a timestamp was changed by a microsecond',
    update(`timestamp = timestamp + interval '1 microsecond'`, 2),
    [
      {
        id: 2,
        fields: ['timestamp'],
        expected: '2026-10-01T03:00:00.000000Z',
        found: '2026-10-01T03:00:00.000001Z',
      },
    ],
  ],
  [
    'the row as received was emptied',
    update(`row = '{}'`, 2),
    [{ id: 2, fields: ['row'], expected: 'a transaction', found: 'something else' }],
  ],
  [
    'the row as received is another one',
    update(
      `row = (SELECT row FROM publisher_commerce.stored_transactions WHERE transaction_id = 'transaction-1')`,
      2,
    ),
    [{ id: 2, fields: ['timestamp', 'transaction_id', 'order_id'] }],
  ],
])('if %s, the sums agree, and the row is named with its fields', async (_, statement, expected) => {
  const { agrees, differences } = await differencesAfter(statement);

  expect(agrees).toBe(false);
  expect(differences).toMatchObject(
    expected.map(({ id, ...difference }) => ({
      what: 'columns',
      type: 'paid',
      transactionId: `transaction-${id}`,
      ...difference,
    })),
  );
});

test('many rows that differ are counted, and a hundred of them listed', async () => {
  const database = await postgres.createDatabase(target.database);
  await execute(
    database,
    `INSERT INTO publisher_commerce.stored_transactions SELECT (jsonb_populate_record(t, jsonb_build_object('transaction_id', n))).*
     FROM publisher_commerce.stored_transactions t, generate_series(1, 500) n WHERE transaction_id = 'transaction-2'`,
  );

  const { differences, unlisted } = await verifyLoad({ database });

  expect(differences.filter(({ what }) => what === 'columns')).toHaveLength(100);
  expect(unlisted).toBe(400);
});
