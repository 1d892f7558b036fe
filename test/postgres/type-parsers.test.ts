import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '../../src/postgres/database/open-database.ts';
import { loadStatus, syncLoad, verifyLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { load, takeLedgerDatabase } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };

test('a load works in an application that has replaced the type parsers of pg', async () => {
  await using service = await startService(serveLedger(rowsAt([1000, 2000])));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const { BOOL, INT2, INT4, INT8, FLOAT8, NUMERIC, JSON, JSONB, TIMESTAMPTZ } = pg.types.builtins;
  for (const type of [BOOL, INT2, INT4, INT8, FLOAT8, NUMERIC, JSON, JSONB, TIMESTAMPTZ]) {
    const before = pg.types.getTypeParser(type) as (value: string) => unknown;
    pg.types.setTypeParser(type, (value) => ({ ours: value }));
    onTestFinished(() => pg.types.setTypeParser(type, before));
  }

  expect(await load(target, hour)).toMatchObject({ finished: true, rows: 2 });
  expect(await load(target, hour)).toMatchObject({ finished: true, rows: 2 });

  expect(await syncLoad({ ...target, endDate: '2026-10-01T02:00:00Z' })).toMatchObject({
    work: { finished: true },
    verification: { agrees: true, rows: 2 },
  });
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: 2 });
  expect(await loadStatus({ database: target.database, load: 1 })).toMatchObject({
    loads: [{ ...hour, jobsDone: 1, rowsDone: 2, failedJobs: [] }],
    workers: [{ state: 'stopped' }, { state: 'stopped' }, { state: 'stopped' }],
  });
});

test.each([
  [`true, false, NULL::boolean`, [true, false, null]],
  [`1::int2, 2::int4, 3::int8, 0.5::float8, 0.10::numeric`, [1, 2, '3', 0.5, '0.10']],
  [`'{"a": 1}'::json, '[null]'::jsonb`, [{ a: 1 }, [null]]],
  [`'{}'::text[], '{1,2}'::int4[], '{1,NULL}'::int8[]`, [[], [1, 2], ['1', null]]],
  [
    String.raw`ARRAY['a,b', '"{x}"', 'back\slash', '', 'NULL', E'two\nlines', NULL]`,
    [['a,b', '"{x}"', String.raw`back\slash`, '', 'NULL', 'two\nlines', null]],
  ],
  [
    `'2026-10-01 00:00:00.123456+02'::timestamptz, '12026-01-01Z'::timestamptz, '0001-01-01Z'::timestamptz`,
    [
      new Date('2026-09-30T22:00:00.123Z'),
      new Date('+012026-01-01T00:00:00Z'),
      new Date('0001-01-01T00:00:00Z'),
    ],
  ],
  [`'0002-01-01Z'::timestamptz AT TIME ZONE 'UTC' AS plain`, ['0002-01-01 00:00:00']],
])('values are parsed: %s', async (columns, values) => {
  await using database = await openDatabase({ connectionString: postgres.url }, 'publisher_commerce', 1);
  await database.query(`SET TimeZone = 'Asia/Kolkata'`);

  const [row] = await database.query(`SELECT * FROM (SELECT ${columns}) AS row (${names(values.length)})`);

  expect(Object.values(row ?? {})).toEqual(values);
});

function names(count: number): string {
  return Array.from({ length: count }, (_, index) => `c${index}`).join(', ');
}
