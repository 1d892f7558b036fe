import { writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { rowsAt, serveLedger } from '../../../support/ledger.ts';
import { startService } from '../../../support/service.ts';
import { failing } from '../export/run-export.ts';
import { at, idsIn, ofLedger, openTap, recordsOf, stateIn } from './open-tap.ts';

const oneDay = 86_400_000;
/** Two days of one row. */
const serve = serveLedger(rowsAt([0, oneDay]));
const key = { PUBLISHER_HASH_KEY: 'the key of this ledger' };
const wayOut = 'set it as before, or leave out --state, to read all days again\n';

type Run = readonly [settings: object, env?: NodeJS.ProcessEnv];
const settings: readonly (readonly [name: string, before: Run, after: Run, message: string])[] = [
  ['decimals', [{}], [{ currency_digits: 'EUR=0' }], 'currency_digits: is EUR=0, but --state is of ISO 4217'],
  [
    'decimals of the variable',
    [{}, { PUBLISHER_CURRENCY_DIGITS: 'KWD=2,EUR=0' }],
    [{}],
    'currency_digits: is ISO 4217, but --state is of EUR=0,KWD=2',
  ],
  [
    'a dropped column',
    [{ drop: ['region', 'customer_email'] }],
    [{ drop: ['region'] }],
    'drop: is region, but --state is of customer_email,region',
  ],
  ['a hashed column', [{}], [{ hash: ['customer_id'] }, key], 'hash: is customer_id, but --state is of none'],
  [
    'the key of hashed columns',
    [{ hash: ['customer_id'] }, key],
    [{ hash: ['customer_id'] }, { PUBLISHER_HASH_KEY: 'another' }],
    'PUBLISHER_HASH_KEY: is another key than that of --state',
  ],
];

test.each(settings)(
  'a state that was made with another setting for %s is rejected, and a run without it reads all days again',
  async (_, [before, beforeEnv], [after, afterEnv], message) => {
    at('2026-10-03T06:00:00Z');
    await using service = await startService(serve);
    const state = stateIn(
      (await openTap(service.url, before, ofLedger).run(undefined, [], beforeEnv)).messages,
    );
    const sent = service.requests.length;
    const tap = openTap(service.url, after, ofLedger);
    const { code, out, err } = await tap.run(state, [], afterEnv);
    const requests = service.requests.length;
    const again = await tap.run(undefined, [], afterEnv);

    expect({ code, out, requests }).toEqual({ code: 2, out: '', requests: sent });
    expect(err).toContain(`publisher-commerce: ${message}; ${wayOut}`);
    expect(again.code).toBe(0);
    expect(idsIn(again.messages)).toHaveLength(2);
  },
);

test('another setting is rejected within a day too', async () => {
  at('2026-10-02T00:00:00Z');
  const rows = rowsAt([0, 1000]);
  await using service = await startService(
    failing(serveLedger(rows), ({ url }) => url.includes('cursor'), { status: 503, json: {} }),
  );
  const failed = await openTap(service.url, { limit: 1 }, ofLedger).run();
  const { code, out } = await openTap(service.url, { limit: 1, currency_digits: 'EUR=0' }, ofLedger).run(
    stateIn(failed.messages),
  );

  expect(recordsOf(failed.messages)).toHaveLength(1);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('the same settings in another order or form, and others that change no row, continue a state', async () => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(serve);
  const first = { drop: ['region', 'zip_code'], currency_digits: 'KWD=2,HUF=0,JPY=0' };
  const { messages } = await openTap(service.url, first, ofLedger).run();
  const second = { drop: ['zip_code', 'region'], currency_digits: 'HUF=0,KWD=2', limit: 7, look_back: '1d' };
  const { code, err } = await openTap(service.url, second, ofLedger).run(stateIn(messages));

  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('the key of hashed columns is not in the state, which identifies it', async () => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(serve);
  const { out, messages } = await openTap(service.url, { hash: ['customer_id'] }, ofLedger).run(
    undefined,
    [],
    key,
  );

  expect(out).not.toContain(key.PUBLISHER_HASH_KEY);
  expect(stateIn(messages).bookmarks.transactions).toMatchObject({
    settings: { hash: ['customer_id'], hash_key: expect.stringMatching(/^[0-9a-f]{16}$/) as string },
  });
});

test.each([
  ['', 0],
  [' \n', 0],
  ['{', 2],
])('with the state file %j the exit code is %d', async (content, expected) => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(serve);
  const tap = openTap(service.url, {}, ofLedger);
  writeFileSync(tap.folder.file('state.json'), content);
  const { code, err, messages } = await tap.run(undefined, ['-s', 'state.json']);

  expect(code).toBe(expected);
  expect(idsIn(messages)).toHaveLength(expected === 0 ? 2 : 0);
  if (expected === 0)
    expect(err).toBe('--state: state.json has no transactions yet: reading all days from 2026-10-01\n');
});

test('a STATE message, as the tap prints it, is read like its value', async () => {
  at('2026-10-03T06:00:00Z');
  await using service = await startService(serve);
  const tap = openTap(service.url, { look_back: '0' }, ofLedger);
  const message = (await tap.run()).messages.findLast(({ type }) => type === 'STATE');
  const { code, err, messages } = await tap.run(message);

  expect({ code, err, ids: idsIn(messages) }).toEqual({ code: 0, err: '', ids: [] });
});
