import { expect, test } from 'vitest';

import { idOf, rowsAt, serveLedger } from '../../../support/ledger.ts';
import { type ReceivedRequest, startService } from '../../../support/service.ts';
import { at, idsIn, type Message, ofLedger, openTap, stateIn } from './open-tap.ts';
import { serveAll } from './serve-all.ts';

const hour = 3_600_000;
const own = rowsAt(Array.from({ length: 96 }, (_, index) => index * hour));
const others = own.map((row) => ({
  ...row,
  transactionDetails: { ...row.transactionDetails, id: `other ${row.transactionDetails.id}` },
}));

test('with the token of another game a tap prints nothing, and names the token and the state', async () => {
  at('2026-10-03T06:00:00Z');
  let rows = own;
  await using service = await startService((request) => serveLedger(rows)(request));
  const tap = openTap(service.url, {}, ofLedger);
  const state = stateIn((await tap.run()).messages);
  at('2026-10-04T06:00:00Z');
  rows = others;
  const { code, out, err } = await tap.run(state);
  const requests = service.requests.length;
  rows = own.toSpliced(40, 8);
  const again = await tap.run(state);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(
    'publisher-commerce: token: must be of the ledger that was read before: the service has none of its 40 newest rows, ' +
      'but others, of which none was printed. Set its token, and continue with the last state. If the service has replaced ' +
      'this ledger, or --state is of another one, leave out --state, to read all days again\n',
  );
  expect(again.code).toBe(0);
  expect(requests).toBeGreaterThan(40);
});

test('fewer than three rows that are known do not end a run, nor does a service without any', async () => {
  at('2026-10-02T06:00:00Z');
  let rows = own.slice(0, 2);
  await using service = await startService((request) => serveLedger(rows)(request));
  const tap = openTap(service.url, {}, ofLedger);
  const first = await tap.run();
  rows = others;
  const other = await tap.run(stateIn(first.messages));
  rows = [];
  const none = await tap.run(stateIn(other.messages));

  expect([first.code, other.code, none.code]).toEqual([0, 0, 0]);
  expect(idsIn(other.messages)).toHaveLength(24);
});

const isForeign = (id: unknown): boolean => String(id).startsWith('other');

/** Whether a request reads a page of this size: others count, or look for a row that is known. */
const isPage = ({ url }: ReceivedRequest, limit: number): boolean =>
  new URL(url, 'http://service').searchParams.get('limit') === String(limit);

test.each([
  ['the second page of a first run', 9, [], 1],
  ['the second day of a first run', 10_000, [], 1],
  ['a day of the look-back', 10_000, ['2026-10-03T06:00:00Z'], 3],
  ['a new day', 10_000, ['2026-10-03T06:00:00Z'], 4],
])(
  'a token that becomes that of another game before %s prints no row of it, and the run continues with the right one',
  async (_, limit, earlier, pages) => {
    let isRight = false;
    let isSwapped = false;
    await using service = await startService((request) => {
      isSwapped ||= service.requests.filter((one) => isPage(one, limit)).length > pages;
      return serveLedger(isSwapped && !isRight ? others : own)(request);
    });
    const tap = openTap(service.url, { limit }, ofLedger);
    const printed: Message[] = [];
    const run = async (time: string): Promise<number> => {
      at(time);
      const { code, messages } = await tap.run(printed.findLast(({ type }) => type === 'STATE')?.value);
      printed.push(...messages);
      return code;
    };
    for (const time of earlier) expect(await run(time)).toBe(0);

    expect(await run('2026-10-05T06:00:00Z')).toBe(2);
    expect(idsIn(printed).filter(isForeign)).toEqual([]);
    expect(idsIn(printed).length).toBeGreaterThan(0);
    isRight = true;
    expect(await run('2026-10-05T07:00:00Z')).toBe(0);
    expect(new Set(idsIn(printed))).toEqual(new Set(own.map(idOf)));
  },
);

test('a token that becomes that of another game, which has no rows on a day, empties no receipt', async () => {
  let isSwapped = false;
  await using service = await startService((request) => {
    isSwapped ||= service.requests.filter((one) => isPage(one, 10_000)).length > 2;
    return serveLedger(isSwapped ? others.slice(72) : own)(request);
  });
  const tap = openTap(service.url, {}, ofLedger);
  at('2026-10-03T06:00:00Z');
  const state = stateIn((await tap.run()).messages);
  at('2026-10-05T06:00:00Z');
  const { code, messages } = await tap.run(state);

  expect(code).toBe(2);
  expect(messages.filter(({ type }) => type !== 'SCHEMA')).toEqual([]);
});

test('a token that becomes that of another game after the transactions replaces no offer', async () => {
  at('2026-10-03T06:00:00Z');
  let isSwapped = false;
  const serveOffers = serveAll({ offers: [{ offerId: 'other' }] });
  await using service = await startService((request) => {
    const isLedger = request.url.includes('/transactions?');
    isSwapped ||= !isLedger;
    return isLedger ? serveLedger(isSwapped ? others : own)(request) : serveOffers(request);
  });
  const selected = { streams: [{ tap_stream_id: 'transactions' }, { tap_stream_id: 'offers' }] };
  const { code, messages } = await openTap(service.url, {}, selected).run();

  expect(code).toBe(2);
  expect(idsIn(messages)).toHaveLength(48);
  expect(messages.filter(({ stream, type }) => stream === 'offers' && type !== 'SCHEMA')).toEqual([]);
});

test('a first run looks for a known row once for each page after the first', async () => {
  at('2026-10-05T06:00:00Z');
  await using service = await startService(serveLedger(own));
  await openTap(service.url, {}, ofLedger).run();

  expect(service.requests.filter((request) => isPage(request, 10_000))).toHaveLength(4);
  expect(service.requests).toHaveLength(4 + 3);
});
