// Tests the command over HTTP, as other programs use it. Expected responses are typed by hand from the specification.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { type Running, startCommand } from '../cli/start-command.ts';
import { curl, type Received } from './curl.ts';

// Each test starts processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let command: Running;
beforeAll(async () => {
  command = await startCommand(['--transactions', '500']);
});
afterAll(() => command[Symbol.asyncDispose]());
beforeEach(async () => {
  expect((await curl('POST', `${command.url}/_sandbox/reset`)).status).toBe(200);
});

/** Sends a request with the publisher's token. */
function call(method: string, path: string, body?: unknown): Promise<Received> {
  return curl(method, command.url + path, {
    headers: [`x-publisher-token: ${command.token}`],
    ...(body === undefined ? {} : { body }),
  });
}

async function fail(plan: object): Promise<void> {
  expect((await curl('POST', `${command.url}/_sandbox/fail`, { body: plan })).status).toBe(200);
}

const string = expect.any(String) as string;
const number = expect.any(Number) as number;
const bool = expect.any(Boolean) as boolean;
const dateTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) as string;
const stringOrNull = expect.toBeOneOf([expect.any(String), null]) as string | null;

const report = '/reporting/financial-data/transactions';
const range = 'startDate=2000-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z';
const content = '/v1/portal-content/content-1';
const translation = `${content}/translations/de`;
const session = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'gems', sku: 'gems', displayName: 'Gems', pricePointMetadata: 999 },
  customer: {
    id: 'player-1',
    email: 'player@example.com',
    identitySignals: { firstSeenAt: '2026-01-01T00:00:00Z' },
  },
};

function priceByCountry(more: object = {}): unknown {
  return {
    price: number,
    currencyCode: string,
    isOverridden: bool,
    taxModel: expect.toBeOneOf(['Excluded', 'Included']) as string,
    taxRate: number,
    country: string,
    countryCode2: expect.stringMatching(/^[A-Z]{2}$/) as string,
    usdExchangeRateOnCalc: number,
    exchangeRateDrift: expect.stringMatching(/^[+-]\d+(\.\d+)?%$/) as string,
    ...more,
  };
}

function countryIn({ body }: Received, code: string): unknown {
  const { priceByCountry: prices } = body as { priceByCountry: { countryCode2: string }[] };
  return prices.find(({ countryCode2 }) => countryCode2 === code);
}

test('4.1: transactions', async () => {
  const { status, body } = await call('GET', `${report}?${range}&limit=2&sortDirection=desc`);
  expect(status).toBe(200);
  const row = {
    orderId: string,
    purchaseId: string,
    publisherTransactionId: string,
    timestamp: dateTime,
    customerDetails: { id: string, email: string },
    geolocation: { countryCode2: string, region: string, ipAddress: string, zipCode: string },
    device: {
      osType: stringOrNull,
      osVersion: stringOrNull,
      browserType: stringOrNull,
      browserVersion: stringOrNull,
    },
    offerDetails: {
      offerId: string,
      offerName: string,
      type: string,
      products: expect.arrayContaining([{ name: string, sku: string, quantity: number }]) as unknown,
    },
    transactionDetails: {
      id: string,
      type: expect.toBeOneOf([
        'paid',
        'refund',
        'dispute_funds_withdrawn',
        'dispute_funds_reinstated',
      ]) as string,
      amount: number,
      amountUsd: number,
      totalTaxAmount: number,
      totalTaxAmountUsd: number,
      currencyExchangeCostUsd: number,
      chargebackFeeUsd: number,
      transactionFeeUsd: number,
      publisherNetAmountUsd: number,
      currencyCode: expect.stringMatching(/^[A-Z]{3}$/) as string,
      currencySymbol: string,
      paymentMethod: string,
    },
  };
  expect(body).toEqual({
    totalCount: 500,
    nextCursor: string,
    nextPageQuery: expect.stringMatching(/^\?.*cursor=/) as string,
    results: [row, row],
  });
  const { nextPageQuery } = body as { nextPageQuery: string };
  expect(Object.fromEntries(new URLSearchParams(nextPageQuery))).toEqual({
    startDate: '2000-01-01T00:00:00Z',
    endDate: '2100-01-01T00:00:00Z',
    limit: '2',
    sortDirection: 'desc',
    cursor: (body as { nextCursor: string }).nextCursor,
  });
  expect(await call('GET', report + nextPageQuery)).toMatchObject({
    status: 200,
    body: { results: [row, row] },
  });
});

test('4.2 and 4.3: content and its translations', async () => {
  const item = {
    id: 'content-1',
    title: string,
    subTitle: string,
    bodyText: string,
    headerImage: string,
    thumbnailImage: string,
    labels: expect.arrayContaining([string]) as unknown,
    state: 'visible',
    contentType: 'news',
    publishDate: dateTime,
    slug: string,
    visibility: 'public',
    tag: string,
    createdAt: dateTime,
    updatedAt: dateTime,
    pages: [
      { id: string, pageName: 'Home' },
      { id: string, pageName: 'News' },
    ],
  };
  const german = {
    isoCode: 'de',
    title: string,
    subTitle: string,
    bodyText: string,
    headerImage: string,
    thumbnailImage: string,
    labels: expect.any(Array) as unknown,
  };
  expect(await call('GET', content)).toEqual({ status: 200, body: { ...item, translations: [german] } });
  const french = {
    title: 'Le dragon s’éveille',
    subTitle: 'Une saison',
    bodyText: 'La montagne tremble.',
    headerImage: 'https://example.com/header.png',
    thumbnailImage: 'https://example.com/thumbnail.png',
    labels: ['saison'],
  };
  expect(await call('PUT', `${content}/translations/fr`, french)).toEqual({
    status: 200,
    body: { ...item, translations: [german, { isoCode: 'fr', ...french }] },
  });
});

test('4.4 to 4.8: price points', async () => {
  const created = await call('POST', '/v1/price-points', {
    priceInUsdCents: 999,
    priceOverrides: [{ countryCode2: 'DE', price: 9.49 }],
  });
  expect(created).toEqual({
    status: 200,
    body: { priceInUsdCents: 999, lastUpdate: dateTime, priceByCountry: expect.any(Array) as unknown },
  });
  for (const price of (created.body as { priceByCountry: unknown[] }).priceByCountry) {
    expect(price).toEqual(priceByCountry());
  }
  expect(countryIn(created, 'US')).toEqual({
    price: 9.99,
    currencyCode: 'USD',
    isOverridden: false,
    taxModel: 'Excluded',
    taxRate: 0,
    country: 'United States',
    countryCode2: 'US',
    usdExchangeRateOnCalc: 1,
    exchangeRateDrift: '+0.00%',
  });
  expect(countryIn(created, 'DE')).toMatchObject({
    price: 9.49,
    currencyCode: 'EUR',
    isOverridden: true,
    taxModel: 'Included',
    taxRate: 19,
    country: 'Germany',
  });

  expect(await call('GET', '/v1/price-points')).toEqual({
    status: 200,
    body: { pricePoints: [{ priceInUsdCents: 999, lastUpdate: dateTime }] },
  });
  const read = await call('GET', '/v1/price-points/999');
  expect(countryIn(read, 'FR')).toEqual(priceByCountry({ realTimePrice: number }));

  const updated = await call('PUT', '/v1/price-points/999', {
    updatedPriceInUsdCents: 1999,
    priceOverrides: [{ countryCode2: 'JP', price: 3000 }],
  });
  expect(updated).toMatchObject({ status: 200, body: { priceInUsdCents: 1999 } });
  expect(countryIn(updated, 'JP')).toMatchObject({ price: 3000, isOverridden: true });
  expect(countryIn(updated, 'US')).toMatchObject({ price: 19.99, isOverridden: false });

  expect(await call('DELETE', '/v1/price-points/1999')).toEqual(updated);
  expect(await call('GET', '/v1/price-points')).toEqual({ status: 200, body: { pricePoints: [] } });
});

test('4.9 and 4.6a: translations', async () => {
  const inGerman = await call('GET', '/v1/translations?locale=de');
  expect(inGerman).toMatchObject({ status: 200 });
  const { dynamicTranslations, staticTranslations } = inGerman.body as Record<string, unknown[]>;
  expect(Object.keys(inGerman.body as object).sort()).toEqual(['dynamicTranslations', 'staticTranslations']);
  for (const entry of dynamicTranslations ?? []) {
    const type = expect.toBeOneOf(['product', 'offer_design']) as string;
    expect(entry).toEqual({ type, externalId: string, field: string, locale: 'de', value: string });
  }
  expect(staticTranslations).toContainEqual({ key: 'store.title', locale: 'de', value: 'Webshop' });
  // Without a German translation: the English one.
  expect(staticTranslations).toContainEqual({ key: 'store.sold_out', locale: 'de', value: 'Sold out' });

  const added = { key: 'store.sold_out', locale: 'de', value: 'Ausverkauft' };
  const named = { type: 'product', externalId: 'gems', field: 'name', locale: 'ja', value: 'ジェム' };
  const set = await call('POST', '/v1/translations', {
    staticTranslations: [added],
    dynamicTranslations: [named],
  });
  expect(set.status).toBe(200);
  expect(await call('GET', '/v1/translations')).toEqual(set);
  const all = set.body as Record<string, unknown[]>;
  expect(all['staticTranslations']).toContainEqual(added);
  expect(all['staticTranslations']).toContainEqual({ ...added, locale: 'en', value: 'Sold out' });
  expect(all['dynamicTranslations']).toContainEqual(named);
});

test('4.10: promo codes', async () => {
  const promoCodes = [
    { name: 'LAUNCH10', maxRedemptions: 1000, active: true },
    { name: 'LAUNCH20', maxRedemptions: 5, active: false },
  ];
  expect(await call('POST', '/coupons/coupon/launch/promo-codes', { promoCodes })).toEqual({
    status: 200,
    body: { promoCodes: promoCodes.map((code) => ({ ...code, createdAt: dateTime, updatedAt: dateTime })) },
  });
});

test('4.11 and 4.12: personalization', async () => {
  const triggered = { status: 200, body: { message: 'Event triggered for publisher sandbox-publisher' } };
  expect(await call('POST', '/store/v1/personalization/refresh-active-players')).toEqual(triggered);
  expect(
    await call('POST', '/store/v1/personalization/refresh-specific-active-players', {
      playerIds: ['1', '2'],
    }),
  ).toEqual(triggered);
});

test('4.13: offers', async () => {
  const { status, body } = await call(
    'POST',
    '/offering/offer/get-offers?recordLimit=1&offset=1&offerType=Bundle',
  );
  expect(status).toBe(200);
  const color = { colorOne: string, colorTwo: string, direction: string };
  expect(body).toEqual({
    result: { totalCount: number, offers: [expect.any(Object)] },
    status: 200,
    message: string,
  });
  const { offers } = (body as { result: { offers: Record<string, unknown>[] } }).result;
  expect(Object.keys(offers[0] ?? {}).sort()).toEqual([
    'active',
    'createdAt',
    'createdBy',
    'description',
    'displayName',
    'dynamicOfferUi',
    'name',
    'offerId',
    'offerUi',
    'priority',
    'productsSequence',
    'publisherOfferId',
    'segments',
    'showAfter',
    'startOver',
    'triggers',
    'type',
    'updatedAt',
  ]);
  expect(offers[0]).toMatchObject({
    offerId: string,
    publisherOfferId: string,
    type: 'Bundle',
    active: bool,
    offerUi: {
      active: bool,
      specialOffer: {
        templateType: string,
        presentOfferEndTimer: bool,
        title: string,
        fontSize: number,
        fontWeight: string,
        fontColor: color,
        backgroundColor: color,
      },
    },
    dynamicOfferUi: { salePercentage: number, salePercentageDisplayType: 'percentage' },
    segments: expect.any(Array) as unknown,
    startOver: bool,
    priority: number,
    createdAt: dateTime,
    updatedAt: dateTime,
  });
  const [step] = offers[0]?.['productsSequence'] as unknown[];
  expect(step).toMatchObject({
    index: number,
    playerAvailability: number,
    priceInUsdCents: number,
    products: [
      {
        quantity: number,
        product: {
          publisherProductId: string,
          name: string,
          textFontColorHex: string,
          type: string,
          prefix: string,
          suffix: string,
          priority: string,
          images: expect.any(Array) as unknown,
          createdAt: dateTime,
          updatedAt: dateTime,
          productId: string,
        },
      },
    ],
  });
});

test('4.14: the game authentication callback', async () => {
  const received: { method: string | undefined; headers: object; body: string }[] = [];
  const game = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body });
      response.end('{"deepLink":"mygame://login","accessToken":"abc","desktopAutoRedirect":true}');
    });
  });
  await new Promise<void>((resolve) => game.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void game.close());
  const url = `http://127.0.0.1:${(game.address() as AddressInfo).port}/game-auth`;

  const seen = await curl('POST', `${command.url}/_sandbox/game-auth`, { body: { url, device: 'DESKTOP' } });
  expect(seen).toMatchObject({
    status: 200,
    body: { shows: 'redirect', deepLink: 'mygame://login', accessToken: 'abc' },
  });
  expect(received).toMatchObject([
    { method: 'POST', headers: { 'x-publisher-token': command.token, signature: string } },
  ]);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({ device: 'DESKTOP', date: dateTime });
});

test('4.15: a checkout session, which is paid and then in the report', async () => {
  const created = await call('POST', '/checkout/v1/session', session);
  expect(created).toEqual({
    status: 200,
    body: { checkoutSessionToken: string, purchaseId: string, url: string, parsedUrl: string },
  });
  const { checkoutSessionToken, purchaseId } = created.body as Record<string, string>;
  const paid = await curl('POST', `${command.url}/_sandbox/sessions/${checkoutSessionToken}/pay`);
  expect(paid).toMatchObject({ status: 200, body: { purchaseId, transactionDetails: { type: 'paid' } } });
  const { body } = await call('GET', `${report}?${range}&limit=1&sortDirection=desc`);
  expect(body).toMatchObject({ totalCount: 501, results: [paid.body] });
});

function reportError(status: number, error: string, message: string, path: string): Received {
  return {
    status,
    body: {
      statusCode: status,
      error,
      message: [{ validationErrorNumber: 1, error: message }],
      requestUrl: command.url + path,
    },
  };
}

test('7.1: every error of the transaction report', async () => {
  const reversed = `${report}?startDate=2026-02-01T00:00:00Z&endDate=2026-01-01T00:00:00Z`;
  expect(await call('GET', reversed)).toEqual(
    reportError(400, 'Bad Request', 'endDate must be after startDate', reversed),
  );
  const sideways = `${report}?${range}&sortDirection=sideways`;
  expect(await call('GET', sideways)).toEqual(
    reportError(400, 'Bad Request', 'sortDirection must be either "asc" or "desc"', sideways),
  );
  const path = `${report}?${range}`;
  expect(await curl('GET', command.url + path)).toEqual(
    reportError(401, 'Unauthorized', 'Publisher token is required', path),
  );
  expect(await curl('GET', command.url + path, { headers: ['x-publisher-token: nobody'] })).toEqual(
    reportError(401, 'Unauthorized', 'Publisher not found', path),
  );
  const twice = [`x-publisher-token: ${command.token}`, `x-publisher-token: ${command.token}`];
  expect(await curl('GET', command.url + path, { headers: twice })).toEqual(
    reportError(401, 'Unauthorized', 'Failed to authorize publisher token', path),
  );
  await fail({ operation: 'transactions.list', status: 500 });
  expect(await call('GET', path)).toEqual(
    reportError(500, 'Internal Server Error', 'Failed to get transactions', path),
  );
});

test('7.2: every error of portal content', async () => {
  const get = '/v1/portal-content/{contentId}';
  const put = '/v1/portal-content/{contentId}/translations/{isoCode}';
  const error = (status: number, message: string, body: string, requestUrl: string): Received => ({
    status,
    body: { message, requestUrl, body },
  });
  const badRequest = error(400, 'BAD_REQUEST', 'Invalid request body or validation error.', put);
  expect(await call('PUT', translation, { title: 7 })).toEqual(badRequest);
  expect(await call('PUT', translation, '{')).toEqual(badRequest);
  expect(await call('PUT', `${content}/translations/xx`, { title: 'x' })).toEqual(badRequest);

  const unauthorized = ['UNAUTHORIZED', 'Invalid or missing publisher token.'] as const;
  expect(await curl('GET', command.url + content)).toEqual(error(401, ...unauthorized, get));
  expect(await curl('PUT', command.url + translation, { body: {} })).toEqual(
    error(401, ...unauthorized, put),
  );

  const notFound = ['NOT_FOUND', 'Content not found.'] as const;
  expect(await call('GET', '/v1/portal-content/lost')).toEqual(error(404, ...notFound, get));
  expect(await call('PUT', '/v1/portal-content/lost/translations/de', {})).toEqual(
    error(404, ...notFound, put),
  );

  await fail({ operation: 'content.upsertTranslation', reason: 'slug_exists' });
  expect(await call('PUT', translation, {})).toEqual(error(409, 'CONFLICT', 'Slug already exists.', put));

  expect(await call('PUT', translation, { title: 'x'.repeat(1_100_000) })).toEqual(
    error(413, 'PAYLOAD_TOO_LARGE', 'Request payload is too large.', put),
  );

  const serverError = ['INTERNAL_SERVER_ERROR', 'Server error.'] as const;
  await fail({ operation: '*', status: 500, times: 2 });
  expect(await call('GET', content)).toEqual(error(500, ...serverError, get));
  expect(await call('PUT', translation, {})).toEqual(error(500, ...serverError, put));
});

test('7.3: every error of price points', async () => {
  const point = '/v1/price-points';
  await call('POST', point, { priceInUsdCents: 999 });
  await call('POST', point, { priceInUsdCents: 1999 });
  const overridden = [{ countryCode2: 'XX', price: 1 }];
  for (const [method, path, body, status, message] of [
    ['POST', point, { priceInUsdCents: 'free' }, 400, 'Invalid request body.'],
    ['PUT', `${point}/999`, {}, 400, 'Invalid request body.'],
    [
      'POST',
      point,
      { priceInUsdCents: 5, priceOverrides: overridden },
      400,
      'Country code XX not found in existing custom pricing.',
    ],
    [
      'PUT',
      `${point}/999`,
      { priceOverrides: overridden },
      400,
      'Country code XX not found in existing custom pricing.',
    ],
    ['PUT', `${point}/123`, { updatedPriceInUsdCents: 5 }, 404, 'Price point 123 not found.'],
    [
      'POST',
      point,
      { priceInUsdCents: 999 },
      409,
      'Cannot create new pricing. The price point already exists.',
    ],
    [
      'PUT',
      `${point}/999`,
      { updatedPriceInUsdCents: 1999 },
      409,
      'Cannot create new pricing. The price point already exists.',
    ],
  ] as const) {
    expect(await call(method, path, body), `${method} ${message}`).toEqual({ status, body: { message } });
  }
});

test('7.4: the error of personalization by player ids', async () => {
  const path = '/store/v1/personalization/refresh-specific-active-players';
  const failures = {
    array: 'playerIds must be an array',
    length: 'playerIds must contain at least 1 element',
    string: 'every value in playerIds must be a string',
  };
  for (const [playerIds, named] of [
    [[1, 'a'], [failures.string]],
    [[], [failures.length]],
    ['a', [failures.string, failures.length, failures.array]],
  ] as const) {
    const { status, body } = await call('POST', path, { playerIds });
    expect(status).toBe(400);
    expect(body).toEqual({ message: 'Schema Validation Error', requestUrl: string, body: string });
    const { body: list } = body as { body: string };
    for (const failure of Object.values(failures)) {
      expect(list.includes(failure), failure).toBe(named.some((one) => one === failure));
    }
  }
});
