import { expect, test } from 'vitest';

import { type CheckoutSession, createCheckoutSession } from '../../../src/client/api/checkout.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { accepted, at, send } from '../send.ts';
import { openSession, pay } from '../sessions.ts';
import { newFile, openOn } from '../store/files.ts';

const path = '/checkout/v1/session';
const purchase = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Bag of gems', sku: 'bag-of-gems', displayName: 'Bag of gems', pricePointMetadata: 999 },
  customer: {
    id: 'player-1',
    email: 'player-1@example.com',
    identitySignals: { firstSeenAt: '2025-06-01T00:00:00Z' },
  },
  items: [{ name: 'Gems', sku: 'gems', quantity: 1200 }],
  countryCode2: 'DE',
  receiptMetadata: { locale: 'de' },
  sessionMetadata: { level: 12 },
  attributes: { cohort: 'B' },
  redirectUrl: 'mygame://shop',
};

async function open(sandbox: Sandbox): Promise<CheckoutSession> {
  return accepted(createCheckoutSession, await send(sandbox, 'POST', path, { body: purchase }));
}

test('sessions are the same for the same seed, and differ for another seed', async () => {
  const first = await open(createSandbox({ seed: 3 }));
  expect(await open(createSandbox({ seed: 3 }))).toEqual(first);
  expect(await open(createSandbox({ seed: 4 }))).not.toEqual(first);
});

test('no purchase has the id of one before a reset, or before a restart without a seed', async () => {
  const ids: string[] = [];
  for (const sandbox of [createSandbox({ seed: 3 }), createSandbox(), createSandbox()]) {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 5; count += 1) ids.push((await open(sandbox)).purchaseId);
      sandbox.reset();
    }
  }

  expect(ids).toHaveLength(45);
  expect(new Set(ids).size).toBe(45);
});

test.each([
  ['offer', { ...purchase, offer: 'gems' }],
  ['customer', { ...purchase, customer: undefined }],
  ['customer.id', { ...purchase, customer: { id: '' } }],
  [
    'customer.identitySignals.firstSeenAt',
    { ...purchase, customer: { id: 'a', identitySignals: { firstSeenAt: 'now' } } },
  ],
  ['countryCode2', { ...purchase, countryCode2: 'ZZ' }],
  ['priceDetails.currency', { ...purchase, priceDetails: { price: 999, currency: 'XTS' } }],
  // In upper case 'ı' is I.
  ['priceDetails.currency', { ...purchase, priceDetails: { price: 999, currency: 'ınr' } }],
  ['priceDetails.price', { ...purchase, priceDetails: { price: 9.99, currency: 'USD' } }],
  ['priceDetails.price', { ...purchase, priceDetails: { price: 0, currency: 'USD' } }],
  ['priceDetails.price', { ...purchase, priceDetails: { price: -1, currency: 'USD' } }],
  ['priceDetails.price', { ...purchase, priceDetails: { price: 1e15, currency: 'USD' } }],
  ['receiptMetadata.locale', { ...purchase, receiptMetadata: { locale: 'sv' } }],
  ['redirectUrl', { ...purchase, redirectUrl: 'not a uri' }],
])('an invalid %s is rejected by name, and creates no session', async (field, body) => {
  const sandbox = createSandbox();
  expect(await send(sandbox, 'POST', path, { body })).toEqual({
    status: 400,
    body: { errorCode: 'BAD_REQUEST', errorMessage: expect.stringContaining(field) as string },
  });
  expect(sandbox.state().sessions).toEqual([]);
});

test('a price of 0 is accepted without public rules, in either unit, and opened from a file', async () => {
  const body = { ...purchase, priceDetails: { price: 0, currency: 'USD' } };
  for (const checkoutPriceUnit of ['minor', 'major'] as const) {
    const data = newFile();
    const sandbox = openOn(data, { publicRules: false, checkoutPriceUnit });
    expect(await send(sandbox, 'POST', path, { body })).toMatchObject({ status: 200 });
    await sandbox.close();
    expect(openOn(data).state().sessions).toHaveLength(1);
  }
});

test('the state keeps the request of a session', async () => {
  const sandbox = createSandbox({ now: () => new Date('2026-11-20T10:00:00Z') });
  const { checkoutSessionToken, purchaseId } = await open(sandbox);
  const createdAt = '2026-11-20T10:00:00.000Z';
  expect(sandbox.state().sessions).toEqual([
    { checkoutSessionToken, purchaseId, state: 'open', createdAt, request: purchase },
  ]);
});

test('a currency in any case is stored in upper case', async () => {
  const sandbox = createSandbox();
  await openSession(sandbox, { priceDetails: { price: 88_000, currency: 'Inr' } });
  expect(at(sandbox.state().sessions, 0).request.priceDetails).toEqual({ price: 88_000, currency: 'INR' });
});

test('a receipt requires an enabled locale, or one with a translation', async () => {
  const inLocale = async (sandbox: Sandbox, locale: string): Promise<number> =>
    (await send(sandbox, 'POST', path, { body: { ...purchase, receiptMetadata: { locale } } })).status;
  const sandbox = createSandbox({ locales: ['en', 'fi'] });
  expect(await inLocale(sandbox, 'fi')).toBe(200);
  // Not enabled, but the initial state has German translations.
  expect(await inLocale(sandbox, 'de')).toBe(200);
  expect(await inLocale(sandbox, 'sv')).toBe(400);
  const translation = { key: 'receipt.thanks', locale: 'sv', value: 'Tack' };
  await send(sandbox, 'POST', '/v1/translations', { body: { staticTranslations: [translation] } });
  expect(await inLocale(sandbox, 'sv')).toBe(200);
});

test.each([
  ['USD', 5, 500],
  // 2.55 × 100 is 254.99999999999997 as a product of floating-point numbers.
  ['USD', 2.55, 255],
  ['JPY', 999, 999],
  ['usd', 1.1, 110],
])('with prices in major units, %s %d is paid as %d smallest units', async (currency, price, amount) => {
  const sandbox = createSandbox({ checkoutPriceUnit: 'major' });
  const { transactionDetails } = await pay(sandbox, {
    priceDetails: { price, currency },
    countryCode2: 'US',
  });
  expect(transactionDetails).toMatchObject({ amount, currencyCode: currency.toUpperCase() });
  expect(at(sandbox.state().sessions, 0).request.priceDetails).toEqual({
    price: amount,
    currency: currency.toUpperCase(),
  });
});

test.each([
  ['USD', 9.999, 2, '0.01', '10000000000.00'],
  ['JPY', 9.99, 0, '1', '1000000000000'],
  ['USD', 0, 2, '0.01', '10000000000.00'],
  ['USD', -1, 2, '0.01', '10000000000.00'],
  ['USD', 10_000_000_001, 2, '0.01', '10000000000.00'],
])('with prices in major units, %s %d is rejected', async (currency, price, decimals, least, most) => {
  const sandbox = createSandbox({ checkoutPriceUnit: 'major' });
  const body = { ...purchase, priceDetails: { price, currency } };
  expect((await send(sandbox, 'POST', path, { body })).body).toMatchObject({
    errorMessage: `Invalid request body: priceDetails.price must be in major units with at most ${decimals} decimals, from ${least} to ${most}`,
  });
  expect(sandbox.state().sessions).toEqual([]);
});

test('a session keeps its price when the data file is opened with another unit', async () => {
  const data = newFile();
  const first = openOn(data, { checkoutPriceUnit: 'major' });
  const { checkoutSessionToken } = await openSession(first, {
    priceDetails: { price: 9.99, currency: 'USD' },
  });
  await first.close();
  expect(openOn(data).purchases.pay(checkoutSessionToken).transactionDetails.amount).toBe(999);
});

test.each([
  ['HUF', 3490, 3490],
  ['KWD', 3.07, 307],
  ['USD', 9.99, 999],
])('currencies are counted as the option says: %s %d is paid as %d smallest units', async (...row) => {
  const [currency, price, amount] = row;
  const currencyDigits = { HUF: 0, KWD: 2 };
  const sandbox = createSandbox({ checkoutPriceUnit: 'major', currencyDigits });
  const { transactionDetails } = await pay(sandbox, {
    priceDetails: { price, currency },
    countryCode2: 'US',
  });
  // One dollar is 335 forints or 0.307 dinars, so these are 10.42, 10.00 and 9.99 dollars.
  const amountUsd = { HUF: 1042, KWD: 1000, USD: 999 }[currency];
  expect(transactionDetails).toMatchObject({ amount, amountUsd });
});
