import { expect, test } from 'vitest';

import { createPricePoint, getPricePoint, type PricePoint } from '../../../src/api/price-points.ts';
import { accepted, send } from '../send.ts';
import { country, create, path, sandboxAt } from './price-point-calls.ts';

test('get returns the price at the current rate, which matches the drift', async () => {
  const { sandbox, moveTo } = sandboxAt('2026-01-15T12:00:00Z');
  const created = accepted(createPricePoint, await create(sandbox, { priceInUsdCents: 9999 }));
  moveTo('2026-02-20T08:00:00Z');
  const read = accepted(getPricePoint, await send(sandbox, 'GET', `${path}/9999`));
  expect(read.lastUpdate).toBe('2026-01-15T12:00:00.000Z');
  expect(country(read, 'US')).toMatchObject({ realTimePrice: 99.99, exchangeRateDrift: '+0.00%' });

  for (const now of read.priceByCountry) {
    const then = country(created, now.countryCode2);
    expect(now.price).toBe(then.price);
    expect(now.usdExchangeRateOnCalc).toBe(then.usdExchangeRateOnCalc);
    expect(now.exchangeRateDrift).toMatch(/^[+-]\d+\.\d\d%$/);
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

test('rates change in the same way for the same seed', async () => {
  const read = async (): Promise<PricePoint> => {
    const { sandbox, moveTo } = sandboxAt('2026-01-15T12:00:00Z');
    await create(sandbox, { priceInUsdCents: 9999 });
    moveTo('2026-02-20T08:00:00Z');
    return accepted(getPricePoint, await send(sandbox, 'GET', `${path}/9999`));
  };
  expect(await read()).toEqual(await read());
});

test('exchange rates do not apply to an override, not even in real time', async () => {
  const { sandbox, moveTo } = sandboxAt('2026-01-15T12:00:00Z');
  await create(sandbox, { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 8.88 }] });
  moveTo('2026-02-20T08:00:00Z');
  const point = accepted(getPricePoint, await send(sandbox, 'GET', `${path}/999`));
  expect(country(point, 'DE')).toMatchObject({ price: 8.88, realTimePrice: 8.88, isOverridden: true });
});
