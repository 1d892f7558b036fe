import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type LedgerRow, rowsAt, serveLedger } from '../../../support/ledger.ts';
import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import { said } from '../../../support/said.ts';
import { startService } from '../../../support/service.ts';
import { type LoadPlace, openPlace } from './load-place.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const hour = 3_600_000;
/** A row an hour, of ten days. */
const rows = rowsAt(Array.from({ length: 240 }, (_, index) => index * hour + 1000));

/** A table of the first days, and a sync of one more each night, of a service whose rows may change. */
async function openNights() {
  const state: { rows: readonly LedgerRow[]; rejects: boolean } = { rows, rejects: false };
  const service = await startService((request) =>
    state.rejects
      ? { status: 401, json: { message: 'Publisher not found' } }
      : serveLedger(state.rows)(request),
  );
  const place = await openPlace(postgres);
  vi.stubEnv('PUBLISHER_BASE_URL', service.url);
  const sync = (day: number) =>
    place.load(
      'sync',
      '--start',
      '2026-10-01',
      '--end',
      `2026-10-${String(day).padStart(2, '0')}`,
      '--quiet',
    );
  await sync(3);
  return { ...place, state, sync, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** The ids of the alarms that a command has printed with how to acknowledge them. */
function idsIn({ err }: { readonly err: string }): string[] {
  return [...err.matchAll(/publisher-commerce load acknowledge ([0-9a-f]{8}) --note WHY$/gm)].map(
    ([, id = '']) => id,
  );
}

async function acknowledge({ load }: Pick<LoadPlace, 'load'>, ids: readonly string[]): Promise<string> {
  const { code, out } = await load('acknowledge', ...ids, '--note', 'reported on Monday');
  expect(code).toBe(0);
  return out;
}

const green = { code: 0, out: '', err: '' };

test('a row that the service never corrects alarms until it is acknowledged, and another one alarms again', async () => {
  await using nights = await openNights();
  const reject = (index: number): LedgerRow[] =>
    nights.state.rows.map((row, at) =>
      at === index ? ({ ...row, transactionDetails: {} } as LedgerRow) : row,
    );
  nights.state.rows = reject(50);
  const first = await nights.sync(4);
  expect(first).toMatchObject({
    code: 3,
    err: expect.stringMatching(
      said('127.0.0.1: a row of 2026-10-03T02:00:01.000Z is in quarantine'),
    ) as string,
  });
  expect(idsIn(first)).toHaveLength(1);
  expect(idsIn(await nights.sync(5))).toEqual(idsIn(first));
  expect(idsIn(await nights.load('status', '--quiet'))).toEqual(idsIn(first));

  expect(await acknowledge(nights, idsIn(first))).toMatch(
    said('Acknowledged: 127.0.0.1: a row of 2026-10-03T02'),
  );
  expect(await nights.sync(6)).toEqual(green);
  expect(await nights.load('status', '--max-lag', '365d', '--quiet')).toEqual(green);
  const verified = await nights.load('verify', '--online');
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.out).toMatch(/^Not listed: 1 alarm that the table acknowledgements has/m);

  nights.state.rows = reject(125);
  const second = await nights.sync(7);
  expect(second).toMatchObject({ code: 3 });
  expect(idsIn(second)).toHaveLength(1);
  expect(idsIn(second)).not.toEqual(idsIn(first));
  expect(await nights.load('acknowledge', ...idsIn(first), '--undo')).toMatchObject({ code: 0 });
  expect(idsIn(await nights.load('status', '--quiet')).toSorted()).toEqual(
    [...idsIn(first), ...idsIn(second)].toSorted(),
  );
});

test('days that differ from their receipts alarm after they left the look-back, until verify agrees', async () => {
  await using nights = await openNights();
  await nights.sync(5);
  await nights.sql(
    `DELETE FROM publisher_commerce.stored_transactions WHERE transaction_id = 'transaction-90'`,
  );
  const found = await nights.sync(6);
  expect(found).toMatchObject({
    code: 3,
    err: expect.stringMatching(said('127.0.0.1: 2026-10-04: rows or sums differ')) as string,
  });
  for (const day of [7, 8, 9]) expect(idsIn(await nights.sync(day))).toEqual(idsIn(found));
  expect(idsIn(await nights.load('status', '--quiet'))).toEqual(idsIn(found));

  expect(await nights.load('recount', '--start', '2026-10-04', '--end', '2026-10-05', '--quiet')).toEqual(
    green,
  );
  expect(await nights.sync(10)).toEqual(green);
  expect(await nights.load('status', '--quiet')).toEqual(green);
});

test('a day that differs is another alarm when it differs by another amount, and not when rows are added', async () => {
  await using nights = await openNights();
  await nights.sync(5);
  const remove = (index: number) =>
    nights.sql('DELETE FROM publisher_commerce.stored_transactions WHERE transaction_id = $1', [
      `transaction-${index}`,
    ]);
  await remove(90);
  const first = idsIn(await nights.sync(6));
  await acknowledge(nights, first);
  expect(await nights.sync(6)).toEqual(green);
  expect((await nights.load('verify')).code).toBe(0);

  nights.state.rows = [...rows, ...rowsAt([85 * hour])].toSorted((one, other) =>
    one.timestamp < other.timestamp ? -1 : 1,
  );
  await nights.load('plan', '--start', '2026-10-04T12:00:00Z', '--end', '2026-10-05', '--quiet');
  await nights.load('work', '--quiet');
  expect((await nights.load('verify')).code).toBe(0);
  await remove(91);
  await nights.load('verify');
  const second = idsIn(await nights.load('status', '--quiet'));
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
});

test('what verify --online or --deep finds alarms until it agrees', async () => {
  await using nights = await openNights();
  await nights.sync(6);
  const changed = rows.map((row, index) => (index === 30 ? { ...row, orderId: 'other' } : row));
  nights.state.rows = changed.filter((_, index) => index !== 5);
  expect(await nights.load('verify', '--online')).toMatchObject({ code: 3 });
  const online = await nights.load('status', '--quiet');
  expect(online.err).toMatch(
    said('127.0.0.1: the service counts 23 rows from 2026-10-01T00:00:00.000Z … the table has 24'),
  );
  await nights.load('verify', '--deep');
  const deep = await nights.load('status', '--quiet');
  expect(deep.err).toMatch(said('127.0.0.1: 2026-10-01: rows differ from those of the service'));
  expect(deep.err).toMatch(said('127.0.0.1: 2026-10-02: rows differ from those of the service'));
  expect(await nights.sync(6)).toMatchObject({ code: 3, err: deep.err });

  nights.state.rows = rows;
  for (const how of ['--online', '--deep'])
    expect(await nights.load('verify', how)).toMatchObject({ code: 0 });
  expect(await nights.load('status', '--quiet')).toEqual(green);
});

test('rows that were not found alarm until they are found, or acknowledged', async () => {
  await using nights = await openNights();
  nights.state.rows = rows.filter((_, index) => index !== 30);
  const found = await nights.sync(4);
  expect(found.err).toMatch(said('127.0.0.1: stored rows that load 2 did not find: 1'));
  await acknowledge(nights, idsIn(found));
  expect(await nights.load('status', '--quiet')).toEqual(green);
  expect(await nights.sync(4)).toEqual(green);
  expect(await nights.load('acknowledge', ...idsIn(found), '--undo', '--quiet')).toEqual(green);
  expect(idsIn(await nights.load('status', '--quiet'))).toEqual(idsIn(found));

  nights.state.rows = rows;
  expect(await nights.sync(4)).toEqual(green);
});

test('a sync that ends well after one that failed alarms no more, and a recount neither', async () => {
  await using nights = await openNights();
  nights.state.rejects = true;
  const days = ['--start', '2026-10-01', '--end', '2026-10-02', '--quiet'];
  expect([(await nights.sync(4)).code, (await nights.load('recount', ...days)).code]).toEqual([1, 1]);
  nights.state.rejects = false;
  const failed = await nights.load('status', '--quiet');
  const [sync, recount] = [await nights.sync(4), await nights.load('recount', ...days)];

  expect(idsIn(failed)).toHaveLength(2);
  expect(sync.err).toContain('the last recount failed');
  expect(sync.err).not.toContain('the last sync failed');
  expect(recount).toEqual(green);
});

test('acknowledge needs a note and ids of alarms, and acknowledges none if one of them is unknown', async () => {
  await using nights = await openNights();
  nights.state.rows = rows.filter((_, index) => index !== 30);
  const [id = ''] = idsIn(await nights.sync(4));

  expect(await nights.load('acknowledge', id)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--note is required') as string,
  });
  const unknown = await nights.load('acknowledge', id, '00000000', '--note', 'known');
  expect(unknown).toMatchObject({
    code: 2,
    err: expect.stringContaining('id: there is no alarm 00000000') as string,
  });
  expect(idsIn(await nights.load('status', '--quiet'))).toEqual([id]);
});
