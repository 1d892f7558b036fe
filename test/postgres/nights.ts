import { syncLoad, type SyncResult } from '../../src/postgres/index.ts';
import {
  inclusive,
  isCount,
  type LedgerRow,
  type Reading,
  rowsAt as rowsAfter,
  serveLedger,
  start as first,
} from '../support/ledger.ts';
import { storedTotals, takeLedgerDatabase } from '../support/load.ts';
import { execute, type Postgres } from '../support/postgres.ts';
import { type ReceivedRequest, startService } from '../support/service.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
/** All nights are in the past: no range ends after the clock of this machine. */
export const start = first - 100 * day;
export const rowsAt = (moments: readonly number[]): LedgerRow[] =>
  rowsAfter(moments.map((moment) => moment - 100 * day));

/** A row an hour, of days from one to before another. */
export function daysOf(from: number, to: number): LedgerRow[] {
  return rowsAt(Array.from({ length: (to - from) * 24 }, (_, index) => from * day + index * hour + 1000));
}

/** A service whose rows and clock may change, a table, and a sync each night. */
export async function openNights(
  postgres: Postgres,
  rows: readonly LedgerRow[],
  reading: Reading = inclusive,
) {
  let now = start;
  const service = await startService((request) => {
    nights.requests.push(request);
    const known = [...nights.rows, ...(isCount(request) ? nights.phantoms : [])];
    const sorted = known
      .filter(({ timestamp }) => Date.parse(timestamp) <= now)
      .toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
    return {
      json: serveLedger(sorted, reading)(request).json,
      headers: { date: new Date(now).toUTCString() },
    };
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const nights = {
    target,
    rows,
    /** Those of the last night. */
    requests: [] as ReceivedRequest[],
    /** Rows that the service counts, and never returns. */
    phantoms: [] as readonly LedgerRow[],
    at: (night: number): void => void (now = start + night * day),
    sync: async (night: number, lookBack = day, end = night): Promise<SyncResult> => {
      nights.at(night);
      nights.requests.length = 0;
      const [startDate, endDate] = [0, end].map((at) => new Date(start + at * day).toISOString());
      return await syncLoad({ ...target, startDate, endDate, lookBack });
    },
    stored: () => storedTotals(target.database),
    /** How many of these rows are stored. */
    has: async (some: readonly LedgerRow[]): Promise<number> => {
      const [row] = await execute(
        target.database,
        `SELECT count(*)::int AS rows FROM publisher_commerce.transactions WHERE timestamp = ANY ($1)`,
        [some.map(({ timestamp }) => timestamp)],
      );
      return Number(row?.['rows']);
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  return nights;
}
