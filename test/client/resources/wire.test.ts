import { expect, test } from 'vitest';

import { operations } from '../../../src/client/api/operations.ts';
import type { PublisherClient } from '../../../src/client/index.ts';
import { contentItem } from '../../literals/content.ts';
import { offerReport } from '../../literals/offers.ts';
import { pricePoint, pricePointRead } from '../../literals/price-points.ts';
import { checkoutSession, personalizationTrigger, promoCodeList } from '../../literals/small-responses.ts';
import { transaction } from '../../literals/transactions.ts';
import { translationSet } from '../../literals/translations.ts';
import { october } from '../../support/ranges.ts';
import { startService, token } from '../../support/service.ts';

interface Wire {
  readonly name: string;
  readonly call: (client: PublisherClient) => Promise<unknown>;
  readonly response: unknown;
  readonly request: string;
  readonly body?: string;
}

const report = { totalCount: 1, results: [transaction()] };

// Each request as the specification writes it (§4), typed by hand.
const wires: readonly Wire[] = [
  {
    name: '4.1 transactions.list',
    call: (client) =>
      client.transactions.getPage({
        startDate: '2026-10-01T00:00:00Z',
        endDate: new Date('2026-11-01T00:00:00Z'),
        limit: 100,
        sortDirection: 'desc',
        cursor: 'a b+c/=&',
      }),
    response: report,
    request:
      'GET /reporting/financial-data/transactions?startDate=2026-10-01T00%3A00%3A00Z&endDate=2026-11-01T00%3A00%3A00.000Z&limit=100&sortDirection=desc&cursor=a+b%2Bc%2F%3D%26',
  },
  {
    name: '4.1 transactions.list with the service’s own defaults',
    call: (client) => client.transactions.getPage(october),
    response: report,
    request:
      'GET /reporting/financial-data/transactions?startDate=2026-10-01T00%3A00%3A00Z&endDate=2026-11-01T00%3A00%3A00Z',
  },
  {
    name: '4.2 content.get',
    call: (client) => client.content.get('a/b ?#'),
    response: contentItem,
    request: 'GET /v1/portal-content/a%2Fb%20%3F%23',
  },
  {
    name: '4.3 content.upsertTranslation',
    call: (client) =>
      client.content.upsertTranslation('welcome', 'pt-BR', {
        title: 'Bem-vindo',
        subTitle: 'Uma saudação',
        bodyText: 'Olá, jogador.',
        headerImage: 'https://assets.example.com/header.png',
        thumbnailImage: 'https://assets.example.com/thumbnail.png',
        labels: ['novo'],
      }),
    response: contentItem,
    request: 'PUT /v1/portal-content/welcome/translations/pt-BR',
    body: '{"title":"Bem-vindo","subTitle":"Uma saudação","bodyText":"Olá, jogador.","headerImage":"https://assets.example.com/header.png","thumbnailImage":"https://assets.example.com/thumbnail.png","labels":["novo"]}',
  },
  {
    name: '4.4 pricePoints.create',
    call: (client) =>
      client.pricePoints.create({
        priceInUsdCents: 999,
        priceOverrides: [{ countryCode2: 'DE', price: 9.49 }],
      }),
    response: pricePoint,
    request: 'POST /v1/price-points',
    body: '{"priceInUsdCents":999,"priceOverrides":[{"countryCode2":"DE","price":9.49}]}',
  },
  {
    name: '4.5 pricePoints.list',
    call: (client) => client.pricePoints.list(),
    response: { pricePoints: [{ priceInUsdCents: 999, lastUpdate: '2026-10-01T12:00:00.000Z' }] },
    request: 'GET /v1/price-points',
  },
  {
    name: '4.6 pricePoints.get',
    call: (client) => client.pricePoints.get(999),
    response: pricePointRead,
    request: 'GET /v1/price-points/999',
  },
  {
    name: '4.7 pricePoints.update',
    call: (client) =>
      client.pricePoints.update(999, {
        updatedPriceInUsdCents: 1099,
        priceOverrides: [{ countryCode2: 'JP', price: 1500 }],
      }),
    response: pricePoint,
    request: 'PUT /v1/price-points/999',
    body: '{"updatedPriceInUsdCents":1099,"priceOverrides":[{"countryCode2":"JP","price":1500}]}',
  },
  {
    name: '4.8 pricePoints.delete',
    call: (client) => client.pricePoints.delete(999),
    response: pricePoint,
    request: 'DELETE /v1/price-points/999',
  },
  {
    name: '4.9 translations.get',
    call: (client) => client.translations.get(),
    response: translationSet,
    request: 'GET /v1/translations',
  },
  {
    name: '4.9 translations.get of a locale',
    call: (client) => client.translations.get({ locale: 'pt-BR' }),
    response: translationSet,
    request: 'GET /v1/translations?locale=pt-BR',
  },
  {
    name: '4.6a translations.set',
    call: (client) =>
      client.translations.set({
        staticTranslations: [{ key: 'buy', locale: 'de', value: 'Kaufen' }],
        dynamicTranslations: [
          { type: 'product', externalId: 'gems-100', field: 'name', locale: 'de', value: '100 Edelsteine' },
        ],
      }),
    response: translationSet,
    request: 'POST /v1/translations',
    body: '{"staticTranslations":[{"key":"buy","locale":"de","value":"Kaufen"}],"dynamicTranslations":[{"type":"product","externalId":"gems-100","field":"name","locale":"de","value":"100 Edelsteine"}]}',
  },
  {
    name: '4.10 promoCodes.create',
    call: (client) =>
      client.promoCodes.create('launch week', [{ name: 'LAUNCH10', maxRedemptions: 1000, active: true }]),
    response: promoCodeList,
    request: 'POST /coupons/coupon/launch%20week/promo-codes',
    body: '{"promoCodes":[{"name":"LAUNCH10","maxRedemptions":1000,"active":true}]}',
  },
  {
    name: '4.11 personalization.refreshActivePlayers',
    call: (client) => client.personalization.refreshActivePlayers(),
    response: personalizationTrigger,
    request: 'POST /store/v1/personalization/refresh-active-players',
  },
  {
    name: '4.12 personalization.refreshSpecificActivePlayers',
    call: (client) => client.personalization.refreshSpecificActivePlayers(['player-1', 'player-2']),
    response: personalizationTrigger,
    request: 'POST /store/v1/personalization/refresh-specific-active-players',
    body: '{"playerIds":["player-1","player-2"]}',
  },
  {
    name: '4.13 offers.list',
    call: (client) =>
      client.offers.getPage({ offerType: 'SpecialOffer', limit: 20, offset: 40, offerIds: ['a', 'b'] }),
    response: offerReport,
    request:
      'POST /offering/offer/get-offers?offerType=SpecialOffer&recordLimit=20&offset=40&publisherOfferId=a%2Cb',
  },
  {
    name: '4.15 checkout.createSession',
    call: (client) =>
      client.checkout.createSession({
        priceDetails: { price: 999, currency: 'USD' },
        offer: { name: 'Starter', sku: 'starter', displayName: 'Starter pack', pricePointMetadata: 999 },
        customer: {
          id: 'player-1',
          email: 'player@example.com',
          identitySignals: { firstSeenAt: new Date('2026-01-02T03:04:05Z') },
        },
        items: [
          {
            name: 'gems',
            sku: 'gems-100',
            quantity: 100,
            assetUrl: 'https://assets.example.com/gems.png',
            quantityDisplay: '100x',
            displayName: 'Gems',
          },
        ],
        countryCode2: 'DE',
        receiptMetadata: { locale: 'de' },
        sessionMetadata: { level: 7 },
        attributes: { cohort: 'b' },
        redirectUrl: 'mygame://shop',
      }),
    response: checkoutSession,
    request: 'POST /checkout/v1/session',
    body: '{"priceDetails":{"price":999,"currency":"USD"},"offer":{"name":"Starter","sku":"starter","displayName":"Starter pack","pricePointMetadata":999},"customer":{"id":"player-1","email":"player@example.com","identitySignals":{"firstSeenAt":"2026-01-02T03:04:05.000Z"}},"items":[{"name":"gems","sku":"gems-100","quantity":100,"assetUrl":"https://assets.example.com/gems.png","quantityDisplay":"100x","displayName":"Gems"}],"countryCode2":"DE","receiptMetadata":{"locale":"de"},"sessionMetadata":{"level":7},"attributes":{"cohort":"b"},"redirectUrl":"mygame://shop"}',
  },
];

test.each(wires)('$name sends the literal request and returns the response', async (wire) => {
  await using service = await startService([{ json: wire.response }]);

  const response = await wire.call(service.client());

  const [request, ...others] = service.requests;
  expect(others).toEqual([]);
  expect(`${request?.method} ${request?.url}`).toBe(wire.request);
  expect(request?.body).toBe(wire.body ?? '');
  expect(request?.headers['x-publisher-token']).toBe(token);
  expect(request?.headers['content-type']).toBe(wire.body === undefined ? undefined : 'application/json');
  expect(request?.headers.accept).toBe('application/json');
  expect(response).toMatchObject(
    wire.name.startsWith('4.13')
      ? { offers: offerReport.result.offers, totalCount: 1 }
      : (wire.response as object),
  );
});

test('there is a literal request for every operation', () => {
  const sent = new Set(wires.map(({ name }) => name.split(' ')[1]));

  expect([...sent].sort()).toEqual(operations.map(({ name }) => name).sort());
});

test('a path in the base URL is kept, with or without a slash at its end', async () => {
  await using service = await startService([{ json: pricePointRead }]);

  await service.client({ baseUrl: `${service.url}/stage/eu` }).pricePoints.get(999);
  await service.client({ baseUrl: `${service.url}/stage/eu/` }).pricePoints.get(999);

  expect(service.requests.map(({ url }) => url)).toEqual([
    '/stage/eu/v1/price-points/999',
    '/stage/eu/v1/price-points/999',
  ]);
});

test('extra headers of the client and of the call are sent; those of the call override', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = service.client({ headers: { 'x-team': 'finance', 'x-run': 'client' } });

  await client.pricePoints.get(999, { headers: { 'x-run': 'call' } });

  expect(service.requests[0]?.headers).toMatchObject({ 'x-team': 'finance', 'x-run': 'call' });
});

test('a token function is called for every request', async () => {
  await using service = await startService([{ status: 500, json: {} }, { json: pricePointRead }]);
  let asked = 0;
  const client = service.client({
    token: () => {
      asked += 1;
      return Promise.resolve(`rotating-token-${asked}`);
    },
  });

  await client.pricePoints.get(999);

  expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual([
    'rotating-token-1',
    'rotating-token-2',
  ]);
});

test('white space around a token is not sent', async () => {
  await using service = await startService([{ json: pricePointRead }]);

  await service.client({ token: '  spaced-token\n' }).pricePoints.get(999);

  expect(service.requests[0]?.headers['x-publisher-token']).toBe('spaced-token');
});
