import { afterAll, expect, test } from 'vitest';

import { loadStatus, syncLoad, type SyncLoadOptions, verifyLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger, start } from '../support/ledger.ts';
import { storedTotals, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const day = 24 * hour;
const nights = 30;
const rowsPerNight = 24;
/** The night that is interrupted, and the one that runs twice. */
const [interrupted, repeated] = [11, 17];

/** A row, and when the service has it. */
interface Arrival {
  readonly row: LedgerRow;
  readonly at: number;
}

/** Rows of all nights; two thirds come late, by up to 20 hours. */
function arrivals(seed: number): readonly Arrival[] {
  const random = randomFrom(seed);
  const moments = Array.from({ length: nights * rowsPerNight }, () => Math.floor(random() * nights * day));
  return rowsAt(moments).map((row, index) => {
    const amount = 100 + Math.floor(random() * 10_000);
    const late = random() < 2 / 3 ? random() * 20 * hour : 0;
    return {
      row: { ...row, transactionDetails: { ...row.transactionDetails, amount, amountUsd: amount - index } },
      at: Date.parse(row.timestamp) + late,
    };
  });
}

test(`${nights} nights of sync lose no row that is up to 20 hours late, and store none twice`, async () => {
  const all = arrivals(5);
  let now = start;
  const known = (): LedgerRow[] => all.filter(({ at }) => at <= now).map(({ row }) => row);
  await using service = await startService((request) => serveLedger(known())(request));
  const target = { client: service.client(), database: await postgres.createDatabase() };
  const sync = (options: Pick<SyncLoadOptions, 'signal' | 'onProgress'> = {}) =>
    syncLoad({
      ...target,
      startDate: new Date(start).toISOString(),
      endDate: new Date(now).toISOString(),
      rowsPerJob: 8,
      limit: 5,
      ...options,
    });

  let late = 0;
  for (let night = 1; night <= nights; night += 1) {
    now = start + night * day;
    if (night === interrupted) {
      const stop = new AbortController();
      const { signal } = stop;
      const { work, verification } = await sync({
        signal,
        onProgress: ({ jobs }) => (jobs === 3 ? stop.abort() : undefined),
      });
      expect({ finished: work?.finished, verification }).toEqual({ finished: false, verification: null });
      const [open] = (await loadStatus({ database: target.database })).loads;
      expect(open?.jobsDone).toBeGreaterThanOrEqual(3);
      expect(open?.jobsDone).toBeLessThan(open?.jobs ?? 0);
      continue;
    }
    const { state, work, verification } = await sync();

    expect({ night, state, finished: work?.finished }).toEqual({ night, state: 'done', finished: true });
    expect(verification).toMatchObject({ agrees: true, differences: [] });
    // A row is late if an earlier night would have seen it on time.
    late += all.filter(
      ({ row, at }) => at <= now && at > now - day && Date.parse(row.timestamp) <= now - day,
    ).length;
    expect(await storedTotals(target.database)).toEqual(totalsOf(known()));
    if (night === repeated) {
      await sync();
      expect(await storedTotals(target.database)).toEqual(totalsOf(known()));
    }
  }
  now += day;
  await sync();

  expect(await storedTotals(target.database)).toEqual(totalsOf(all.map(({ row }) => row)));
  expect(await verifyLoad(target)).toMatchObject({ agrees: true, rows: all.length });
  expect(late).toBeGreaterThan(nights * 5);
  const [inserted] = await execute(
    target.database,
    'SELECT sum(rows_inserted)::int AS rows, sum(rows_replaced)::int AS replaced FROM publisher_commerce.commits',
  );
  expect(inserted).toEqual({ rows: all.length, replaced: 0 });
});
