import { expect, test } from 'vitest';

import { ReadOnlyCaller } from '../../../../src/cli/commands/doctor/read-only-caller.ts';
import type { PublisherClient } from '../../../../src/client/index.ts';
import { token } from '../../../support/service.ts';
import { examine } from './examine.ts';
import { startOddService } from './odd-service.ts';

const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z', limit: 1 };

const writes: Readonly<Record<string, (client: PublisherClient) => Promise<unknown>>> = {
  'pricePoints.create': (client) => client.pricePoints.create({ priceInUsdCents: 999 }),
  'pricePoints.update': (client) => client.pricePoints.update(999, { updatedPriceInUsdCents: 998 }),
  'pricePoints.delete': (client) => client.pricePoints.delete(999),
  'translations.set': (client) => client.translations.set({ staticTranslations: [] }),
  'content.upsertTranslation': (client) =>
    client.content.upsertTranslation('content-1', 'de', { title: 'a' }),
  'promoCodes.create': (client) =>
    client.promoCodes.create('summer', [{ name: 'SUN', maxRedemptions: 1, active: true }]),
  'personalization.refreshActivePlayers': (client) => client.personalization.refreshActivePlayers(),
  'personalization.refreshSpecificActivePlayers': (client) =>
    client.personalization.refreshSpecificActivePlayers(['player-1']),
  'checkout.createSession': (client) =>
    client.checkout.createSession({
      priceDetails: { price: 999, currency: 'USD' },
      offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
      customer: { id: 'player-1' },
    }),
  'an undocumented request': (client) => client.request({ method: 'GET', path: '/v1/players' }),
  'an undocumented write that says it reads': (client) =>
    client.request({ method: 'POST', path: '/v1/price-points', body: {}, effect: 'read' }),
  'a body': (client) =>
    client.request({ method: 'POST', path: '/offering/offer/get-offers', body: { active: false } }),
};

test.each(Object.entries(writes))('%s is not sent', async (_, write) => {
  await using service = await startOddService();
  const caller = callerOf(service.url);

  const call = caller.call(0, write);

  await expect(call).rejects.toThrow(/^doctor sends only/);
  expect(service.sent).toEqual([]);
});

test('no more requests are sent than the limit, retries included', async () => {
  await using service = await startOddService({ rateLimit: 'every 7th request' });

  const results = await examine(service, { requests: 14 });

  expect(service.sent.length).toBe(14);
  const reached = Object.values(results).filter(({ text }) => text.includes('(--max-requests)'));
  expect(reached.length).toBeGreaterThan(0);
  expect(new Set(reached.map(({ status }) => status))).toEqual(new Set(['undetermined']));
});

test('no more rows are requested than the limit', async () => {
  await using service = await startOddService();
  const caller = callerOf(service.url, 10);

  await caller.call(8, ({ transactions }) => transactions.getPage({ ...range, limit: 8 }));

  expect(caller.rowsLeft).toBe(2);
  await expect(
    caller.call(3, ({ transactions }) => transactions.getPage({ ...range, limit: 3 })),
  ).rejects.toThrow('the limit of 10 rows is reached (--max-rows)');
  expect(service.sent.length).toBe(1);
});

test('requests are spaced by the rate', async () => {
  await using service = await startOddService();
  const startedAt = performance.now();

  await examine(service, { requests: 6, rateLimit: 1200 });

  // Five intervals of 50 ms; timers of Node may be early.
  expect(performance.now() - startedAt).toBeGreaterThan(240);
});

function callerOf(baseUrl: string, rows = 20_000): ReadOnlyCaller {
  return new ReadOnlyCaller(
    { baseUrl, token, environment: 'production' },
    { requests: 60, rows, rateLimit: 60_000 },
  );
}
