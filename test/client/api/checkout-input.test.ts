import { expect, test } from 'vitest';

import { checkoutSessionCreateSchema } from '../../../src/client/api/schemas.ts';
import { brokenRules } from './input-issues.ts';
import { everyPath, fieldName, type Path, without, withValue } from './json-tools.ts';
import { said } from '../../support/said.ts';

/** §4.15, field by field. */
const purchase = {
  priceDetails: { price: 9.99, currency: 'EUR' },
  offer: { name: 'starter', sku: 'starter_bundle', displayName: 'Starter Bundle', pricePointMetadata: 999 },
  customer: {
    id: 'player-7',
    email: 'player7@example.com',
    identitySignals: { firstSeenAt: '2025-01-01T00:00:00Z' },
  },
  items: [
    {
      name: 'coins',
      sku: 'gold_coins',
      quantity: 500,
      assetUrl: 'https://assets.example.com/coins.png',
      quantityDisplay: 'x500',
      displayName: 'Gold Coins',
    },
  ],
  countryCode2: 'DE',
  receiptMetadata: { locale: 'de' },
  sessionMetadata: { level: 12, nested: { clan: 'red' } },
  attributes: { cohort: 'B' },
  redirectUrl: 'mygame://shop/thanks',
};

/** The least that makes a session. */
const least = {
  priceDetails: { price: 9.99, currency: 'EUR' },
  offer: { name: 'starter', sku: 'starter_bundle' },
  customer: { id: 'player-7' },
};

function withField(path: Path, value: unknown): string[] {
  return brokenRules(checkoutSessionCreateSchema, withValue(purchase, path, value));
}

test('a currency in lower case is sent as given, because the specification does not show its case', () => {
  const body = { ...least, priceDetails: { price: 999, currency: 'usd' } };
  expect(checkoutSessionCreateSchema.parse(body)).toEqual(body);
});

test.each([purchase, least])('a documented purchase is accepted whole', (body) => {
  expect(checkoutSessionCreateSchema.parse(body)).toEqual(body);
});

test.each(['priceDetails', 'offer', 'customer'])('%s is required and must be an object', (field) => {
  const wrongs = [undefined, null, 'text', 9.99, []];
  for (const body of [without(least, [field]), ...wrongs.map((wrong) => withValue(least, [field], wrong))]) {
    expect(brokenRules(checkoutSessionCreateSchema, body)).toEqual([expect.stringMatching(`^${field}: `)]);
  }
});

test.each<[Path, string]>([
  [['priceDetails', 'price'], 'a finite number, for example 999'],
  [['priceDetails', 'currency'], 'a string, for example "USD"'],
  [['offer', 'name'], 'a string, for example "Starter pack"'],
  [['offer', 'sku'], 'a string, for example "starter"'],
  [['customer', 'id'], 'a string, for example "player-1"'],
])('no session makes sense without %j', (path, rule) => {
  expect(brokenRules(checkoutSessionCreateSchema, without(least, path))).toEqual([
    `${path.join('.')}: is required, and must be ${rule}`,
  ]);
});

test('every other field may be left out', () => {
  const required = ['priceDetails.price', 'priceDetails.currency', 'offer.name', 'offer.sku', 'customer.id'];
  const optional = everyPath(purchase).filter(
    (path) =>
      !required.some((field) => `${field}.`.startsWith(`${fieldName(path)}.`)) &&
      typeof path.at(-1) === 'string',
  );

  expect(optional).toHaveLength(22);
  for (const path of optional)
    expect([path, brokenRules(checkoutSessionCreateSchema, without(purchase, path))]).toEqual([path, []]);
});

test.each<[Path, unknown, string]>([
  [['priceDetails', 'price'], '9.99', 'priceDetails.price: must be a finite number, for example 999'],
  [['priceDetails', 'price'], Infinity, 'priceDetails.price: must be a finite number, for example 999'],
  [['priceDetails', 'currency'], 978, 'priceDetails.currency: must be a string, for example "USD"'],
  [['offer', 'displayName'], null, 'offer.displayName: must be a string, for example "Starter pack"'],
  [
    ['offer', 'pricePointMetadata'],
    '999',
    'offer.pricePointMetadata: must be a finite number, for example 999',
  ],
  [['customer', 'id'], 7, 'customer.id: must be a string, for example "player-1"'],
  [['customer', 'id'], '', 'customer.id: must not be empty'],
  [['items', 0, 'quantity'], '500', 'items[0].quantity: must be a finite number, for example 1'],
  [['receiptMetadata', 'locale'], 7, 'receiptMetadata.locale: must be a string, for example "de"'],
  [['sessionMetadata'], 'level 12', 'sessionMetadata: must be an object, for example { level: 12 }'],
  [['attributes'], null, 'attributes: must be an object, for example { cohort: "B" }'],
  [
    ['countryCode2'],
    'de',
    'countryCode2: must be an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"',
  ],
])('%j of %j is rejected', (path, value, rule) => {
  expect(withField(path, value)).toEqual([rule]);
});

test.each(['not a uri', 'shop/thanks', '', '//host/path'])(
  'the redirect %j is rejected: it is not a URI',
  (value) => {
    expect(withField(['redirectUrl'], value)).toEqual([
      'redirectUrl: must be a URI, for example "mygame://shop"',
    ]);
  },
);

test.each(['https://game.example.com/back', 'mygame://shop', 'mygame:shop'])(
  'the redirect %s is accepted',
  (value) => {
    expect(withField(['redirectUrl'], value)).toEqual([]);
  },
);

test('firstSeenAt may be a Date, and is sent as a UTC string', () => {
  const customer = {
    id: 'player-7',
    identitySignals: { firstSeenAt: new Date('2025-01-01T01:00:00+01:00') },
  };
  expect(checkoutSessionCreateSchema.parse({ ...least, customer })).toMatchObject({
    customer: { identitySignals: { firstSeenAt: '2025-01-01T00:00:00.000Z' } },
  });
});

test.each(['2025-02-30T00:00:00Z', '2025-01-01T00:00:00', 'long ago', 1735689600000])(
  'firstSeenAt of %j is rejected',
  (firstSeenAt) => {
    expect(withField(['customer', 'identitySignals', 'firstSeenAt'], firstSeenAt)).toEqual([
      expect.stringMatching(said('customer.identitySignals.firstSeenAt: … ISO 8601')),
    ]);
  },
);

test('a date alone in a field that is no range is rejected without a helper for ranges', () => {
  expect(withField(['customer', 'identitySignals', 'firstSeenAt'], '2025-01-01')).toEqual([
    'customer.identitySignals.firstSeenAt: a date alone names no moment: add a time and an offset',
  ]);
});
