import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { getOffers } from '../../../../src/contract/offers.ts';
import { ConfigurationError } from '../../../../src/errors/index.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../../src/sandbox/index.ts';
import { accepted, send } from '../../send.ts';
import { openSession, pay, readReport } from '../../sessions.ts';
import { newFile, openOn } from '../files.ts';

const now = (): Date => new Date('2026-11-20T10:00:00Z');

/** Writes a seed file, and returns its path. */
function seedFile(content: unknown): string {
  const file = join(dirname(newFile()), 'store.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function open(content: unknown, options: SandboxOptions = {}): Sandbox {
  return createSandbox({ transactions: 20, now, seedFile: seedFile(content), ...options });
}

/** The message of the error, without the folder of the file. */
function errorOf(content: unknown): string {
  const file = seedFile(content);
  try {
    createSandbox({ seedFile: file });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as ConfigurationError).message.replaceAll(`${dirname(file)}/`, '');
  }
  throw new Error('the file was accepted');
}

const request = {
  priceDetails: { price: 999, currency: 'usd' },
  offer: { name: 'Bag of gold', sku: 'gold' },
  customer: { id: 'player-1' },
};

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
  const first = createSandbox({ transactions: 20, now });
  await send(first, 'POST', '/v1/price-points', {
    body: { priceInUsdCents: 999, priceOverrides: [{ countryCode2: 'JP', price: 1200 }] },
  });
  await send(first, 'POST', '/v1/price-points', { body: { priceInUsdCents: 99 } });
  await send(first, 'POST', '/coupons/coupon/launch/promo-codes', {
    body: { promoCodes: [{ name: 'GEMS', maxRedemptions: 3, active: true }] },
  });
  await send(first, 'POST', '/v1/translations', {
    body: { staticTranslations: [{ key: 'store.title', locale: 'ja', value: 'ストア\u2028' }] },
  });
  await send(first, 'PUT', '/v1/portal-content/content-2/translations/fr', { body: { title: 'Le pass' } });
  await send(first, 'POST', '/store/v1/personalization/refresh-active-players');
  first.advance(90_000);
  await openSession(first, { sessionMetadata: { level: 12, nested: { list: [1, null] } } });
  const { purchaseId } = await pay(first, {
    countryCode2: 'DE',
    priceDetails: { price: 949, currency: 'EUR' },
  });
  first.purchases.dispute(purchaseId);
  const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };

  const response = await first.fetch(`${first.baseUrl}/_sandbox/seed`);
  const file = await response.text();
  const second = open(file);

  expect(second.state()).toEqual(first.state());
  expect(await readReport(second, november)).toEqual(await readReport(first, november));
  const again = await second.fetch(`${second.baseUrl}/_sandbox/seed`);
  expect(await again.json()).toEqual(JSON.parse(file));
  // Both continue alike.
  expect(second.purchases.reinstate(purchaseId)).toEqual(first.purchases.reinstate(purchaseId));
  expect(await openSession(second)).toEqual(await openSession(first));
  expect(file).toContain('\n  "pricePoints": [\n');
});

test.each([
  ['0001-01-01T00:00:00Z', '0001-02-01T00:00:00Z'],
  ['9999-12-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
])('the state of a ledger from %s to %s is a valid seed file', async (start, end) => {
  const first = createSandbox({ transactions: 20, now, period: { start, end } });
  const second = open(await (await first.fetch(`${first.baseUrl}/_sandbox/seed`)).json(), {
    period: { start, end },
  });

  expect(second.state()).toEqual(first.state());
});

test('new sessions and transactions never repeat the ids of a seed file', async () => {
  const first = createSandbox({ transactions: 20, now });
  const sessions = [await openSession(first), await openSession(first), await openSession(first)];
  for (const { checkoutSessionToken } of sessions) first.purchases.pay(checkoutSessionToken);
  const seed = (await (await first.fetch(`${first.baseUrl}/_sandbox/seed`)).json()) as {
    sessions: unknown[];
    transactions: unknown[];
  };
  // As somebody who deletes the first of them by hand.
  const second = open({
    ...seed,
    sessions: seed.sessions.slice(1),
    transactions: seed.transactions.slice(1),
  });
  await pay(second);
  await pay(second);

  const state = second.state();
  expect(new Set(state.sessions.map((one) => one.checkoutSessionToken)).size).toBe(4);
  expect(new Set(state.sessions.map((one) => one.purchaseId)).size).toBe(4);
  expect(new Set(state.transactions.map((row) => row.transactionDetails.id)).size).toBe(4);
});

test('a new session never repeats the purchase id of a seed file, even if its tokens were renamed', async () => {
  const first = createSandbox({ transactions: 20, now });
  const ids = [await openSession(first), await openSession(first), await openSession(first)];
  const { purchaseId: paid } = await pay(first);
  const seed = (await (await first.fetch(`${first.baseUrl}/_sandbox/seed`)).json()) as {
    sessions: object[];
    transactions: object[];
  };
  // Two sessions are deleted, and one is renamed; the purchase of the fourth is only in the report.
  const second = open({ ...seed, sessions: [{ ...seed.sessions[2], checkoutSessionToken: 'renamed' }] });
  const opened = [await openSession(second), await openSession(second), await openSession(second)];

  const known = [paid, ...ids.slice(2).map(({ purchaseId }) => purchaseId)];
  const purchases = opened.map(({ purchaseId }) => purchaseId);
  expect(new Set([...known, ...purchases]).size).toBe(5);
  for (const { checkoutSessionToken, purchaseId } of opened) {
    second.purchases.pay(checkoutSessionToken);
    expect(second.purchases.refund(purchaseId)).toMatchObject({ purchaseId });
  }
});

test('the order ids of purchases differ, whatever their purchase ids look like', () => {
  const purchaseIds = ['purchase-1', '1', ':1', '-1', 'purchase-purchase-1', '1purchase-', 'order-1'];
  const { purchases } = open({
    sessions: purchaseIds.map((purchaseId) => ({ checkoutSessionToken: purchaseId, purchaseId, request })),
  });
  const rows = purchaseIds.map((id) => purchases.pay(id));

  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(purchaseIds.length);
  expect(new Set(rows.map(({ publisherTransactionId }) => publisherTransactionId)).size).toBe(
    purchaseIds.length,
  );
  expect(rows[0]).toMatchObject({ orderId: 'order-1', publisherTransactionId: 'publisher-1' });
});

test('reset returns to the state of the seed file', async () => {
  const sandbox = open({ pricePoints: [{ priceInUsdCents: 499 }], clock: { advance: 1000 } });
  const before = sandbox.state();
  await send(sandbox, 'DELETE', '/v1/price-points/499');
  sandbox.advance(1);
  sandbox.reset();

  expect(sandbox.state()).toEqual(before);
  expect(before.clock).toBe('2026-11-20T10:00:01.000Z');
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

test('a data file whose initial state was edited by hand is damaged', async () => {
  const data = newFile();
  await openOn(data, { now, seedFile: seedFile({ pricePoints: [{ priceInUsdCents: 499 }] }) }).close();
  writeFileSync(data, readFileSync(data, 'utf8').replace('"priceInUsdCents":499', '"priceInUsdCents":"499"'));

  expect(() => openOn(data, { now })).toThrow(`line 1 of ${data} is damaged`);
});

test('an invalid seed file leaves no data file behind that a corrected one could not use', () => {
  const data = newFile();
  expect(() => openOn(data, { seedFile: seedFile({ pricePoints: [{}] }) })).toThrow(ConfigurationError);
  const sandbox = openOn(data, { seedFile: seedFile({ pricePoints: [{ priceInUsdCents: 1 }] }) });

  expect(sandbox.state().pricePoints).toMatchObject([{ priceInUsdCents: 1 }]);
});

const session = { checkoutSessionToken: 'one', purchaseId: 'p1', request };
test.each([
  [
    { pricePoints: [{ priceInUsdCents: 9.99 }] },
    'pricePoints[0].priceInUsdCents: must be an integer number of US cents, for example 999 for 9.99 USD',
  ],
  [
    { pricePoints: [{}] },
    'pricePoints[0].priceInUsdCents: is required, and must be an integer number of US cents',
  ],
  [{ pricePoint: [] }, 'pricePoint: unknown section; did you mean pricePoints?'],
  [
    { pricePoints: [{ priceInUsdCents: 1, priceOverides: [] }] },
    'pricePoints[0].priceOverides: unknown field; did you mean priceOverrides?',
  ],
  [
    { pricePoints: [{ priceInUsdCents: 1, priceOverrides: [{ countryCode2: 'ZZ', price: 1 }] }] },
    'pricePoints[0].priceOverrides[0].countryCode2: is not supported by the sandbox',
  ],
  [
    { pricePoints: [{ priceInUsdCents: 1, priceOverrides: [{ countryCode2: 'DE', price: -1 }] }] },
    'pricePoints[0].priceOverrides[0].price: must be a price in major units that is not negative',
  ],
  [
    { pricePoints: [{ priceInUsdCents: 1 }, { priceInUsdCents: 1 }] },
    'pricePoints[1]: repeats the priceInUsdCents of pricePoints[0]',
  ],
  [{ offers: [{ offerId: 'a' }] }, 'offers[0].name: is required, and must be a string'],
  [
    {
      offers: [
        {
          offerId: 'a',
          name: 'A',
          productsSequence: [{ priceInUsdCents: 1, products: [{ product: { name: 'P' } }] }],
        },
      ],
    },
    'offers[0].productsSequence[0].products[0].product.publisherProductId: is required, and must be a string',
  ],
  [
    { offers: [{ offerId: 'a', name: 'A', offerUi: { specialOffer: { fontSise: 1 } } }] },
    'offers[0].offerUi.specialOffer.fontSise: unknown field; did you mean fontSize?',
  ],
  [
    { content: [{ id: 'a', title: 'A', state: 'visable' }] },
    'content[0].state: must be one of "visible", "hidden", "scheduled"',
  ],
  [
    { content: [{ id: 'a', title: 'A', publishDate: 'soon' }] },
    'content[0].publishDate: must be an ISO 8601 date-time',
  ],
  [{ content: { id: 'a' } }, 'content: must be an array'],
  [{ translations: { static: [] } }, 'translations.static: unknown field; did you mean staticTranslations?'],
  [
    { translations: { staticTranslations: [{ key: 'a', locale: 'de' }] } },
    'translations.staticTranslations[0].value: is required, and must be a string',
  ],
  [
    { sessions: [{ ...session, request: { ...request, customer: {} } }] },
    'sessions[0].request.customer.id: is required, and must be a string',
  ],
  [
    { sessions: [{ ...session, request: { ...request, priceDetails: { price: 9.99, currency: 'USD' } } }] },
    "sessions[0].request.priceDetails.price: must be an integer number of the currency's smallest unit",
  ],
  [
    { sessions: [session, { ...session, checkoutSessionToken: 'two' }] },
    'sessions[1].purchaseId: repeats that of sessions[0]',
  ],
  [{ clock: { advance: -1 } }, 'clock.advance: must be a number of milliseconds, 0 or more'],
  [{ clock: { advance: 3e14 } }, 'clock.advance: must not move the clock past the end of the year 9998'],
  [{ clock: { advance: 1e300 } }, 'clock.advance: must not move the clock past the end of the year 9998'],
  [{ sessions: [{ ...session, state: 'payed' }] }, 'sessions[0].state: must be one of "open", "paid"'],
  [
    { sessions: [{ ...session, state: 'paid' }] },
    'sessions[0].state: "paid" needs the rows of the purchase in transactions: write "open", and pay the session',
  ],
  [[], 'the file: must be an object, for example { "pricePoints": [{ "priceInUsdCents": 999 }] }'],
  [
    '{\n  "pricePoints": [\n    { "priceInUsdCents": 999, }\n  ]\n}',
    'line 3, column 31: not valid JSON: expected a key in double quotes (no comma follows the last field)',
  ],
  ['', 'line 1, column 1: not valid JSON: expected a value'],
])('%j is rejected: %s', (content, message) => {
  expect(errorOf(content)).toContain(`seedFile: store.json: ${message}`);
});

test('several problems are listed at once, up to five', () => {
  const message = errorOf({ pricePoints: Array.from({ length: 7 }, () => ({ price: 1 })) });

  expect(message.match(/pricePoints\[\d\]/g)).toHaveLength(5);
  expect(message).toMatch(/; and 9 more$/);
});

test('a file that cannot be read is named with the reason, and a byte order mark is skipped', () => {
  expect(() => createSandbox({ seedFile: '/nowhere/store.json' })).toThrow(
    'seedFile: /nowhere/store.json does not exist',
  );
  expect(() => createSandbox({ seedFile: dirname(newFile()) })).toThrow('cannot be read: it is a folder');
  expect(open('\uFEFF{"pricePoints":[{"priceInUsdCents":1}]}').state().pricePoints).toHaveLength(1);
});
