import { afterAll, expect, test } from 'vitest';

import { eraseLoad, loadStatus, recountLoad, syncLoad, verifyLoad } from '../../../src/postgres/index.ts';
import { load } from '../../support/load.ts';
import { rowsAt, serveLedger } from '../../support/ledger.ts';
import { execute, startPostgres } from '../../support/postgres.ts';
import { startService } from '../../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const rows = rowsAt(Array.from({ length: 48 }, (_, index) => index * hour + 1000));
const firstDay = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' };
const bothDays = { ...firstDay, endDate: '2026-10-03T00:00:00.000Z' };

const types =
  "ARRAY['bigint', 'integer', 'numeric', 'float8', 'text', 'timestamptz', 'date', 'jsonb', 'json', 'uuid']";

/**
 * What any role may create in `public` of a server before version 15: an operator for each pair of types that the server has
 * none for, so that it is the better match, and overloads of functions. Each of them fails.
 */
const strangers = `
  DO $$
  DECLARE
    failing text := $body$LANGUAGE plpgsql AS 'BEGIN RAISE ''a stranger runs as %'', current_user; END'$body$;
    pair record;
    signature text;
  BEGIN
    FOR pair IN
      SELECT one, other, name,
        CASE WHEN name IN ('=', '<>', '<', '>', '<=', '>=', '@>', '<@', '&&') THEN 'boolean' ELSE one END AS result
      FROM unnest(${types}) AS one, unnest(${types}) AS other,
        unnest(ARRAY['=', '<>', '<', '>', '<=', '>=', '@>', '<@', '&&', '+', '-', '*', '/', '^', '||', '->', '->>', '#>>']) AS name
      WHERE NOT EXISTS (
        SELECT FROM pg_operator WHERE oprname = name AND oprleft = one::regtype AND oprright = other::regtype)
    LOOP
      EXECUTE format('CREATE OR REPLACE FUNCTION public.stranger_%s(%s, %s) RETURNS %s %s',
        pair.result, pair.one, pair.other, pair.result, failing);
      EXECUTE format('CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = public.stranger_%s)',
        pair.name, pair.one, pair.other, pair.result);
    END LOOP;
    FOREACH signature IN ARRAY ARRAY['hashtextextended(text, integer) RETURNS bigint', 'nextval(text) RETURNS bigint',
      'to_json(timestamptz) RETURNS json', 'num_nonnulls(text, timestamptz) RETURNS integer']
    LOOP
      EXECUTE format('CREATE FUNCTION public.%s %s', signature, failing);
    END LOOP;
  END $$`;

test('no command, and no view that it makes, runs a function or operator of a stranger', async () => {
  await using service = await startService(serveLedger(rows));
  const database = await postgres.createDatabase();
  await execute(database, strangers);
  for (const called of [`hashtextextended('x', 0)`, '10::numeric ^ 2'])
    await expect(execute(database, `SELECT ${called}`)).rejects.toThrow('a stranger runs as');
  const target = { client: service.client(), database };

  await load(target, firstDay);
  await syncLoad({ ...target, ...bothDays });
  await recountLoad({ ...target, ...firstDay });
  await eraseLoad({ database, before: firstDay.endDate });

  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true, rows: rows.length });
  expect(await verifyLoad(target)).toMatchObject({ agrees: true });
  expect(await loadStatus({ database })).toMatchObject({ rows: rows.length });
  // By a session that finds the strangers first.
  const amounts = 'SELECT DISTINCT amount::text FROM publisher_commerce.transactions';
  expect(await execute(database, amounts)).toEqual([{ amount: '9.99' }]);
});
