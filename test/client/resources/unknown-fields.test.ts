import { expect, test } from 'vitest';

import type { Checkpoint, PublisherClient } from '../../../src/client/index.ts';
import { offerReport } from '../../literals/offers.ts';
import { pricePoint } from '../../literals/price-points.ts';
import { transaction } from '../../literals/transactions.ts';
import { checkoutSession } from '../../literals/small-responses.ts';
import { translationSet } from '../../literals/translations.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { burstyMoments, inclusive, rowsAt, serveLedger } from '../../support/ledger.ts';
import { firstHour, october } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';

const purchase = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter pack', sku: 'starter' },
};

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
    '?startDate=2026-10-01T00%3A00%3A00Z&endDate=2026-11-01T00%3A00%3A00Z&country=DE',
  ],
  [
    'translations',
    (client) => client.translations.get({ locale: 'de', draft: true } as never, send),
    translationSet,
    '?locale=de&draft=true',
  ],
  [
    'offers',
    (client) => client.offers.getPage({ limit: 5, active: true } as never, send),
    offerReport,
    '?recordLimit=5&active=true',
  ],
])('undocumented query parameters of %s are sent on request', async (_, call, json, query) => {
  await using service = await startService([{ json }]);

  await call(service.client());

  expect(service.requests[0]?.url).toMatch(/\?/);
  expect(service.requests[0]?.url.slice(service.requests[0].url.indexOf('?'))).toBe(query);
});

test('every page of a report has the undocumented query parameters', async () => {
  const service = serveInProcess(serveLedger(rowsAt(burstyMoments(200, 3600)), inclusive));
  const query = { ...firstHour, limit: 10, country: 'DE' };
  const { transactions } = service.client();
  const checkpoints: Checkpoint[] = [];
  for await (const page of transactions.list(query, send).pages()) checkpoints.push(page.checkpoint);
  // From a window, a run counts the whole range first.
  const resumed = { ...query, resume: checkpoints[3] };
  await transactions.list(resumed, send).toArray({ max: 300 });

  const urls = service.requests.map(({ url }) => url);
  expect(checkpoints[3]?.queryParams).toBe('country=DE');
  expect(urls.length).toBeGreaterThan(20);
  for (const url of urls) expect(url).toContain('country=DE');
});

test('a paginated report rejects undocumented query parameters unless they are to be sent', async () => {
  await using service = await startService([{ json: {} }]);

  const rows = service.client().transactions.list({ ...october, country: 'DE' } as never);

  expect(await failureOf(rows.toArray({ max: 1 }))).toMatchObject({ issues: [{ path: 'country' }] });
  expect(service.requests).toEqual([]);
});

test('an update may have undocumented fields alone', async () => {
  await using service = await startService([{ json: pricePoint }]);

  await service.client().pricePoints.update(999, { archived: true } as never, send);

  expect(service.requests[0]?.body).toBe('{"archived":true}');
});

test('documented fields beside undocumented ones are sent as they were checked', async () => {
  await using service = await startService([{ json: checkoutSession }]);
  const firstSeenAt = new Date('2026-10-01T00:00:00Z');
  const input = {
    ...purchase,
    campaign: 'autumn',
    customer: {
      id: 'player-1',
      vip: true,
      identitySignals: { firstSeenAt: { epochMilliseconds: +firstSeenAt } },
    },
  };

  await service.client().checkout.createSession(input, send);

  expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({
    ...input,
    customer: { id: 'player-1', vip: true, identitySignals: { firstSeenAt: '2026-10-01T00:00:00.000Z' } },
  });
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
