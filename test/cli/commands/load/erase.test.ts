import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import { openTerminal } from '../../terminal.ts';
import { jsonOf, openPlace } from './load-place.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

test('erase empties the rows of a player, a sync loads them without the player again, and verify agrees', async () => {
  const { load, sql } = await openPlace(postgres);
  const sync = ['sync', '--start', '2026-10-01', '--end', '2026-11-01', '--look-back', '40d'];
  await load(...sync);
  const [first] = await sql(
    `SELECT customer_id AS id, count(*)::int AS rows FROM publisher_commerce.transactions
     GROUP BY customer_id ORDER BY rows DESC, customer_id LIMIT 1`,
  );
  const { id, rows } = first as { id: string; rows: number };

  const erased = await load('erase', '--customer', id, '--yes', '--json');
  await load(...sync);

  expect(erased.code).toBe(0);
  expect(jsonOf(erased)).toEqual({ source: '127.0.0.1', rows, replacedRows: 0, quarantined: 0 });
  const [left] = await sql(
    `SELECT count(*) FILTER (WHERE customer_id = $1 OR row::text LIKE '%' || $1 || '%')::int AS rows,
       count(erased_at)::int AS erased FROM publisher_commerce.stored_transactions`,
    [id],
  );
  expect(left).toEqual({ rows: 0, erased: rows });
  expect(await load('verify', '--deep')).toMatchObject({ code: 0 });
});

test('erase that is declined erases nothing, and says so', async () => {
  const { load, sql } = await openPlace(postgres);
  await load('sync', '--start', '2026-10-01', '--end', '2026-11-01', '--quiet');
  openTerminal().type('n\n');
  const { code, err } = await load('erase', '--before', '2027-01-01');

  expect(code).toBe(1);
  expect(err).toMatch(/\? This cannot be undone\. \[y\/N\] publisher-commerce: nothing was erased\n$/);
  expect(
    await sql('SELECT count(erased_at)::int AS rows FROM publisher_commerce.stored_transactions'),
  ).toEqual([{ rows: 0 }]);
});

test('sync --hash stores a column as a hash, and --drop stores none', async () => {
  const { load, sql } = await openPlace(postgres);
  vi.stubEnv('PUBLISHER_HASH_KEY', 'key');
  const columns = ['--hash', 'customer_id', '--drop', 'customer_email'];
  expect(await load('sync', '--start', '2026-10-01', '--end', '2026-11-01', ...columns)).toMatchObject({
    code: 0,
  });

  const [stored] = await sql(
    `SELECT count(customer_email)::int AS emails, bool_and(customer_id ~ '^[0-9a-f]{64}$') AS hashed
     FROM publisher_commerce.transactions`,
  );

  expect(stored).toEqual({ emails: 0, hashed: true });
});

test.each([
  [['erase'], '--customer or --before is required'],
  [['erase', '--customer', 'a'], '--yes: '],
  [['erase', '--before', '2999-01-01', '--yes'], '--before: '],
  [['erase', '--customer', 'a', '--source', 'other', '--yes'], '--source: is not in the tables'],
])('%j is wrong usage', async (args, message) => {
  const { load } = await openPlace(postgres);

  const { code, err } = await load(...args);

  expect(code).toBe(2);
  expect(err).toContain(message);
});
