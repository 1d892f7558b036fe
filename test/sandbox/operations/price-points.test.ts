import { expect, test } from 'vitest';

import {
  createPricePoint,
  deletePricePoint,
  getPricePoint,
  listPricePoints,
} from '../../../src/api/price-points.ts';
import { PublisherClient } from '../../../src/index.ts';
import { accepted, send } from '../send.ts';
import { country, create, listed, path, sandboxAt } from './price-point-calls.ts';

test('a created price point has a price in every supported country, and the time of the clock', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  const point = accepted(createPricePoint, await create(sandbox, { priceInUsdCents: 999 }));
  expect(point.lastUpdate).toBe('2026-01-15T12:00:00.000Z');
  const prices = point.priceByCountry ?? [];
  expect(prices.length).toBeGreaterThanOrEqual(40);
  expect(new Set(prices.map(({ countryCode2 }) => countryCode2)).size).toBe(prices.length);
});

test.each([
  ['DE', 'EUR', 1.19, 2],
  ['FI', 'EUR', 1.255, 2],
  ['CH', 'CHF', 1.081, 2],
  ['CA', 'CAD', 1, 2],
  ['JP', 'JPY', 1.1, 0],
  ['KR', 'KRW', 1.1, 0],
  ['CL', 'CLP', 1.19, 0],
  ['VN', 'VND', 1.1, 0],
  ['KW', 'KWD', 1, 3],
  ['BH', 'BHD', 1.1, 3],
])(
  'the price in %s is the base price × rate × %s tax, to the smallest unit',
  async (code, currency, tax, digits) => {
    const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
    const point = accepted(createPricePoint, await create(sandbox, { priceInUsdCents: 1999 }));
    const { price, currencyCode, usdExchangeRateOnCalc } = country(point, code);
    expect(currencyCode).toBe(currency);
    expect(price).toBe(Number(price.toFixed(digits)));
    const exact = 19.99 * usdExchangeRateOnCalc * tax;
    expect(Math.abs(price - exact)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9 * exact);
  },
);

test('price points are listed in order of price', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  expect(await listed(sandbox)).toEqual([]);
  await create(sandbox, { priceInUsdCents: 1999 });
  await create(sandbox, { priceInUsdCents: 99 });
  expect(accepted(listPricePoints, await send(sandbox, 'GET', path))).toEqual({
    pricePoints: [
      { priceInUsdCents: 99, lastUpdate: '2026-01-15T12:00:00.000Z' },
      { priceInUsdCents: 1999, lastUpdate: '2026-01-15T12:00:00.000Z' },
    ],
  });
});

test('a second price point of the same price conflicts, and the first stays', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  await create(sandbox, { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 8.88 }] });
  expect(await create(sandbox, { priceInUsdCents: 999 })).toEqual({
    status: 409,
    body: { message: 'Cannot create new pricing. The price point already exists.' },
  });
  const point = accepted(getPricePoint, await send(sandbox, 'GET', `${path}/999`));
  expect(country(point, 'DE').price).toBe(8.88);
});

test('an override is the exact price of its country, and of no other', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  const plain = accepted(createPricePoint, await create(sandbox, { priceInUsdCents: 998 }));
  const point = accepted(
    createPricePoint,
    await create(sandbox, { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'JP', price: 1500.5 }] }),
  );
  expect(country(point, 'JP')).toMatchObject({ price: 1500.5, isOverridden: true, currencyCode: 'JPY' });
  const overridden = point.priceByCountry?.filter(({ isOverridden }) => isOverridden);
  expect(overridden?.map(({ countryCode2 }) => countryCode2)).toEqual(['JP']);
  expect(plain.priceByCountry?.length).toBe(point.priceByCountry?.length);
});

test('an override for an unsupported country is rejected by name, and creates nothing', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  const priceOverrides = [
    { countryCode2: 'DE', price: 9 },
    { countryCode2: 'XX', price: 9 },
  ];
  expect(await create(sandbox, { priceInUsdCents: 999, priceOverrides })).toEqual({
    status: 400,
    body: { message: 'Country code XX not found in existing custom pricing.' },
  });
  expect(await listed(sandbox)).toEqual([]);
});

test.each([
  ['invalid JSON', '{'],
  ['no price', {}],
  ['a fraction of a cent', { priceInUsdCents: 9.99 }],
  ['a price as a string', { priceInUsdCents: '999' }],
  ['overrides that are not an array', { priceInUsdCents: 999, priceOverrides: {} }],
  ['an override without a price', { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE' }] }],
  ['a negative override', { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: -1 }] }],
  [
    'a country in small letters',
    { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'de', price: 1 }] },
  ],
])('a price point is not created from %s', async (_what, body) => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  expect(await create(sandbox, body)).toEqual({ status: 400, body: { message: 'Invalid request body.' } });
  expect(await listed(sandbox)).toEqual([]);
});

test('delete returns the price point and removes it', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  const created = accepted(createPricePoint, await create(sandbox, { priceInUsdCents: 999 }));
  expect(accepted(deletePricePoint, await send(sandbox, 'DELETE', `${path}/999`))).toEqual(created);
  expect(await listed(sandbox)).toEqual([]);
  const notFound = { status: 404, body: { message: 'Price point 999 not found.' } };
  expect(await send(sandbox, 'DELETE', `${path}/999`)).toEqual(notFound);
  expect(await send(sandbox, 'GET', `${path}/999`)).toEqual(notFound);
});

test('a price point of 0 cents is created, read, listed, changed and deleted, as the client allows', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  const { baseUrl, token, fetch } = sandbox;
  const { pricePoints } = new PublisherClient({ baseUrl, token, fetch });

  const created = await pricePoints.create({ priceInUsdCents: 0 });
  expect(new Set((created.priceByCountry ?? []).map(({ price }) => price))).toEqual(new Set([0]));
  expect((await pricePoints.get(0)).priceInUsdCents).toBe(0);
  expect(await listed(sandbox)).toEqual([0]);
  await pricePoints.update(0, { priceOverrides: [{ countryCode2: 'DE', price: 0.5 }] });
  expect(country(await pricePoints.get(0), 'DE').price).toBe(0.5);
  await expect(pricePoints.create({ priceInUsdCents: 0 })).rejects.toMatchObject({
    reason: 'price_point_exists',
  });
  await pricePoints.delete(0);
  expect(await listed(sandbox)).toEqual([]);
  expect((await create(sandbox, { priceInUsdCents: -1 })).status).toBe(400);
});
