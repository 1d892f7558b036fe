import { afterAll, expect, test } from 'vitest';

import { eraseLoad, planLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { load, takeLedgerDatabase } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { failureOf, startService } from '../support/service.ts';
import { contentOf, expectErased, minute, ofPlayer, players, range } from './erase-randomly.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

test('whatever is loaded, changed, erased and loaded again, no value of an erased player is in any table, and sums are as the service has them', async () => {
  const { changes, erased } = await expectErased(postgres, 1);

  expect(Math.min(changes, erased)).toBeGreaterThan(0);
});

test('rows before a time are erased, and stay so when they are loaded again; later ones are not', async () => {
  const rows = rowsAt([0, 10 * minute, 20 * minute]).map((row, index) => ofPlayer(row, players[index] ?? ''));
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
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

test('a row whose time cannot be read is erased with those before a time, now and when it is loaded again', async () => {
  const [row, other] = rowsAt([0, minute]).map((one) => ofPlayer(one, 'ann'));
  const unreadable = { ...other, timestamp: 'yesterday' };
  await using service = await startService((request) => {
    const page = serveLedger([row].flatMap((one) => one ?? []))(request).json as { results: object[] };
    return { json: { ...page, totalCount: 2, results: [...page.results, unreadable] } };
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, range);
  expect(await contentOf(target.database)).toContain('yesterday');

  expect(await eraseLoad({ database: target.database, before: '2026-10-01T00:30:00Z' })).toMatchObject({
    rows: 1,
    quarantined: 1,
  });
  expect(await contentOf(target.database)).not.toContain('secret-');
  await load(target, range);

  expect(await contentOf(target.database)).not.toContain('secret-');
});

test('columns are dropped and hashed from the first load on, in the row as received too, and verified so', async () => {
  const rows = rowsAt([0, minute]).map((row) => ofPlayer(row, 'ann'));
  await using service = await startService(serveLedger(rows));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
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
