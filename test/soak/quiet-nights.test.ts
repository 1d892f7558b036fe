import { afterAll, expect, test } from 'vitest';

import { syncLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger, start as first } from '../support/ledger.ts';
import { takeLedgerDatabase } from '../support/load.ts';
import { expectOccurrences } from '../support/occurrences.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const day = 24 * hour;
/** All nights are in the past: no range ends after the clock of this machine. */
const start = first - 100 * day;

/** A row, and when the service has it. */
interface Arrival {
  readonly row: LedgerRow;
  readonly at: number;
  /** When the service no longer has it. */
  readonly until: number;
}

/** What occurred in all runs. */
const seen = {
  longStalls: 0,
  anyOrder: 0,
  oldestFirst: 0,
  removed: 0,
  withoutLookBack: 0,
  lateRows: 0,
  sharedDays: 0,
};

/** Rows of a game whose service stalls, and then delivers what it held back in up to five nights. */
function arrivals(random: () => number) {
  const below = (limit: number): number => Math.floor(random() * limit);
  const anyOrder = random() < 0.5;
  const stall = anyOrder ? 1 + below(22) : 1 + below(60);
  const begin = 3 + below(8);
  const deliveries = 1 + below(anyOrder ? Math.max(1, Math.min(5, 26 - stall)) : 5);
  const days = begin + stall + deliveries + 3;
  const weekends = random() < 0.3;
  const removes = random() < 0.6;
  const moments = Array.from({ length: days * (2 + below(12)) }, () => below(days * day)).filter(
    (moment) => !weekends || Math.floor(moment / day) % 7 >= 5,
  );
  const rows = rowsAt(moments.map((moment) => moment - 100 * day));
  // Some of the days before too, which then lose rows, and get others.
  const held = rows.filter((row) => {
    const moment = Date.parse(row.timestamp) - start;
    return moment < (begin + stall) * day && moment >= (begin - (random() < 0.3 ? 3 : 0)) * day;
  });
  const isHeld = new Set(held);
  const list = rows.map((row): Arrival => {
    const moment = Date.parse(row.timestamp) - start;
    const order = anyOrder ? random() : held.indexOf(row) / held.length;
    const late = moment > begin * day && random() < 0.1 ? below(20) * hour : 0;
    // What is new waits for what is older.
    const earliest = anyOrder || moment < begin * day ? 0 : (begin + stall + deliveries) * day;
    const at = isHeld.has(row)
      ? (begin + stall + Math.floor(order * deliveries)) * day + 1
      : Math.max(moment + late, earliest);
    // In a night in which the service has nothing new: what is lost and what comes in one night may be as many.
    const isRemoved = removes && !isHeld.has(row) && moment < (begin - 1) * day && random() < 0.2;
    return { row, at: start + at, until: isRemoved ? start + (begin + 1) * day - 1 : Infinity };
  });
  seen.longStalls += Number(stall > 30);
  seen.anyOrder += Number(anyOrder);
  seen.oldestFirst += Number(!anyOrder);
  seen.removed += list.filter(({ until }) => until < Infinity).length;
  seen.lateRows += held.length;
  const dayOf = ({ timestamp }: LedgerRow): string => timestamp.slice(0, '2026-10-01'.length);
  const losing = new Set(list.filter(({ until }) => until < Infinity).map(({ row }) => dayOf(row)));
  seen.sharedDays += new Set(held.map(dayOf).filter((one) => losing.has(one))).size;
  return { list, days };
}

const keyOf = ({ timestamp, transactionDetails: { id } }: LedgerRow): string =>
  `${new Date(timestamp).toISOString()} ${id}`;

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  'each night stores every row that the service has, whatever it held back, or names the days (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const { list, days } = arrivals(random);
    const lookBack = [0, hour, day, 2 * day][Math.floor(random() * 4)] ?? day;
    seen.withoutLookBack += Number(lookBack === 0);
    let now = start;
    const known = (): LedgerRow[] =>
      list.filter(({ at, until }) => at <= now && now < until).map(({ row }) => row);
    await using service = await startService((request) => ({
      json: serveLedger(known())(request).json,
      headers: { date: new Date(now).toUTCString() },
    }));
    const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
    for (let night = 1; night <= days; night += 1) {
      now = start + night * day;
      const { work, verification } = await syncLoad({
        ...target,
        startDate: new Date(start).toISOString(),
        endDate: new Date(now).toISOString(),
        lookBack,
        removeAfter: 0,
      });
      expect(work).toMatchObject({ finished: true });
      const stored = await execute(
        target.database,
        'SELECT timestamp, transaction_id FROM publisher_commerce.transactions',
      );
      const keys = new Set(
        stored.map(
          ({ timestamp, transaction_id: id }) => `${(timestamp as Date).toISOString()} ${String(id)}`,
        ),
      );
      const missing = known()
        .map(keyOf)
        .filter((key) => key < new Date(now).toISOString() && !keys.has(key));
      if (verification?.differences.length === 0) expect({ night, missing }).toEqual({ night, missing: [] });
    }
  },
);

test('the runs had all cases', () => {
  expectOccurrences(seen, {
    longStalls: 2,
    anyOrder: 5,
    oldestFirst: 5,
    removed: 3,
    withoutLookBack: 2,
    lateRows: 300,
    sharedDays: 5,
  });
});
