import { expect, test } from 'vitest';

import { transactionColumns } from '../../../src/postgres/database/tables.ts';
import { createLedgerDatabase } from '../../support/load.ts';
import { execute, startPostgres } from '../../support/postgres.ts';

const types = { timestamptz: 'timestamp with time zone', text: 'text', bigint: 'bigint', jsonb: 'jsonb' };

test('the migrations create the columns that are written', async () => {
  await using postgres = await startPostgres();
  const columns = await execute(
    await createLedgerDatabase(postgres),
    `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable FROM information_schema.columns
     WHERE table_schema = 'publisher_commerce' AND table_name = 'stored_transactions' AND column_name = ANY ($1)`,
    [transactionColumns.map(({ name }) => name)],
  );

  const expected = transactionColumns.map(({ name, sqlType, nullable }) => ({
    name,
    type: types[sqlType],
    nullable,
  }));
  expect(columns).toHaveLength(expected.length);
  expect(columns).toEqual(expect.arrayContaining(expected));
});
