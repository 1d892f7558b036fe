import { Client } from 'pg';
import { expect, test } from 'vitest';

import { startPostgres } from '../../../support/postgres.ts';
import { loadTwice } from './load-twice.ts';

test('all streams load into PostgreSQL by the rules of targets, and what was deleted leaves it', async () => {
  await using postgres = await startPostgres();
  const client = new Client({ connectionString: await postgres.createDatabase() });
  await client.connect();
  try {
    await loadTwice(async (sql, values = []) => {
      const { rows } = await client.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' });
      return rows;
    });
    const { rows } = await client.query<{ type: string }>(
      `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = 'transactions'::regclass AND attname IN ('amount', 'amount_usd', 'amount_minor') ORDER BY attname`,
    );
    expect(rows.map(({ type }) => type)).toEqual(['numeric(20,4)', 'bigint', 'numeric(18,2)']);
  } finally {
    await client.end();
  }
});
