import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';

import { loadTwice } from './load-twice.ts';

test('all streams load into DuckDB by the rules of targets, and what was deleted leaves it', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const run = async (sql: string, values: readonly (string | null)[] = []) =>
    (await connection.runAndReadAll(sql, [...values])).getRowsJson();
  await loadTwice(run);

  const types = await run(
    `SELECT column_type FROM (DESCRIBE transactions)
     WHERE column_name IN ('amount', 'amount_usd', 'amount_minor') ORDER BY column_name`,
  );
  expect(types.flat()).toEqual(['DECIMAL(20,4)', 'BIGINT', 'DECIMAL(18,2)']);
  connection.closeSync();
});
