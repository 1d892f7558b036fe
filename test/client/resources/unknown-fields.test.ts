import { expect, test } from 'vitest';

import type { PublisherClient } from '../../../src/client/index.ts';
import { offerReport } from '../../literals/offers.ts';
import { pricePoint } from '../../literals/price-points.ts';
import { transaction } from '../../literals/transactions.ts';
import { translationSet } from '../../literals/translations.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';

const send = { unknownFields: 'send' } as const;

test('a price point whose overrides are misspelled is not created without them', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const input = { priceInUsdCents: 999, overrides: [{ countryCode2: 'DE', price: 9.49 }] };

  const error = await failureOf(service.client().pricePoints.create(input));

  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    outcome: 'not_sent',
    issues: [{ path: 'overrides', message: 'unknown field; did you mean priceOverrides?' }],
  });
  expect(service.requests).toEqual([]);
});

test('undocumented fields of a body are sent on request, at any depth', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const priceOverrides = [
    { countryCode2: 'DE', price: 9.49 },
    { countryCode2: 'FR', price: 9.49, validFrom: '2026-10-01' },
  ];
  const input = { priceInUsdCents: 999, region: 'LATAM', priceOverrides };

  await service.client().pricePoints.create(input, send);

  expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual(input);
});

test('documented fields follow their rules also next to undocumented ones', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const input = { priceInUsdCents: 9.99, region: 'LATAM', priceOverrides: [{ price: 1, note: 'x' }] };

  const error = await failureOf(service.client().pricePoints.create(input as never, send));

  expect(error).toMatchObject({
    issues: [{ path: 'priceInUsdCents' }, { path: 'priceOverrides[0].countryCode2' }],
  });
  expect(service.requests).toEqual([]);
});

test.each<[string, (client: PublisherClient) => Promise<unknown>, unknown, string]>([
  [
    'transactions',
    (client) => client.transactions.getPage({ ...october, country: 'DE' } as never, send),
    { totalCount: 1, results: [transaction()] },
    '?country=DE&startDate=2026-10-01T00%3A00%3A00Z&endDate=2026-11-01T00%3A00%3A00Z',
  ],
  [
    'translations',
    (client) => client.translations.get({ locale: 'de', draft: true } as never, send),
    translationSet,
    '?draft=true&locale=de',
  ],
  [
    'offers',
    (client) => client.offers.getPage({ limit: 5, active: true } as never, send),
    offerReport,
    '?active=true&recordLimit=5',
  ],
])('undocumented query parameters of %s are sent on request', async (_, call, json, query) => {
  await using service = await startService([{ json }]);

  await call(service.client());

  expect(service.requests[0]?.url).toMatch(/\?/);
  expect(service.requests[0]?.url.slice(service.requests[0].url.indexOf('?'))).toBe(query);
});

test('a paginated report has no undocumented query parameters', async () => {
  await using service = await startService([{ json: {} }]);

  const rows = service.client().transactions.list({ ...october, country: 'DE' } as never, send);

  expect(await failureOf(rows.toArray({ max: 1 }))).toMatchObject({ issues: [{ path: 'country' }] });
  expect(service.requests).toEqual([]);
});

test('an update without fields is rejected before it is sent', async () => {
  await using service = await startService([{ json: pricePoint }]);

  expect(await failureOf(service.client().pricePoints.update(999, {}))).toMatchObject({
    name: 'InvalidRequestError',
    message:
      'pricePoints.update was not sent: input: must have updatedPriceInUsdCents, priceOverrides, or both',
  });
  expect(service.requests).toEqual([]);
});
