import { expect, onTestFinished, test } from 'vitest';

import { PublisherClient } from '../../../../src/client/index.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { type ReceivedRequest, type Reply, startService, token } from '../../../support/service.ts';
import { at, type Message, openTap, recordsOf } from './open-tap.ts';

const whole = ['price_points', 'offers', 'translations'];
const select = (...names: readonly string[]) => ({ streams: names.map((name) => ({ tap_stream_id: name })) });

const activated = (messages: readonly Message[]): readonly unknown[] =>
  messages.flatMap((message) =>
    message.type === 'ACTIVATE_VERSION' ? [[message.stream, message['version']]] : [],
  );

test('the records of a stream that is whole have the version that is activated after them, a higher one in each run', async () => {
  at('2026-10-02T06:00:00Z');
  const sandbox = createSandbox({ token });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  await new PublisherClient(sandbox.clientOptions).pricePoints.create({ priceInUsdCents: 499 });
  const tap = openTap(server.url, {}, select(...whole));
  const first = (await tap.run()).messages;
  at('2026-10-03T06:00:00Z');
  const second = (await tap.run()).messages;

  for (const [messages, version] of [
    [first, Date.parse('2026-10-02T06:00:00Z') / 1000],
    [second, Date.parse('2026-10-03T06:00:00Z') / 1000],
  ] as const) {
    expect(activated(messages)).toEqual(whole.map((stream) => [stream, version]));
    for (const stream of whole) {
      const own = messages.filter((message) => message.stream === stream);
      expect(own.map(({ type }) => type)).toEqual([
        'SCHEMA',
        ...recordsOf(messages, stream).map(() => 'RECORD'),
        'ACTIVATE_VERSION',
      ]);
      for (const record of own.slice(1)) expect(record['version']).toBe(version);
    }
  }
});

const offers = Array.from({ length: 600 }, (_, index) => ({ offerId: `offer-${index}` }));
const page = (list: readonly object[], totalCount: number | null): Reply => ({
  json: { result: { totalCount, offers: list }, status: 200, message: 'ok' },
});
const isSecond = ({ url }: ReceivedRequest): boolean => url.includes('offset=500');

test.each<[string, number, (request: ReceivedRequest) => Reply, number]>([
  ['that are empty', 0, () => page([], 0), 0],
  [
    'whose second page fails',
    1,
    (request) => (isSecond(request) ? { status: 500, json: {} } : page(offers.slice(0, 500), 600)),
    500,
  ],
  [
    'whose second page is empty',
    0,
    (request) => page(isSecond(request) ? [] : offers.slice(0, 500), 600),
    500,
  ],
  [
    'that moved while they were read',
    0,
    (request) => page(isSecond(request) ? offers.slice(499, 599) : offers.slice(0, 500), 600),
    599,
  ],
  [
    'without a count',
    0,
    (request) => (isSecond(request) ? page([], null) : page(offers.slice(0, 500), null)),
    500,
  ],
])('offers %s leave a warehouse as it is', async (_, expected, serve, rows) => {
  await using service = await startService(serve);
  const { code, messages } = await openTap(service.url, {}, select('offers')).run();

  expect(code).toBe(expected);
  expect(recordsOf(messages, 'offers')).toHaveLength(rows);
  expect(activated(messages)).toEqual([]);
});

test.each([
  ['price points', 'price_points', { pricePoints: [] }],
  [
    'dynamic translations',
    'translations',
    { staticTranslations: [{ key: 'a', locale: 'en', value: 'A' }], dynamicTranslations: [] },
  ],
])('an empty list of %s leaves a warehouse as it is', async (_, stream, json) => {
  await using service = await startService(() => ({ json }));
  const { code, messages } = await openTap(service.url, {}, select(stream)).run();

  expect(code).toBe(0);
  expect(activated(messages)).toEqual([]);
});
