import { expect, test } from 'vitest';

import type { PublisherClient } from '../../../src/client/index.ts';
import { pricePoint } from '../../literals/price-points.ts';
import { checkoutSession } from '../../literals/small-responses.ts';
import { translationSet } from '../../literals/translations.ts';
import { failureOf, startService } from '../../support/service.ts';

const purchase = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter pack', sku: 'starter' },
  customer: { id: 'player-1' },
};

/** An object whose fields are getters, as some frameworks generate them. */
class Entity<Fields extends object> {
  readonly #fields: Fields;
  constructor(fields: Fields) {
    this.#fields = fields;
    for (const name of Object.keys(fields))
      Object.defineProperty(this, name, { get: () => Reflect.get(this.#fields, name) as unknown });
  }
}

function entity<Fields extends object>(fields: Fields): Fields {
  // It has the fields, which TypeScript cannot know.
  return new Entity(fields) as unknown as Fields;
}

test.each([
  ['a Date', new Date('2026-10-01T12:00:00Z'), '2026-10-01T12:00:00.000Z'],
  [
    'an instant of Temporal',
    { epochMilliseconds: 1_790_856_000_000, epochNanoseconds: 1_790_856_000_000_000_001n },
    '2026-10-01T12:00:00.000000001Z',
  ],
  ['a string with an offset', '2026-10-01T14:00+02:00', '2026-10-01T12:00:00.000Z'],
])('%s in a body is sent as the date-time that was checked', async (_, firstSeenAt, sent) => {
  await using service = await startService([{ json: checkoutSession }]);

  await service.client().checkout.createSession({
    ...purchase,
    customer: { id: 'player-1', identitySignals: { firstSeenAt } },
  });

  expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({
    ...purchase,
    customer: { id: 'player-1', identitySignals: { firstSeenAt: sent } },
  });
});

test.each<[string, (client: PublisherClient) => Promise<unknown>, unknown, unknown]>([
  [
    'create',
    ({ pricePoints }) =>
      pricePoints.create(
        entity({ priceInUsdCents: 999, priceOverrides: [entity({ countryCode2: 'DE', price: 9.49 })] }),
      ),
    pricePoint,
    { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 9.49 }] },
  ],
  [
    'setAll',
    ({ translations }) =>
      translations.setAll({ staticTranslations: [entity({ key: 'buy', locale: 'de', value: 'Kaufen' })] }),
    translationSet,
    { staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }], dynamicTranslations: [] },
  ],
])('%s sends the fields of an object with getters', async (_, send, json, sent) => {
  await using service = await startService([{ json }]);

  await send(service.client());

  expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual(sent);
});

const circular: Record<string, unknown> = {};
circular['self'] = { circular };

test.each([
  ['NaN', NaN, 'level'],
  ['Infinity', { at: [1, Infinity] }, 'level.at[1]'],
  ['a BigInt', 12n, 'level'],
  ['a symbol', Symbol('level'), 'level'],
  ['a function', { of: () => 12 }, 'level.of'],
  ['a map', new Map([['a', 1]]), 'level'],
  ['a set', [new Set([1])], 'level[0]'],
  ['bytes', new Uint8Array([1]), 'level'],
  ['a regular expression', /a/, 'level'],
  ['an invalid date', new Date('no date'), 'level'],
  ['a hole in an array', [1, undefined], 'level[1]'],
  ['an object that contains itself', circular, 'level.self.circular'],
])('%s, which JSON would lose or change, is an error that names its path', async (_, level, path) => {
  await using service = await startService([{ json: checkoutSession }]);
  const client = service.client();

  const inMetadata = await failureOf(
    client.checkout.createSession({ ...purchase, sessionMetadata: { level, ok: 1 } }),
  );
  const inBody = await failureOf(client.request({ method: 'POST', path: '/v1/x', body: { level } }));

  const message = expect.stringMatching(/^must be /) as string;
  expect(inMetadata).toMatchObject({
    name: 'InvalidRequestError',
    outcome: 'not_sent',
    issues: [{ path: `sessionMetadata.${path}`, message }],
  });
  expect(inBody).toMatchObject({ operation: 'request', issues: [{ path: `body.${path}`, message }] });
  expect(service.requests).toEqual([]);
});

test('what JSON has a value for is sent: objects with toJSON, instances with fields, and missing fields', async () => {
  await using service = await startService([{ json: checkoutSession }]);
  class Level {
    readonly number = 12;
  }
  const sessionMetadata = {
    at: new Date('2026-10-01T12:00:00Z'),
    level: new Level(),
    bare: Object.assign(Object.create(null) as object, { a: null }),
    empty: {},
    price: { toJSON: () => '9.99' },
    clan: undefined,
  };

  await service.client().checkout.createSession({ ...purchase, sessionMetadata });

  expect(service.requests[0]?.body).toContain(
    '"sessionMetadata":{"at":"2026-10-01T12:00:00.000Z","level":{"number":12},"bare":{"a":null},"empty":{},"price":"9.99"}',
  );
});
