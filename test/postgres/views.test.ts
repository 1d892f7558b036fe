import { afterAll, expect, test } from 'vitest';

import { loadStatus, planLoad, workLoad } from '../../src/postgres/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { takeLedgerDatabase } from '../support/load.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
const date = (day: number): string => new Date(Date.parse('2026-10-01') + day * 24 * hour).toISOString();
/** A row each twelve hours, of three days; those of a game differ from others. */
const rowsOf = (game: number) => rowsAt([0, 12, 24, 36, 48, 60].map((hours) => hours * hour + game * 1000));

/**
 * Three games: one with all days, of which two rows are late; one with a gap of a day; and one whose last day has no rows, and
 * whose load did not find any.
 */
async function openGames() {
  const late = rowsOf(1).slice(0, 2);
  const served: Record<string, ReturnType<typeof rowsOf>> = {
    a: rowsOf(1).slice(2),
    b: rowsOf(2),
    c: rowsOf(3).slice(0, 4),
  };
  const database = await takeLedgerDatabase(postgres);
  const load = async (game: string, from: number, to: number): Promise<void> => {
    await using service = await startService(serveLedger(served[game] ?? []));
    const target = { client: service.client({ baseUrl: service.url }), database, source: `game-${game}` };
    await execute(database, 'UPDATE publisher_commerce.sources SET base_url = $1', [service.url]);
    await planLoad({ ...target, startDate: date(from), endDate: date(to) });
    await workLoad(target);
  };
  await load('a', 0, 3);
  served['a'] = [...late, ...(served['a'] ?? [])];
  await load('a', 0, 1);
  await load('b', 0, 1);
  await load('b', 2, 3);
  await load('c', 0, 2);
  await load('c', 2, 3);
  const read = (view: string) =>
    execute(
      database,
      `SELECT to_jsonb(found) AS row FROM publisher_commerce.${view} found ORDER BY to_jsonb(found) ->> 'source'`,
    ).then((found) => found.map(({ row }) => row));
  return { database, read };
}

test('the end of the loads of each game is that before its first gap, and the last row is no lag', async () => {
  const { database, read } = await openGames();

  expect(await read('lag')).toMatchObject([
    { source: 'game-a', reaches_to: '2026-10-04T00:00:00+00:00', last_row: '2026-10-03T12:00:01+00:00' },
    { source: 'game-b', reaches_to: '2026-10-02T00:00:00+00:00', last_row: '2026-10-03T12:00:02+00:00' },
    { source: 'game-c', reaches_to: '2026-10-04T00:00:00+00:00', last_row: '2026-10-02T12:00:03+00:00' },
  ]);
  expect((await loadStatus({ database })).sources).toMatchObject([
    { source: 'game-a', reachesTo: date(3), lastRow: '2026-10-03T12:00:01.000Z' },
    { source: 'game-b', reachesTo: date(1), lastRow: '2026-10-03T12:00:02.000Z' },
    { source: 'game-c', reachesTo: date(3), lastRow: '2026-10-02T12:00:03.000Z' },
  ]);
});

test('the rows of a game are late by its own loads only', async () => {
  const { read } = await openGames();

  expect(await read('late_rows')).toMatchObject([{ source: 'game-a', load_id: 2, rows: 2 }]);
});

test('a failure stays until a later run of the kind, or a sync of this game, has settled it', async () => {
  const { database, read } = await openGames();
  await execute(
    database,
    `UPDATE publisher_commerce.attempts SET failure = 'down' WHERE kind = 'work' AND source IN ('game-a', 'game-b')`,
  );
  await execute(
    database,
    `INSERT INTO publisher_commerce.attempts VALUES ('game-a', 'sync', now() + interval '1 second', now() + interval '2 seconds', NULL)`,
  );

  expect(await read('failures')).toMatchObject([{ source: 'game-b', kind: 'work', failure: 'down' }]);
});

test.each([
  ['a plan', 'plan', null, ['plan']],
  ['a recount', 'recount', null, ['recount']],
  ['work, while a plan is open', 'work', 'plan', ['work']],
  ['work, while a recount is open', 'work', 'recount', ['work']],
  ['work, while a sync is open', 'work', 'sync', []],
])('a later sync settles what it does itself only: %s that failed', async (_, kind, open, expected) => {
  const { database, read } = await openGames();
  await execute(
    database,
    `INSERT INTO publisher_commerce.attempts VALUES ('game-a', $1, now(), now(), 'down')
     ON CONFLICT (source, kind) DO UPDATE SET failure = 'down', finished_at = now()`,
    [kind],
  );
  await execute(
    database,
    `INSERT INTO publisher_commerce.attempts VALUES ('game-a', 'sync', now() + interval '1 second', now() + interval '2 seconds', NULL)`,
  );
  if (open)
    await execute(
      database,
      `UPDATE publisher_commerce.loads SET finished_at = NULL, kind = $1 WHERE id = 1`,
      [open],
    );

  expect((await read('failures')).map((row) => (row as { kind: string }).kind)).toEqual(expected);
});

test('marked rows are counted by game, and a worker is lost while a load is open only', async () => {
  const { database, read } = await openGames();
  await execute(
    database,
    `UPDATE publisher_commerce.stored_transactions SET missing_since = now() WHERE source <> 'game-b' AND timestamp < '2026-10-01T06:00Z'`,
  );
  await execute(
    database,
    `UPDATE publisher_commerce.stored_transactions SET removed_at = now() WHERE source = 'game-c' AND missing_since IS NOT NULL`,
  );
  expect(await read('marked_rows')).toMatchObject([{ source: 'game-a', rows: 1, net_usd: 8.48 }]);

  await execute(
    database,
    `UPDATE publisher_commerce.workers SET stopped_at = NULL, seen_at = now() - interval '31 seconds'`,
  );
  expect(await read('lost_workers')).toEqual([]);
  await execute(database, `UPDATE publisher_commerce.loads SET finished_at = NULL WHERE source = 'game-b'`);
  expect((await read('lost_workers')).length).toBeGreaterThan(0);
});
