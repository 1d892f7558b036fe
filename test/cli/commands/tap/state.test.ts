import { expect, test } from 'vitest';

import { packageVersion } from '../../../../src/client/runtime/runtime.ts';
import { isCount, rowsAt, serveLedger, start } from '../../../support/ledger.ts';
import { type ReceivedRequest, type Reply, startService } from '../../../support/service.ts';
import { failing } from '../export/run-export.ts';
import { at, idsIn, type Message, ofLedger, openTap, recordsOf, stateIn } from './open-tap.ts';

const oneDay = 86_400_000;
const hour = 3_600_000;
/** Three days of 24 rows, one an hour. */
const rows = rowsAt(Array.from({ length: 72 }, (_, index) => index * hour));
const ids = (from: number, to: number): string[] =>
  rows.slice(from, to).map(({ transactionDetails }) => transactionDetails.id);
const serve = serveLedger(rows);

/** The days that were read, each once. */
function daysIn(requests: readonly ReceivedRequest[]): readonly string[] {
  const dates = requests
    .filter((request) => !isCount(request))
    .map(({ url }) => new URL(url, 'http://service').searchParams.get('endDate') ?? '')
    // Requests reach a second beyond the end of their day; others look for a row that is known.
    .filter((date) => date.endsWith('T00:00:01.000Z'));
  return [...new Set(dates.map((date) => new Date(Date.parse(date) - 2000).toISOString().slice(0, 10)))];
}

test('a run reads whole days until the start of today, and its state says so', async () => {
  at('2026-10-03T23:59:59Z');
  await using service = await startService(serve);
  const { code, messages } = await openTap(service.url, {}, ofLedger).run();

  expect(code).toBe(0);
  expect(idsIn(messages)).toEqual(ids(0, 48));
  expect(stateIn(messages)).toEqual({
    bookmarks: {
      transactions: {
        state_version: 1,
        package_version: packageVersion,
        origin: service.url,
        start_date: '2026-10-01T00:00:00.000Z',
        next_date: '2026-10-03T00:00:00.000Z',
        end_date: '2026-10-03T00:00:00.000Z',
        settings: { currency_digits: '', drop: [], hash: [], hash_key: null },
        // With the row at midnight of the next day.
        counts: {
          from: '2026-10-01T00:00:00.000Z',
          groups: [{ currencyCode: 'EUR', type: 'paid' }],
          days: {
            '2026-10-01': { counted: 25, groups: [0] },
            '2026-10-02': { counted: 25, groups: [0] },
          },
        },
        clock: { service: '2026-10-03T23:59:59.000Z', machine: '2026-10-03T23:59:59.000Z' },
        newest: rows
          .slice(8, 48)
          .toReversed()
          .map(({ timestamp }) => ({ timestamp, key: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown })),
      },
    },
  });
});

test('from each state of a run, another one prints the rest of the rows and nothing before it', async () => {
  at('2026-10-04T00:00:00Z');
  await using service = await startService(serve);
  const tap = openTap(service.url, { limit: 10 }, ofLedger);
  const { messages } = await tap.run();
  const states = messages.flatMap(({ type }, index) => (type === 'STATE' ? [index] : []));

  // Three pages of each day: after two of them within the day, and at its end.
  expect(states).toHaveLength(9);
  for (const index of states.slice(0, -1)) {
    const before = messages.slice(0, index + 1);
    const resumed = await tap.run(before.at(-1)?.value);
    expect([...idsIn(before), ...idsIn(resumed.messages)]).toEqual(ids(0, 72));
    const receipts = [...recordsOf(before, 'receipt'), ...recordsOf(resumed.messages, 'receipt')];
    expect(receipts.map((receipt) => receipt['rows'])).toEqual([24, 24, 24]);
  }
});

test('a page is printed whole before its state', async () => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serve);
  const { messages } = await openTap(service.url, { limit: 10 }, ofLedger).run();

  const order = messages.map(({ type, stream }) => (type === 'RECORD' ? stream : type));
  const page = (count: number): string[] => Array<string>(count).fill('transactions');
  expect(order).toEqual(
    ['SCHEMA', 'SCHEMA', page(10), 'STATE', page(10), 'STATE', page(4), 'receipt', 'STATE'].flat(),
  );
});

test('a later run reads the days of look_back again, and a late row changes the receipt under its key', async () => {
  at('2026-10-03T06:00:00Z');
  const late = { ...rowsAt([oneDay + 5000])[0], orderId: 'late' };
  const known = [...rows];
  await using service = await startService((request) => serveLedger(known)(request));
  const tap = openTap(service.url, { look_back: '24h' }, ofLedger);
  const first = await tap.run();
  known.splice(25, 0, late as (typeof rows)[number]);
  at('2026-10-04T06:00:00Z');
  const second = await tap.run(stateIn(first.messages));

  expect(recordsOf(second.messages)).toHaveLength(24 + 1 + 24);
  expect(recordsOf(second.messages)).toContainEqual(expect.objectContaining({ order_id: 'late' }));
  const day = { range_start: '2026-10-02T00:00:00.000Z', currency_code: 'EUR', type: 'paid' };
  expect(recordsOf(first.messages, 'receipt')[1]).toMatchObject({ ...day, rows: 24 });
  expect(recordsOf(second.messages, 'receipt')[0]).toMatchObject({ ...day, rows: 25 });
});

test.each([
  ['0', ['2026-10-03']],
  ['1h', ['2026-10-02', '2026-10-03']],
  ['2d', ['2026-10-01', '2026-10-02', '2026-10-03']],
  ['9d', ['2026-10-01', '2026-10-02', '2026-10-03']],
])(
  'a look_back of %s reads from the start of a day, and not from before the first',
  async (lookBack, days) => {
    at('2026-10-03T06:00:00Z');
    await using service = await startService(serve);
    const tap = openTap(service.url, { look_back: lookBack }, ofLedger);
    const first = await tap.run();
    const before = service.requests.length;
    at('2026-10-04T06:00:00Z');
    await tap.run(stateIn(first.messages));

    expect(daysIn(service.requests.slice(before))).toEqual(days);
  },
);

/** Runs a tap that fails in the middle of the second day. */
async function interrupt(url: string, settings: object = {}): Promise<readonly Message[]> {
  const { code, messages } = await openTap(url, { limit: 10, ...settings }, ofLedger).run();
  expect(code).toBe(1);
  expect(stateIn(messages).bookmarks.transactions.page?.checkpoint.rows).toBe(20);
  return messages;
}

/** Serves until the third page of the second day, which is not served on the first day of the test. */
function breaking(reply: Reply): (request: ReceivedRequest) => Reply {
  return failing(
    serve,
    ({ url }) =>
      Date.now() < Date.parse('2026-10-04T00:00:00Z') && /startDate=2026-10-01T23.*cursor=20/.test(url),
    reply,
  );
}

const unavailable = { status: 503, json: {} };

test('a run that was interrupted the day before is finished first, and then the look-back begins', async () => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(breaking(unavailable));
  const before = await interrupt(service.url, { look_back: '1d' });
  const sent = service.requests.length;
  at('2026-10-04T06:00:00Z');
  const { messages } = await openTap(service.url, { limit: 10, look_back: '1d' }, ofLedger).run(
    stateIn(before),
  );

  // The rest of the second day, then that day again, since rows may be late, and the third.
  expect(daysIn(service.requests.slice(sent))).toEqual(['2026-10-02', '2026-10-03']);
  const read = [...idsIn(before), ...idsIn(messages)];
  expect(read).toEqual([...ids(0, 48), ...ids(24, 72)]);
  expect(stateIn(messages).bookmarks.transactions).toMatchObject({ next_date: '2026-10-04T00:00:00.000Z' });
});

test('with another limit, a day that was interrupted is read from its start', async () => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(breaking(unavailable));
  const before = await interrupt(service.url);
  const { code, messages } = await openTap(service.url, { limit: 7 }, ofLedger).run(stateIn(before));

  expect(code).toBe(0);
  expect(idsIn(messages)).toEqual(ids(24, 48));
  expect(recordsOf(messages, 'receipt')).toMatchObject([{ rows: 24 }]);
});

test('a day that another version has begun is read from its start', async () => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(breaking(unavailable));
  const before = JSON.stringify(stateIn(await interrupt(service.url)));
  const state: unknown = JSON.parse(before.replace('"stateVersion":1', '"stateVersion":2'));
  const { code, messages } = await openTap(service.url, { limit: 10 }, ofLedger).run(state);

  expect(before).toContain('"stateVersion":1');
  expect(code).toBe(1);
  expect(idsIn(messages)).toEqual(ids(24, 44));
});

test('a day whose cursor the service no longer knows is read from its start', async () => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(breaking(unavailable));
  const before = await interrupt(service.url);
  at('2026-10-04T06:00:00Z');
  await using later = await startService(
    failing(serve, ({ url }) => later.requests.length === 2 && url.includes('cursor'), {
      status: 400,
      json: {},
    }),
  );
  const { bookmarks } = stateIn(before);
  const state = { bookmarks: { transactions: { ...bookmarks.transactions, origin: later.url } } };
  const { code, err, messages } = await openTap(later.url, { limit: 10, look_back: '0' }, ofLedger).run(
    state,
  );

  expect(code).toBe(0);
  expect(idsIn(messages)).toEqual(ids(24, 72));
  expect(err).toContain(
    'transactions of 2026-10-02: the service rejects the cursor of the state; reading this day again\n',
  );
});

test('a state of another service is rejected before anything is sent', async () => {
  at('2026-10-02T00:00:00Z');
  await using one = await startService(serve);
  await using other = await startService(serve);
  const { messages } = await openTap(one.url, {}, ofLedger).run();
  const { code, out, err } = await openTap(other.url, {}, ofLedger).run(stateIn(messages));

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`--state: is of ${one.url}, but the service is ${other.url}\n`);
  expect(other.requests).toEqual([]);
});

test('a start before that of the state is rejected, since its days would be missing', async () => {
  at('2026-10-03T00:00:00Z');
  await using service = await startService(serve);
  const { messages } = await openTap(service.url, { start_date: '2026-10-02' }, ofLedger).run();
  const earlier = await openTap(service.url, {}, ofLedger).run(stateIn(messages));
  const later = await openTap(service.url, { start_date: '2026-10-03' }, ofLedger).run(stateIn(messages));

  expect(earlier.code).toBe(2);
  expect(earlier.err).toContain(
    'start_date: is before 2026-10-02T00:00:00.000Z, where --state begins; for days before it, leave out --state\n',
  );
  expect(later.code).toBe(0);
});

test.each([
  [{}, 0, ''],
  [{ bookmarks: { other: {} } }, 0, ''],
  [{ singer_state: { bookmarks: {} } }, 2, '--state: state.json: bookmarks: is required, except in'],
  [{ bookmarks: { transactions: { origin: 7 } } }, 2, '--state: state.json: bookmarks.transactions.origin: '],
  [
    { bookmarks: { transactions: { start_date: start } } },
    2,
    '--state: state.json: bookmarks.transactions.origin: ',
  ],
])('of the state %j the exit code is %d', async (state, expected, message) => {
  at('2026-10-02T00:00:00Z');
  await using service = await startService(serve);
  const { code, err } = await openTap(service.url, {}, ofLedger).run(state);

  expect(code).toBe(expected);
  expect(err).toContain(message);
});

test('by a clock that is 30 days ahead no day has ended, and the next runs lose none', async () => {
  let now = '2026-10-03T12:00:00Z';
  await using service = await startService((request) => ({
    json: serveLedger(rows.filter(({ timestamp }) => timestamp < now))(request).json,
    headers: { date: new Date(now).toUTCString() },
  }));
  const tap = openTap(service.url, { look_back: '0' }, ofLedger);
  at('2026-11-02T12:00:00Z');
  const ahead = await tap.run();

  expect(ahead.code).toBe(0);
  expect(ahead.err).toContain('2026-10-03 has not ended by the clock of the service');
  expect(stateIn(ahead.messages)).toMatchObject({
    bookmarks: { transactions: { next_date: '2026-10-03T00:00:00.000Z' } },
  });
  now = '2026-10-04T01:00:00Z';
  at(now);
  const next = await tap.run(ahead.messages.findLast(({ type }) => type === 'STATE')?.value);

  expect(new Set(idsIn([...ahead.messages, ...next.messages]))).toEqual(new Set(ids(0, 72)));
  expect(recordsOf(next.messages, 'receipt').map((receipt) => receipt['rows'])).toEqual([24]);
});

test('a state of a newer form is rejected with the version that wrote it, whatever else it has', async () => {
  at('2026-10-04T00:00:00Z');
  await using service = await startService(serve);
  const state = { bookmarks: { transactions: { state_version: 2, package_version: '0.9.0', from: 'x' } } };

  expect(await openTap(service.url, {}, ofLedger).run(state)).toMatchObject({
    code: 2,
    messages: [],
    err: expect.stringContaining(
      '--state: was written by publisher-commerce 0.9.0 in form 2, and',
    ) as unknown,
  });
});

test('a state whose next day is in the future is rejected', async () => {
  at('2026-10-04T00:00:00Z');
  await using service = await startService(serve);
  const tap = openTap(service.url, {}, ofLedger);
  const { messages } = await tap.run();
  at('2026-10-03T12:00:00Z');

  expect(await tap.run(messages.findLast(({ type }) => type === 'STATE')?.value)).toMatchObject({
    code: 2,
    messages: [],
    err: expect.stringContaining(
      '--state: its next_date, 2026-10-04T00:00:00.000Z, is after today, 2026-10-03T00:00:00.000Z; leave out --state',
    ) as string,
  });
});

test('a service whose clock stands still ends the tap with 3, until it advances', async () => {
  let date = '2026-10-03T09:00:00Z';
  await using service = await startService((request) => ({
    json: serveLedger(rows)(request).json,
    headers: { date: new Date(date).toUTCString() },
  }));
  const tap = openTap(service.url, { look_back: '1d' }, ofLedger);
  let state: unknown;
  const run = async (time: string) => {
    at(time);
    const { code, err, messages } = await tap.run(state);
    state = messages.findLast(({ type }) => type === 'STATE')?.value ?? state;
    return { code, err };
  };
  expect(await run('2026-10-03T09:00:00Z')).toMatchObject({ code: 0 });
  date = '2026-10-03T09:30:00Z';
  for (const time of ['2026-10-04T01:00:00Z', '2026-10-05T01:00:00Z']) {
    expect(await run(time)).toMatchObject({
      code: 3,
      err: expect.stringContaining(
        'the clock of the service stands still at 2026-10-03T09:00:00.000Z, while that of this machine advanced',
      ) as string,
    });
  }
  date = '2026-10-05T03:00:00Z';
  expect(await run('2026-10-05T03:00:00Z')).toEqual({ code: 0, err: '' });
});

test('by a clock of this machine that is a day ahead, each night ends with 0', async () => {
  let date = 0;
  await using service = await startService((request) => ({
    json: serveLedger(rows)(request).json,
    headers: { date: new Date(date).toUTCString() },
  }));
  const tap = openTap(service.url, {}, ofLedger);
  let state: unknown;
  for (const day of ['02', '03', '04']) {
    date = Date.parse(`2026-10-${day}T01:00:00Z`);
    at(new Date(date + 86_400_000).toISOString());
    const { code, err, messages } = await tap.run(state);
    state = messages.findLast(({ type }) => type === 'STATE')?.value ?? state;
    expect(code).toBe(0);
    expect(err).toContain('has not ended by the clock of the service');
  }
});
