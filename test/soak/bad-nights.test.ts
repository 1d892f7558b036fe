import { afterAll, expect, test } from 'vitest';

import { syncLoad, verifyLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger, start } from '../support/ledger.ts';
import { storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const day = 24 * hour;
const nights = 12;
const rowsPerNight = 10;

type Night = 'good' | 'empty' | 'half' | 'other game' | 'late';

const bad: readonly Night[] = ['empty', 'half', 'other game', 'late'];

/** What the service returns in a night, of the rows that it has. */
function rowsOf(night: Night, rows: readonly LedgerRow[], random: () => number): readonly LedgerRow[] {
  if (night === 'empty') return [];
  if (night === 'half') return rows.filter(() => random() < 0.5);
  if (night !== 'other game') return rows;
  return rows.map((row) => {
    const details = { ...row.transactionDetails, id: `other ${row.transactionDetails.id}` };
    return { ...row, transactionDetails: details };
  });
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'after two good nights the table equals the service, however bad those before were, and no night that lost a row is silent (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const moments = Array.from({ length: nights * rowsPerNight }, () => Math.floor(random() * nights * day));
    const all = rowsAt(moments);
    let [now, answered] = [start, all as readonly LedgerRow[]];
    await using service = await startService((request) => ({
      json: serveLedger(answered)(request).json,
      headers: { date: new Date(now).toUTCString() },
    }));
    const database = await takeLedgerDatabase(postgres);
    const target = { client: service.client(), database };
    const seen = new Map<Night, number>();
    /** Rows that a night did not find. */
    let marked = 0;
    for (let night = 1, good = 0; night <= nights; night += 1) {
      // The first night is good: before it, nothing is known of the service.
      const kind = night > 1 && random() < 0.5 ? (bad[Math.floor(random() * bad.length)] ?? 'late') : 'good';
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      good = kind === 'good' || kind === 'late' ? good + 1 : 0;
      now = start + night * day + (kind === 'late' ? Math.floor(random() * 5) * hour : 0);
      const known = all.filter(({ timestamp }) => Date.parse(timestamp) <= now);
      answered = rowsOf(kind, known, random);
      const before = await storedTotals(database);
      // The clock of the database jumps by up to two days: what is stored of it is of another time.
      await execute(
        database,
        `UPDATE publisher_commerce.stored_transactions SET fetched_at = fetched_at + make_interval(hours => $1)`,
        [Math.floor(random() * 96) - 48],
      );

      const synced = syncLoad({
        ...target,
        startDate: new Date(start).toISOString(),
        endDate: new Date(now).toISOString(),
      });
      if (kind === 'other game') {
        await expect(synced).rejects.toThrow('must have the token of');
        expect(await storedTotals(database)).toEqual(before);
        continue;
      }
      const { work, verification } = await synced;

      expect(verification?.differences).toEqual([]);
      const after = await storedTotals(database);
      const unfound = (work?.rowsMarked ?? 0) + (work?.rowsRemoved ?? 0);
      marked += (work?.rowsMarked ?? 0) + (work?.rowsUnconfirmed ?? 0);
      if (Number(after.rows) < Number(before.rows)) expect(unfound).toBeGreaterThan(0);
      if (good >= 2) {
        expect({ night, ...after }).toEqual({ night, ...totalsOf(known) });
        expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true });
      }
    }
    // Two good nights, so that each run ends with the comparison.
    answered = all;
    for (let night = 1; night <= 2; night += 1) {
      now += day;
      await syncLoad({ ...target, endDate: new Date(now).toISOString() });
    }
    expect(await storedTotals(database)).toEqual(totalsOf(all));
    expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true });
    expect([...seen.keys()].length).toBeGreaterThan(3);
    expect(marked).toBeGreaterThan(0);
  },
);
