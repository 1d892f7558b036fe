import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { type Postgres, startPostgres } from '../../../support/postgres.ts';
import { type Reply, startService } from '../../../support/service.ts';
import { jsonOf, openPlace } from './load-place.ts';
import { said } from '../../../support/said.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const rows = rowsAt(Array.from({ length: 60 }, (_, index) => index * 60_000));
const sync = ['sync', '--start', '2026-10-01', '--end', '2026-10-02', '--limit', '20'];
const rateLimited = (seconds: number): Reply => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  json: {},
});

/** Commands that load from a service which responds as `state.reply` says, if it says anything. */
async function openNight() {
  const state: { reply: Reply | undefined; rows: typeof rows; date?: string } = { reply: undefined, rows };
  const service = await startService((request) => {
    const headers = state.date === undefined ? {} : { date: state.date };
    return state.reply ?? { json: serveLedger(state.rows)(request).json, headers };
  });
  const place = await openPlace(postgres);
  vi.stubEnv('PUBLISHER_BASE_URL', service.url);
  return { ...place, state, service, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test('status shows a sync that failed before it planned, and how far the data reaches', async () => {
  await using night = await openNight();
  await night.load(...sync);
  night.state.reply = { status: 503, json: { error: 'down' } };
  expect(await night.load('sync')).toMatchObject({ code: 1 });

  const { out } = await night.load('status');
  expect(out).toMatch(/^Finished loads reach to 2026-10-02T00:00:00\.000Z$/m);
  expect(out).toMatch(/^Last sync: started 2\S+Z; failed at 2\S+Z: transactions\.list: .*503/m);
  expect(jsonOf(await night.load('status', '--json'))).toMatchObject({
    sources: [
      {
        reachesTo: '2026-10-02T00:00:00.000Z',
        attempts: [{ kind: 'sync', failure: expect.stringContaining('503') as unknown }],
      },
    ],
  });

  night.state.reply = undefined;
  await night.load(...sync);
  expect((await night.load('status')).out).toMatch(/^Last sync: started 2\S+Z; ended at 2\S+Z$/m);
});

test('status shows the first sync that failed, although there is no load', async () => {
  await using night = await openNight();
  night.state.reply = { status: 401, json: {} };
  await night.load(...sync);

  const { out } = await night.load('status');
  expect(out).toMatch(/^No load is planned yet$/m);
  expect(out).toMatch(/^Last sync: started .*; failed at .*401/m);
  expect(out).not.toContain('reach to');
});

test('work and sync say how many rows changed', async () => {
  await using night = await openNight();
  await night.load(...sync);
  night.state.rows = rows.map((row, index) => (index < 3 ? { ...row, orderId: `other-${index}` } : row));
  const { code, out } = await night.load(...sync, '--look-back', '2d');

  expect(code).toBe(0);
  expect(out).toMatch(/^changed: 3 stored rows; replaced_transactions has what they were$/m);
  night.state.rows = rows;
  expect(await night.load(...sync, '--look-back', '2d', '--quiet')).toEqual({
    code: 0,
    out: '',
    err: 'publisher-commerce: changed: 3 stored rows; replaced_transactions has what they were\n',
  });
  expect(
    await night.sql('SELECT count(*)::int AS rows FROM publisher_commerce.replaced_transactions'),
  ).toEqual([{ rows: 6 }]);
});

test('a sync says that the clocks differ before it claims its range, also with --quiet', async () => {
  await using night = await openNight();
  const date = new Date(Date.now() - 600_000).toUTCString();
  const page = { totalCount: 0, nextCursor: null, results: [] };
  night.state.reply = { json: page, headers: { date } };
  const { err } = await night.load('sync', '--start', '2026-10-01', '--quiet');

  expect(err).toMatch(
    /^publisher-commerce: the service's clock is (?:10 min 0|9 min 59) s behind: synchronize /,
  );
  expect(err.match(/clock is/g)).toHaveLength(1);
});

test('a worker that is asked to wait longer than --retry-for ends, and gives its job back', async () => {
  await using night = await openNight();
  await night.load('plan', '--start', '2026-10-01', '--end', '2026-10-02', '--limit', '20');
  night.state.reply = rateLimited(3600);
  const before = night.service.requests.length;
  const { code, err } = await night.load('work', '--retry-for', '1m', '--quiet');

  expect(code).toBe(1);
  expect(err).toMatch(said('(429) … 1 h 0 min: … --rate-limit'));
  // It did not wait for a retry.
  expect(night.service.requests).toHaveLength(before + 1);
  night.state.reply = undefined;
  expect(await night.load('work', '--quiet')).toMatchObject({ code: 0 });
});

test('with the token of another game a sync writes nothing, and names the variable', async () => {
  await using night = await openNight();
  await night.load(...sync);
  night.state.rows = rows.map((row) => ({
    ...row,
    transactionDetails: { ...row.transactionDetails, id: `other ${row.transactionDetails.id}` },
  }));
  const { code, err } = await night.load('sync', '--end', '2026-10-03', '--quiet');

  expect(code).toBe(2);
  expect(err).toMatch(said('PUBLISHER_TOKEN: must have the token of … 40 … another source'));
  expect((await night.load('status')).out).toMatch(
    /^Last sync: .*; failed at 2\S+Z: client: must have the token/m,
  );
});

test('a sync of an empty service marks nothing, and asks for token and key', async () => {
  await using night = await openNight();
  await night.load(...sync);
  night.state.rows = [];
  const { code, err } = await night.load('sync', '--end', '2026-10-03', '--look-back', '2d', '--quiet');

  expect(code).toBe(3);
  expect(err).toMatch(said('stored rows … that were not found: 60, nor any other … token'));
});

test('a new source whose rows are stored under another name ends with 3, once', async () => {
  await using night = await openNight();
  await night.load(...sync);
  const again = ['--source', 'game-b', '--quiet'];
  const { code, err } = await night.load(...sync, ...again);

  expect({ code, err }).toEqual({
    code: 3,
    err: 'publisher-commerce: the rows of this source are also stored as 127.0.0.1: was --source meant to be that?\n',
  });
  expect(await night.load('sync', '--end', '2026-10-03', ...again)).toMatchObject({ code: 0 });
});

test('a service whose clock stands still ends a sync and status with 3, until it advances', async () => {
  await using night = await openNight();
  let date = Date.parse('2026-11-01T04:30:00Z');
  const sync = async () => {
    night.state.date = new Date(date).toUTCString();
    const { code, err } = await night.load('sync', '--start', '2026-10-01', '--quiet');
    return { code, err };
  };
  const afterHours = (hours: number) =>
    night.sql(
      'UPDATE publisher_commerce.service_clocks SET first_seen = first_seen - make_interval(hours => $1)',
      [hours],
    );
  expect(await sync()).toMatchObject({ code: 0 });
  await afterHours(11);
  date += 59 * 60_000;
  expect(await sync()).toMatchObject({ code: 0 });
  await afterHours(13);
  const still = await sync();
  expect(still).toMatchObject({
    code: 3,
    err: expect.stringMatching(
      said(
        '127.0.0.1: the clock of the service stands still at 2026-11-01T04:30:00.000Z … advanced 24 hours',
      ),
    ) as string,
  });
  expect(await night.load('status', '--quiet')).toMatchObject({ code: 3 });

  date += 3_600_000;
  expect(await sync()).toMatchObject({ code: 0 });
  expect(await night.load('status', '--quiet')).toEqual({ code: 0, out: '', err: '' });
});

test('by clocks of the database and of this machine that are a day ahead, each night ends with 0', async () => {
  await using night = await openNight();
  for (const hours of [48, 24, 0]) {
    night.state.date = new Date(Date.now() - (24 + hours) * 3_600_000).toUTCString();
    expect(await night.load('sync', '--start', '2026-10-01', '--quiet')).toMatchObject({ code: 0 });
    await night.sql(
      `UPDATE publisher_commerce.service_clocks SET first_seen = first_seen - interval '1 day', last_seen = last_seen - interval '1 day'`,
    );
  }
  expect(await night.load('status', '--quiet')).toEqual({ code: 0, out: '', err: '' });
});
