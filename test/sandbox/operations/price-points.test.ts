import { expect, test } from 'vitest';

import {
  createPricePoint,
  deletePricePoint,
  getPricePoint,
  listPricePoints,
  type PriceByCountry,
  type PricePoint,
  updatePricePoint,
} from '../../../src/client/api/price-points.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { accepted, only, type Received, send } from '../send.ts';

const path = '/v1/price-points';
const days = 86_400_000;

function open(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ now: () => new Date('2026-01-15T12:00:00Z'), ...options });
}

async function create(
  sandbox: Sandbox,
  priceInUsdCents: number,
  priceOverrides?: object[],
): Promise<Received> {
  return send(sandbox, 'POST', path, { body: { priceInUsdCents, priceOverrides } });
}

function pricesOf(sandbox: Sandbox): number[] {
  return sandbox.state().pricePoints.map(({ priceInUsdCents }) => priceInUsdCents);
}

/** The price of a country, which must occur exactly once. */
function country({ priceByCountry }: PricePoint, code: string): PriceByCountry {
  return only(priceByCountry, ({ countryCode2 }) => countryCode2 === code);
}

const german = (price: number): object[] => [{ countryCode2: 'DE', price }];

test.each([
  ['DE', 'EUR', 1.19, 2],
  ['CA', 'CAD', 1, 2],
  ['JP', 'JPY', 1.1, 0],
  ['BH', 'BHD', 1.1, 3],
])(
  'the price in %s is the base price × rate × %s tax, to the smallest unit',
  async (code, currency, tax, digits) => {
    const point = accepted(createPricePoint, await create(open(), 1999));
    expect(point.lastUpdate).toBe('2026-01-15T12:00:00.000Z');
    expect(point.priceByCountry.length).toBeGreaterThanOrEqual(40);
    const { price, currencyCode, usdExchangeRateOnCalc } = country(point, code);
    expect(currencyCode).toBe(currency);
    expect(price).toBe(Number(price.toFixed(digits)));
    const exact = 19.99 * (usdExchangeRateOnCalc ?? NaN) * tax;
    expect(Math.abs(price - exact)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9 * exact);
  },
);

test('price points are listed in order of price', async () => {
  const sandbox = open();
  await create(sandbox, 1999);
  await create(sandbox, 99);
  const lastUpdate = '2026-01-15T12:00:00.000Z';
  expect(accepted(listPricePoints, await send(sandbox, 'GET', path))).toEqual({
    pricePoints: [
      { priceInUsdCents: 99, lastUpdate },
      { priceInUsdCents: 1999, lastUpdate },
    ],
  });
});

test('an override is the exact price of its country, and of no other, and exchange rates do not apply to it', async () => {
  const sandbox = open();
  const overrides = [{ countryCode2: 'JP', price: 1500.5 }];
  const point = accepted(createPricePoint, await create(sandbox, 999, overrides));
  expect(country(point, 'JP')).toMatchObject({ price: 1500.5, isOverridden: true, currencyCode: 'JPY' });
  const overridden = point.priceByCountry.filter(({ isOverridden }) => isOverridden);
  expect(overridden.map(({ countryCode2 }) => countryCode2)).toEqual(['JP']);
  sandbox.advance(36 * days);
  const read = accepted(getPricePoint, await send(sandbox, 'GET', `${path}/999`));
  expect(country(read, 'JP')).toMatchObject({ price: 1500.5, realTimePrice: 1500.5 });
});

const noPrice = [{ countryCode2: 'DE' }];

test.each([
  ['invalid JSON', '{'],
  ['no price', {}],
  ['a fraction of a cent', { priceInUsdCents: 9.99 }],
  ['overrides that are not an array', { priceInUsdCents: 999, priceOverrides: {} }],
  ['an override without a price', { priceInUsdCents: 999, priceOverrides: noPrice }],
  ['a negative override', { priceInUsdCents: 999, priceOverrides: german(-1) }],
  ['an unknown country', { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'XX', price: 1 }] }],
])('a price point is neither created nor updated from %s', async (_what, body) => {
  const sandbox = open();
  await create(sandbox, 1);
  const before = sandbox.state();
  expect((await send(sandbox, 'POST', path, { body })).status).toBe(400);
  expect((await send(sandbox, 'PUT', `${path}/1`, { body })).status).toBe(400);
  expect(sandbox.state()).toEqual(before);
});

test('delete returns the price point and removes it', async () => {
  const sandbox = open();
  const created = accepted(createPricePoint, await create(sandbox, 999));
  expect(accepted(deletePricePoint, await send(sandbox, 'DELETE', `${path}/999`))).toEqual(created);
  expect(pricesOf(sandbox)).toEqual([]);
  for (const method of ['DELETE', 'GET']) {
    expect((await send(sandbox, method, `${path}/999`)).status).toBe(404);
  }
});

test('an update moves the price point to its new price and recalculates', async () => {
  const sandbox = open();
  await create(sandbox, 999);
  sandbox.advance(days);
  const body = { updatedPriceInUsdCents: 1099, priceOverrides: german(10.5) };
  const point = accepted(updatePricePoint, await send(sandbox, 'PUT', `${path}/999`, { body }));
  expect(point).toMatchObject({ priceInUsdCents: 1099, lastUpdate: '2026-01-16T12:00:00.000Z' });
  expect(country(point, 'US').price).toBe(10.99);
  expect(country(point, 'DE')).toMatchObject({ price: 10.5, isOverridden: true });
  expect(pricesOf(sandbox)).toEqual([1099]);
});

test('an update with overrides alone keeps the price and drops overrides that are not listed', async () => {
  const sandbox = open();
  await create(sandbox, 999, german(8.88));
  const body = { priceOverrides: [{ countryCode2: 'FR', price: 7.77 }] };
  const point = accepted(updatePricePoint, await send(sandbox, 'PUT', `${path}/999`, { body }));
  expect(point.priceInUsdCents).toBe(999);
  expect(country(point, 'FR')).toMatchObject({ price: 7.77, isOverridden: true });
  expect(country(point, 'DE').isOverridden).toBe(false);
});

test('an update to its own price does not conflict', async () => {
  const sandbox = open();
  await create(sandbox, 999);
  const body = { updatedPriceInUsdCents: 999 };
  expect((await send(sandbox, 'PUT', `${path}/999`, { body })).status).toBe(200);
});

test('by the public rules, a price is at least one US cent; without them, it may be 0', async () => {
  const strict = open();
  expect((await create(strict, 0)).status).toBe(400);
  await create(strict, 1);
  const body = { updatedPriceInUsdCents: 0 };
  expect((await send(strict, 'PUT', `${path}/1`, { body })).status).toBe(400);

  const plain = open({ publicRules: false });
  const created = accepted(createPricePoint, await create(plain, 0));
  expect(new Set(created.priceByCountry.map(({ price }) => price))).toEqual(new Set([0]));
  expect((await send(plain, 'GET', `${path}/0`)).status).toBe(200);
  expect((await create(plain, 0)).status).toBe(409);
  expect((await create(plain, -1)).status).toBe(400);
});

test('get returns the price at the current rate, which matches the drift', async () => {
  const sandbox = open();
  const created = accepted(createPricePoint, await create(sandbox, 9999));
  sandbox.advance(36 * days);
  const read = accepted(getPricePoint, await send(sandbox, 'GET', `${path}/9999`));
  expect(read.lastUpdate).toBe('2026-01-15T12:00:00.000Z');
  expect(country(read, 'US')).toMatchObject({ realTimePrice: 99.99, exchangeRateDrift: '+0.00%' });

  for (const now of read.priceByCountry) {
    const then = country(created, now.countryCode2);
    expect(now.price).toBe(then.price);
    expect(now.usdExchangeRateOnCalc).toBe(then.usdExchangeRateOnCalc);
    const drift = Number(now.exchangeRateDrift.slice(0, -1)) / 100;
    // Both prices are rounded to the smallest unit, three decimals at most, and the drift to 0.01 %.
    const unit = { JPY: 1, KRW: 1, CLP: 1, VND: 1, ISK: 1, PYG: 1 }[now.currencyCode] ?? 0.01;
    expect(Math.abs(now.realTimePrice - now.price * (1 + drift))).toBeLessThanOrEqual(
      1.1 * unit + 0.00006 * now.price,
    );
  }
  const drifts = new Set(read.priceByCountry.map(({ exchangeRateDrift }) => exchangeRateDrift));
  expect(drifts.size).toBeGreaterThan(10);
});
