import { expect } from 'vitest';

import type { Sandbox } from '../../src/sandbox/index.ts';
import { send } from './send.ts';
import { openSession, pay } from './sessions.ts';

/** Sends a request that must succeed. */
export async function post(sandbox: Sandbox, path: string, body?: unknown): Promise<void> {
  expect((await send(sandbox, 'POST', path, { body })).status).toBe(200);
}

/** Writes to every table. */
export async function writeToEveryTable(sandbox: Sandbox): Promise<void> {
  await post(sandbox, '/v1/price-points', { priceInUsdCents: 499 });
  await post(sandbox, '/v1/price-points', {
    priceInUsdCents: 999,
    priceOverrides: [{ countryCode2: 'DE', price: 8.99 }],
  });
  await send(sandbox, 'DELETE', '/v1/price-points/499');
  await post(sandbox, '/coupons/coupon/launch/promo-codes', {
    promoCodes: [{ name: 'GEMS', maxRedemptions: 3, active: true }],
  });
  await post(sandbox, '/v1/translations', {
    dynamicTranslations: [
      { type: 'product', externalId: 'gems', field: 'name', locale: 'fr', value: 'Gemmes' },
    ],
    staticTranslations: [{ key: 'store.title', locale: 'ja', value: 'ストア\u2028' }],
  });
  const translation = '/v1/portal-content/content-2/translations/fr';
  expect((await send(sandbox, 'PUT', translation, { body: { title: 'Le pass' } })).status).toBe(200);
  await post(sandbox, '/store/v1/personalization/refresh-active-players');
  sandbox.advance(90_000);
  await openSession(sandbox, { sessionMetadata: { level: 12, nested: { list: [1, null] } } });
  const { purchaseId } = await pay(sandbox);
  sandbox.purchases.dispute(purchaseId);
}
