import { expect, test } from 'vitest';

import { updatePricePoint } from '../../../src/api/price-points.ts';
import { accepted, send } from '../send.ts';
import { country, create, listed, path, sandboxAt } from './price-point-calls.ts';

test('an update moves the price point to its new price and recalculates', async () => {
  const { sandbox, moveTo } = sandboxAt('2026-01-15T12:00:00Z');
  await create(sandbox, { priceInUsdCents: 999 });
  moveTo('2026-01-16T12:00:00Z');
  const body = { updatedPriceInUsdCents: 1099, priceOverrides: [{ countryCode2: 'DE', price: 10.5 }] };
  const point = accepted(updatePricePoint, await send(sandbox, 'PUT', `${path}/999`, { body }));
  expect(point).toMatchObject({ priceInUsdCents: 1099, lastUpdate: '2026-01-16T12:00:00.000Z' });
  expect(country(point, 'US').price).toBe(10.99);
  expect(country(point, 'DE')).toMatchObject({ price: 10.5, isOverridden: true });
  expect(await listed(sandbox)).toEqual([1099]);
  expect((await send(sandbox, 'GET', `${path}/999`)).status).toBe(404);
});

test('an update with overrides alone keeps the price and drops overrides that are not listed', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  await create(sandbox, { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 8.88 }] });
  const body = { priceOverrides: [{ countryCode2: 'FR', price: 7.77 }] };
  const point = accepted(updatePricePoint, await send(sandbox, 'PUT', `${path}/999`, { body }));
  expect(point.priceInUsdCents).toBe(999);
  expect(country(point, 'FR')).toMatchObject({ price: 7.77, isOverridden: true });
  expect(country(point, 'DE').isOverridden).toBe(false);
});

test('an update to the price of another price point conflicts and changes neither', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  await create(sandbox, { priceInUsdCents: 999 });
  await create(sandbox, { priceInUsdCents: 1999 });
  const body = { updatedPriceInUsdCents: 1999 };
  expect(await send(sandbox, 'PUT', `${path}/999`, { body })).toEqual({
    status: 409,
    body: { message: 'Cannot create new pricing. The price point already exists.' },
  });
  expect(await listed(sandbox)).toEqual([999, 1999]);
});

test('an update to its own price does not conflict', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  await create(sandbox, { priceInUsdCents: 999 });
  const response = await send(sandbox, 'PUT', `${path}/999`, { body: { updatedPriceInUsdCents: 999 } });
  expect(accepted(updatePricePoint, response).priceInUsdCents).toBe(999);
});

test('an update of an unknown price point returns 404 with its price', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  expect(await send(sandbox, 'PUT', `${path}/555`, { body: { updatedPriceInUsdCents: 1 } })).toEqual({
    status: 404,
    body: { message: 'Price point 555 not found.' },
  });
});

test('an update with an invalid or empty body or an unknown country changes nothing', async () => {
  const { sandbox } = sandboxAt('2026-01-15T12:00:00Z');
  await create(sandbox, { priceInUsdCents: 999 });
  const invalid = { status: 400, body: { message: 'Invalid request body.' } };
  expect(await send(sandbox, 'PUT', `${path}/999`, { body: {} })).toEqual(invalid);
  expect(await send(sandbox, 'PUT', `${path}/999`, { body: { updatedPriceInUsdCents: 'x' } })).toEqual(
    invalid,
  );
  const body = { updatedPriceInUsdCents: 1099, priceOverrides: [{ countryCode2: 'ZZ', price: 1 }] };
  expect(await send(sandbox, 'PUT', `${path}/999`, { body })).toEqual({
    status: 400,
    body: { message: 'Country code ZZ not found in existing custom pricing.' },
  });
  expect(await listed(sandbox)).toEqual([999]);
});
