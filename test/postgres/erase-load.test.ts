import { afterAll, expect, test } from 'vitest';

import { eraseLoad, planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { createLedgerDatabase, load, storedTotals, totalsOf } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { failureOf, startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const minute = 60_000;
const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-01T01:00:00.000Z' };
const players = ['ann', 'bob', 'cem', 'dee'];

/** The personal values of a player: all begin with a word that stands nowhere else. */
function ofPlayer(row: LedgerRow, player: string): LedgerRow {
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
    // Not documented.
    ...{ phone: secret('phone') },
  };
}

const tables = ['stored_transactions', 'replaced_transactions', 'quarantine', 'commits', 'loads', 'erasures'];

/** Everything that the tables say. */
async function contentOf(database: string): Promise<string> {
  const parts = await Promise.all(
    tables.map((table) =>
      execute(database, `SELECT string_agg(t::text, E'\\n') AS content FROM publisher_commerce.${table} t`),
    ),
  );
  return parts.map(([row]) => String(row?.['content'])).join('\n');
}

test.each([1, 2, 3, 4, 5, 6])(
  'whatever is loaded, changed, erased and loaded again, no value of an erased player is in any table, and sums are as the service has them (%i)',
  async (seed) => {
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
    const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
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
  },
);

test('rows before a time are erased, and stay so when they are loaded again; later ones are not', async () => {
  const rows = rowsAt([0, 10 * minute, 20 * minute]).map((row, index) => ofPlayer(row, players[index] ?? ''));
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  await load(target, range);

  const result = await eraseLoad({ database: target.database, before: '2026-10-01T00:20:00Z' });
  await load(target, range);

  expect(result).toEqual({ source: '127.0.0.1', rows: 2, replacedRows: 0, quarantined: 0 });
  const content = await contentOf(target.database);
  expect(players.slice(0, 3).map((name) => content.includes(`secret-${name}-`))).toEqual([
    false,
    false,
    true,
  ]);
  expect(await verifyLoad({ ...target, deep: true })).toMatchObject({ agrees: true });
});

test('columns are dropped and hashed from the first load on, in the row as received too, and verified so', async () => {
  const rows = rowsAt([0, minute]).map((row) => ofPlayer(row, 'ann'));
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await createLedgerDatabase(postgres) };
  const columns = { drop: ['customer_email'], hash: ['customer_id'], hashKey: 'key' };
  await planLoad({ ...target, ...range, ...columns });
  const withoutKey = await failureOf(workLoad(target));
  await workLoad({ ...target, hashKey: 'key' });

  const content = await contentOf(target.database);
  expect(content).not.toContain('secret-ann-email');
  expect(content).not.toContain('secret-ann-id');
  expect(content).toContain('secret-ann-zip');
  expect(withoutKey).toMatchObject({ option: 'hashKey' });
  expect(await failureOf(planLoad({ ...target, ...range, drop: [] }))).toMatchObject({
    option: 'drop',
    rule: 'must be as in the first load: customer_email',
  });
  expect(await verifyLoad({ ...target, deep: true, hashKey: 'key' })).toMatchObject({ agrees: true });

  const { database } = target;
  const { rows: erased } = await eraseLoad({ database, customer: 'secret-ann-id', hashKey: 'key' });
  expect(erased).toBe(2);
  expect(await contentOf(target.database)).not.toContain('secret-');
});

test.each([
  [{}, 'customer', 'is required, or before; not both'],
  [{ customer: 'a', before: '2026-01-01T00:00:00Z' }, 'customer', 'is required, or before; not both'],
  [{ before: '2999-01-01T00:00:00Z' }, 'before', 'must be in the past'],
  [{ customer: '' }, 'customer', 'must not be empty'],
])('erasing %j is rejected', async (options, option, rule) => {
  expect(await failureOf(eraseLoad({ database: 'postgres://127.0.0.1:9/x', ...options }))).toMatchObject({
    option,
    rule,
  });
});
