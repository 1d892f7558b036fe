import { afterAll, expect, test } from 'vitest';

import { syncLoad, verifyLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger, start } from '../support/ledger.ts';
import { takeLedgerDatabase } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const day = 86_400_000;
const nights = 60;
const rowsPerNight = 200;

/** How many rows of the table were read so far, by any plan. */
async function rowsRead(database: string): Promise<number> {
  const [row] = await execute(
    database,
    `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables
     WHERE relname = 'stored_transactions'`,
  );
  return Number(row?.['rows']);
}

test(`the last of ${nights} nights read no more of the table than the second ten`, async () => {
  // The last night is in the past: no range ends after the clock of the service.
  const begin = start - nights * day;
  const moments = Array.from(
    { length: nights * rowsPerNight },
    (_, index) => (index * day) / rowsPerNight - nights * day,
  );
  await using service = await startService(serveLedger(rowsAt(moments)));
  const database = await takeLedgerDatabase(postgres);
  const target = { client: service.client(), database, startDate: new Date(begin).toISOString() };
  const read: number[] = [];
  for (let night = 1; night <= nights; night += 1) {
    const before = await rowsRead(database);
    const { verification } = await syncLoad({
      ...target,
      endDate: new Date(begin + night * day).toISOString(),
      rowsPerJob: 100,
    });
    expect(verification).toMatchObject({ agrees: true });
    read.push((await rowsRead(database)) - before);
    // As autovacuum would.
    await execute(database, 'ANALYZE');
  }

  // A table of a few nights is read as a whole: that is faster. Of ten nights each, because PostgreSQL counts with a delay of
  // up to a second: a part of what a night reads may be counted in the next one.
  const sum = (nightly: readonly number[]): number => nightly.reduce((all, rows) => all + rows, 0);
  const early = sum(read.slice(10, 20));
  expect(early).toBeGreaterThan(10 * rowsPerNight);
  expect(sum(read.slice(-10))).toBeLessThan(early * 1.2);
  expect(await verifyLoad({ database })).toMatchObject({ rows: nights * rowsPerNight });
});
