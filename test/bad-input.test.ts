import { expect, test } from 'vitest';

import type { PublisherClient } from '../src/index.ts';
import { checkoutSession } from './literals/small-responses.ts';
import { october } from './support/ranges.ts';
import { failureOf, startService } from './support/service.ts';

type Call = (client: PublisherClient) => Promise<unknown>;

const day = (text: string): string => `${text}T00:00:00Z`;
const session = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter', sku: 'starter' },
  customer: { id: 'player-1' },
};

/** A list is lazy: it rejects at the first step. */
const first = (rows: AsyncIterable<unknown>): Promise<unknown> => rows[Symbol.asyncIterator]().next();

// The rules are in test/api: here, that each input of each operation is validated before it is sent. Values are cast
// to `never` where the compiler would reject them.
const rejected: readonly (readonly [name: string, field: string, call: Call])[] = [
  [
    'an end date before the start date',
    'endDate',
    (c) => c.transactions.getPage({ ...october, endDate: day('2026-09-30') }),
  ],
  [
    'an impossible date of a list',
    'startDate',
    (c) => first(c.transactions.list({ ...october, startDate: day('2026-02-30') })),
  ],
  [
    'a date that is missing',
    'endDate',
    (c) => c.transactions.getPage({ startDate: october.startDate } as never),
  ],
  ['a page of 10 001 rows', 'limit', (c) => c.transactions.getPage({ ...october, limit: 10_001 })],
  ['a list by 0 rows', 'limit', (c) => first(c.transactions.list({ ...october, limit: 0 }))],
  ['an empty list of player ids', 'playerIds', (c) => c.personalization.refreshSpecificActivePlayers([])],
  ['a content id of ..', 'contentId', (c) => c.content.get('..')],
  ['an empty content id', 'contentId', (c) => c.content.get('')],
  ['a locale of ..', 'isoCode', (c) => c.content.upsertTranslation('welcome', '..', { title: 'x' })],
  [
    'a content translation whose title is a number',
    'title',
    (c) => c.content.upsertTranslation('welcome', 'de', { title: 7 as never }),
  ],
  ['a coupon name of .', 'couponName', (c) => c.promoCodes.create('.', [])],
  [
    'a promo code without its name',
    'promoCodes[0].name',
    (c) => c.promoCodes.create('launch', [{ maxRedemptions: 1, active: true } as never]),
  ],
  ['a negative price', 'priceInUsdCents', (c) => c.pricePoints.get(-1)],
  ['a fractional price to delete', 'priceInUsdCents', (c) => c.pricePoints.delete(9.99)],
  ['a price to update that is NaN', 'priceInUsdCents', (c) => c.pricePoints.update(Number.NaN, {})],
  [
    'a fractional new price',
    'updatedPriceInUsdCents',
    (c) => c.pricePoints.update(999, { updatedPriceInUsdCents: 10.5 }),
  ],
  [
    'an override of a country by its name',
    'priceOverrides[0].countryCode2',
    (c) =>
      c.pricePoints.create({ priceInUsdCents: 1, priceOverrides: [{ countryCode2: 'Germany', price: 1 }] }),
  ],
  ['translations of an empty locale', 'locale', (c) => c.translations.get({ locale: '' })],
  [
    'a translation without its value',
    'staticTranslations[0].value',
    (c) => c.translations.set({ staticTranslations: [{ key: 'buy', locale: 'de' } as never] }),
  ],
  ['an offer limit of 501', 'limit', (c) => c.offers.getPage({ limit: 501 })],
  ['an offer list by 501', 'limit', (c) => first(c.offers.list({ limit: 501 }))],
  [
    'a session without a customer',
    'customer',
    (c) => c.checkout.createSession({ ...session, customer: undefined as never }),
  ],
  [
    'attributes that refer to themselves',
    'body',
    (c) => {
      const attributes: Record<string, unknown> = {};
      attributes['self'] = attributes;
      return c.checkout.createSession({ ...session, attributes });
    },
  ],
];

test.each(rejected)('%s is rejected before it is sent, naming %s', async (_, field, call) => {
  await using service = await startService([{ json: {} }]);

  const error = await failureOf(call(service.client()));

  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    code: 'invalid_request',
    outcome: 'not_sent',
    attempts: 0,
  });
  const { issues, message } = error as { issues: { path: string }[]; message: string };
  expect(issues.map(({ path }) => path)).toContain(field);
  expect(message).toContain(`${field}: `);
  expect(service.requests).toEqual([]);
});

test('a list with invalid input sends nothing', async () => {
  await using service = await startService([{ json: {} }]);

  const rows = service.client().transactions.list({ ...october, limit: 0 });

  expect(await failureOf(rows.toArray({ max: 1 }))).toMatchObject({ issues: [{ path: 'limit' }] });
  expect(service.requests).toEqual([]);
});

test('input at the limits of its rules is sent', async () => {
  await using service = await startService(({ url }) => ({
    json: url.startsWith('/checkout') ? checkoutSession : { totalCount: 0, results: [] },
  }));
  const client = service.client();

  await client.transactions.getPage({ ...october, limit: 1 });
  await client.transactions.getPage({ ...october, limit: 10_000, startDate: day('2024-02-29') });
  await client.checkout.createSession(session);

  expect(service.requests).toHaveLength(3);
});
