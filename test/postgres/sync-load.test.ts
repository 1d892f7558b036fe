import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadStatus, syncLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger, start } from '../support/ledger.ts';
import { createLedgerDatabase, load, storedTotals, totalsOf } from '../support/load.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const day = 24 * hour;

function daysFrom(time: number, days: number): string {
  return new Date(time + days * day).toISOString();
}

test('a sync after a load that ends in the future goes back from when that load was planned', async () => {
  const now = Date.now();
  const [old, late, next] = rowsAt([now - 3 * day - start, now - 20 * hour - start, now + 2 * day - start]);
  const known = [old].filter((row) => row !== undefined);
  await using service = await startService((request) => serveLedger(known)(request));
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await load(target, { startDate: daysFrom(now, -7), endDate: daysFrom(now, 14) });
  known.push(...[late, next].filter((row) => row !== undefined));

  const { planned, work } = await syncLoad({ ...target, endDate: daysFrom(now, 3) });

  const synced = (await loadStatus({ database: target.database })).loads.find(
    ({ load: id }) => id === planned?.load,
  );
  expect(synced?.endDate).toBe(daysFrom(now, 3));
  expect(Math.abs(Date.parse(synced?.startDate ?? '') - (now - day))).toBeLessThan(hour);
  expect(work).toMatchObject({ finished: true, rows: 2 });
  expect(await storedTotals(target.database)).toEqual(totalsOf(known));
});

test('a sync without anything new since the last one plans nothing', async () => {
  await using service = await startService(serveLedger(rowsAt([hour])));
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  const range = { startDate: daysFrom(start, 0), endDate: daysFrom(start, 1) };
  await syncLoad({ ...target, ...range });

  const again = await syncLoad({ ...target, endDate: range.endDate, lookBack: 0 });

  expect(again).toMatchObject({ state: 'done', planned: null, work: { rows: 0, finished: true } });
  expect(again.verification).toMatchObject({ agrees: true, rows: 1 });
});
