import { expect } from 'vitest';

import { eraseLoad, verifyLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { load, storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { execute, type Postgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { startService } from '../support/service.ts';

export const minute = 60_000;
export const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
export const players = ['ann', 'bob', 'cem', 'dee'];

/** The personal values of a player: all begin with a word that stands nowhere else. */
export function ofPlayer(row: LedgerRow, player: string): LedgerRow {
  const secret = (field: string): string => `secret-${player}-${field}`;
  return {
    ...row,
    customerDetails: { id: secret('id'), email: secret('email') },
    geolocation: {
      countryCode2: 'DE',
      playerIp: secret('ip'),
      region: secret('region'),
      ipAddress: secret('address'),
      zipCode: secret('zip'),
    },
    device: { ...row.device, osType: secret('os') },
    // Not documented: a field of the row, one of a product, and an object in place of a text.
    ...{ phone: secret('phone') },
    ...({ purchaseId: { wallet: secret('wallet') } } as object),
    offerDetails: {
      ...row.offerDetails,
      products: [{ name: 'Gems', sku: 'gems', quantity: 1, ...{ recipient: secret('recipient') } }],
    },
  };
}

const tables = ['stored_transactions', 'replaced_transactions', 'quarantine', 'commits', 'loads', 'erasures'];

/** Everything that the tables say. */
export async function contentOf(database: string): Promise<string> {
  const parts = await Promise.all(
    tables.map((table) =>
      execute(database, `SELECT string_agg(t::text, E'\\n') AS content FROM publisher_commerce.${table} t`),
    ),
  );
  return parts.map(([row]) => String(row?.['content'])).join('\n');
}

/**
 * Loads, changes, erases and loads again at random, and expects no value of an erased player in any table, and right sums.
 * Returns how many rows were changed and players erased.
 */
export async function expectErased(
  postgres: Postgres,
  seed: number,
): Promise<{ changes: number; erased: number }> {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let rows = rowsAt(Array.from({ length: 40 }, (_, index) => index * minute)).map((row) =>
    ofPlayer(row, pick(players)),
  );
  // Valid or not: those in quarantine are the last ones.
  const broken = rowsAt([50, 51, 52].map((at) => at * minute)).map((row, index) =>
    ofPlayer(
      { ...row, transactionDetails: { ...row.transactionDetails, id: `broken-${index}`, amount: 0.5 } },
      pick(players),
    ),
  );
  await using service = await startService((request) => serveLedger([...rows, ...broken])(request));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, range);
  const erased = new Set<string>();
  let changes = 0;
  for (let step = 0; step < 6; step += 1) {
    const player = pick(players);
    const before = await storedTotals(target.database);
    if (random() < 0.5) {
      await eraseLoad({ database: target.database, customer: `secret-${player}-id` });
      erased.add(player);
      expect(await storedTotals(target.database)).toEqual(before);
    } else {
      // A correction keeps the key, and changes an amount: the old row is kept.
      const at = Math.floor(random() * rows.length);
      rows = rows.map((row, index) =>
        index === at
          ? {
              ...row,
              transactionDetails: { ...row.transactionDetails, amount: row.transactionDetails.amount + 1 },
            }
          : row,
      );
      changes += 1;
      await load(target, range);
    }
    const content = await contentOf(target.database);
    expect([...erased].filter((name) => content.includes(`secret-${name}-`))).toEqual([]);
    expect(await storedTotals(target.database)).toEqual(totalsOf(rows));
    const { differences } = await verifyLoad({ ...target, deep: true });
    expect(differences.filter(({ what }) => what !== 'quarantined' && what !== 'unread')).toEqual([]);
  }
  const [{ kept } = {}] = await execute(
    target.database,
    'SELECT count(*)::int AS kept FROM publisher_commerce.replaced_transactions',
  );
  expect(kept).toBe(changes);
  return { changes, erased: erased.size };
}
