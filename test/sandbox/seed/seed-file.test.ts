import { expect, test } from 'vitest';

import { getOffers } from '../../../src/client/api/offers.ts';
import { ConfigurationError } from '../../../src/client/errors/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, send } from '../send.ts';
import { openSession, readReport } from '../sessions.ts';
import { newFile, openOn } from '../store/files.ts';
import { writeToEveryTable } from '../write-to-every-table.ts';
import { now, open, request, seedFile } from './open-seed.ts';

test('the sections of a seed file replace the defaults, and what is left out is filled in', async () => {
  const sandbox = open({
    $schema: './seed-file.schema.json',
    pricePoints: [{ priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'DE', price: 8.49 }] }],
    offers: [
      {
        offerId: 'gold-1',
        publisherOfferId: 'gold',
        name: 'Bag of gold',
        offerUi: { specialOffer: { fontSize: 30 } },
        productsSequence: [
          {
            priceInUsdCents: 999,
            products: [{ quantity: 50, product: { publisherProductId: 'gold', name: 'Gold' } }],
          },
        ],
      },
    ],
    content: [
      { id: 'welcome', title: 'Welcome, hero!', translations: [{ isoCode: 'de', title: 'Willkommen' }] },
    ],
    translations: { staticTranslations: [{ key: 'buy', locale: 'en', value: 'Buy' }] },
    sessions: [{ checkoutSessionToken: 'open-1', request }],
  });

  const { body: point } = await send(sandbox, 'GET', '/v1/price-points/999');
  expect(point).toMatchObject({ lastUpdate: '2025-09-01T00:00:00.000Z' });
  expect(JSON.stringify(point)).toContain('"price":8.49');
  const { result } = accepted(getOffers, await send(sandbox, 'POST', '/offering/offer/get-offers'));
  expect(result.offers).toHaveLength(1);
  expect(result.offers[0]).toMatchObject({
    offerId: 'gold-1',
    displayName: 'Bag of gold',
    description: 'Gold × 50',
    type: 'Bundle',
    offerUi: { active: true, specialOffer: { fontSize: 30, fontWeight: 'bold' } },
    productsSequence: [
      {
        index: 0,
        priceInUsdCents: 999,
        products: [{ quantity: 50, product: { name: 'Gold', priority: '1' } }],
      },
    ],
  });
  expect(await send(sandbox, 'GET', '/v1/portal-content/welcome')).toMatchObject({
    status: 200,
    body: {
      slug: 'welcome-hero',
      state: 'visible',
      translations: [{ isoCode: 'de', title: 'Willkommen', subTitle: '', labels: [] }],
    },
  });
  expect((await send(sandbox, 'GET', '/v1/portal-content/content-1')).status).toBe(404);
  const { translations, sessions } = sandbox.state();
  expect(translations.staticTranslations).toEqual([{ key: 'buy', locale: 'en', value: 'Buy' }]);
  // Not in the file: the default.
  expect(translations.dynamicTranslations).toEqual(createSandbox().state().translations.dynamicTranslations);
  expect(sessions).toMatchObject([
    {
      checkoutSessionToken: 'open-1',
      state: 'open',
      createdAt: '2026-11-20T10:00:00.000Z',
      request: { priceDetails: { currency: 'USD' } },
    },
  ]);
  // The payment finds the offer of the file.
  expect(sandbox.purchases.pay('open-1').offerDetails?.offerId).toBe('gold-1');
});

test('an empty file has the default state, and an empty section none', () => {
  expect(open({}).state()).toEqual(createSandbox({ transactions: 20, now }).state());
  const { offers, content, translations } = open({
    offers: [],
    content: [],
    translations: { dynamicTranslations: [], staticTranslations: [] },
  }).state();
  expect([offers, content, translations]).toEqual([
    [],
    [],
    { dynamicTranslations: [], staticTranslations: [] },
  ]);
});

test('the state as a seed file starts a sandbox with the same state', async () => {
  const first = createSandbox({ transactions: 20, now, seed: 1 });
  await writeToEveryTable(first);
  const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };

  const response = await first.fetch(`${first.baseUrl}/_sandbox/seed`);
  const file = await response.text();
  const second = open(file, { seed: 1 });

  expect(second.state()).toEqual(first.state());
  expect(await readReport(second, november)).toEqual(await readReport(first, november));
  const again = await second.fetch(`${second.baseUrl}/_sandbox/seed`);
  expect(await again.json()).toEqual(JSON.parse(file));
  // Both continue alike.
  expect(await openSession(second)).toEqual(await openSession(first));
  expect(file).toContain('\n  "pricePoints": [\n');
});

test('a new data file keeps the state of the seed file, and an existing one wins', async () => {
  const data = newFile();
  const seed = seedFile({ pricePoints: [{ priceInUsdCents: 499 }], offers: [] });
  const first = openOn(data, { now, seedFile: seed });
  await send(first, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  const before = first.state();
  await first.close();

  for (const options of [
    {},
    { seedFile: seed },
    { seedFile: seedFile({ pricePoints: [] }) },
    { seedFile: '/missing' },
  ]) {
    const again = openOn(data, { now, ...options });
    expect(again.state()).toEqual(before);
    await again.close();
  }
  const reset = openOn(data, { now });
  reset.reset();
  expect(reset.state().pricePoints).toMatchObject([{ priceInUsdCents: 499 }]);
  expect(reset.state().offers).toEqual([]);
});

test('an invalid seed file leaves no data file behind that a corrected one could not use', () => {
  const data = newFile();
  expect(() => openOn(data, { seedFile: seedFile({ pricePoints: [{}] }) })).toThrow(ConfigurationError);
  const sandbox = openOn(data, { seedFile: seedFile({ pricePoints: [{ priceInUsdCents: 1 }] }) });

  expect(sandbox.state().pricePoints).toMatchObject([{ priceInUsdCents: 1 }]);
});
