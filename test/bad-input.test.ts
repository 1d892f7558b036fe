import { expect, test } from 'vitest';

import type { PublisherClient } from '../src/index.ts';
import { checkoutSession } from './support/literals.ts';
import { failureOf, startService } from './support/service.ts';

type Call = (client: PublisherClient) => Promise<unknown>;

const day = (text: string): string => `${text}T00:00:00Z`;
const range = { startDate: day('2026-10-01'), endDate: day('2026-11-01') };
const session = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter', sku: 'starter' },
  customer: { id: 'player-1' },
};

/** A list is lazy: it refuses at the first step. */
const first = (rows: AsyncIterable<unknown>): Promise<unknown> => rows[Symbol.asyncIterator]().next();

// Values are cast to `never` where the compiler would refuse them: not every caller has one.
const refused: readonly (readonly [name: string, field: string, rule: RegExp, call: Call])[] = [
  [
    'an end date before the start date',
    'endDate',
    /must be after startDate/,
    (c) => c.transactions.getPage({ ...range, endDate: day('2026-09-30') }),
  ],
  [
    'an end date that is the start date',
    'endDate',
    /must be after startDate/,
    (c) => first(c.transactions.list({ ...range, endDate: range.startDate })),
  ],
  [
    'an impossible date',
    'startDate',
    /must be .*a real date/,
    (c) => c.transactions.getPage({ ...range, startDate: day('2026-02-30') }),
  ],
  [
    'an impossible date in a list',
    'startDate',
    /must be .*a real date/,
    (c) => first(c.transactions.list({ ...range, startDate: day('2026-02-30') })),
  ],
  [
    'an invalid Date',
    'endDate',
    /must be a valid Date/,
    (c) => c.transactions.getPage({ ...range, endDate: new Date('no') }),
  ],
  [
    'a date without its offset',
    'startDate',
    /with its offset/,
    (c) => c.transactions.getPage({ ...range, startDate: '2026-10-01T00:00:00' }),
  ],
  [
    'a date that is missing',
    'endDate',
    /must be/,
    (c) => c.transactions.getPage({ startDate: range.startDate } as never),
  ],
  ...[0, 10_001, 1.5, Number.NaN, '10' as never].flatMap((limit): (typeof refused)[number][] => [
    [
      `a page of ${limit} rows`,
      'limit',
      /must be an integer from 1 to 10000/,
      (c) => c.transactions.getPage({ ...range, limit }),
    ],
    [
      `a list by ${limit} rows`,
      'limit',
      /must be an integer from 1 to 10000/,
      (c) => first(c.transactions.list({ ...range, limit })),
    ],
  ]),
  [
    'a direction that is none',
    'sortDirection',
    /must be either "asc" or "desc"/,
    (c) => c.transactions.getPage({ ...range, sortDirection: 'ascending' as never }),
  ],
  ['an empty cursor', 'cursor', /must not be empty/, (c) => c.transactions.getPage({ ...range, cursor: '' })],
  [
    'an empty list of player ids',
    'playerIds',
    /must contain at least 1 element/,
    (c) => c.personalization.refreshSpecificActivePlayers([]),
  ],
  [
    'a player id that is a number',
    'playerIds[1]',
    /must be a string/,
    (c) => c.personalization.refreshSpecificActivePlayers(['player-1', 2 as never]),
  ],
  [
    'one player id instead of a list',
    'playerIds',
    /must be an array of player ids/,
    (c) => c.personalization.refreshSpecificActivePlayers('player-1' as never),
  ],
  ['a content id of ..', 'contentId', /must not be "\." or "\.\."/, (c) => c.content.get('..')],
  ['an empty content id', 'contentId', /must not be empty/, (c) => c.content.get('')],
  ['a content id that is a number', 'contentId', /must be a string/, (c) => c.content.get(5 as never)],
  [
    'a locale of ..',
    'isoCode',
    /must not be "\." or "\.\."/,
    (c) => c.content.upsertTranslation('welcome', '..', { title: 'x' }),
  ],
  ['a coupon name of .', 'couponName', /must not be "\." or "\.\."/, (c) => c.promoCodes.create('.', [])],
  ['a negative price', 'priceInUsdCents', /must not be negative/, (c) => c.pricePoints.get(-1)],
  [
    'a fractional price',
    'priceInUsdCents',
    /must be an integer number of US cents/,
    (c) => c.pricePoints.delete(9.99),
  ],
  [
    'a price that is NaN',
    'priceInUsdCents',
    /must be an integer/,
    (c) => c.pricePoints.update(Number.NaN, {}),
  ],
  [
    'a negative price to create',
    'priceInUsdCents',
    /must not be negative/,
    (c) => c.pricePoints.create({ priceInUsdCents: -1 }),
  ],
  [
    'a fractional price to create',
    'priceInUsdCents',
    /must be an integer number of US cents/,
    (c) => c.pricePoints.create({ priceInUsdCents: 9.99 }),
  ],
  [
    'a fractional new price',
    'updatedPriceInUsdCents',
    /must be an integer number of US cents/,
    (c) => c.pricePoints.update(999, { updatedPriceInUsdCents: 10.5 }),
  ],
  [
    'an override of a country by its name',
    'priceOverrides[0].countryCode2',
    /two uppercase letters/,
    (c) =>
      c.pricePoints.create({ priceInUsdCents: 1, priceOverrides: [{ countryCode2: 'Germany', price: 1 }] }),
  ],
  [
    'an offer limit of 501',
    'limit',
    /must be an integer from 0 to 500/,
    (c) => c.offers.getPage({ limit: 501 }),
  ],
  [
    'an offer list by 501',
    'limit',
    /must be an integer from 0 to 500/,
    (c) => first(c.offers.list({ limit: 501 })),
  ],
  [
    'a negative offset',
    'offset',
    /must be an integer of at least 0/,
    (c) => c.offers.getPage({ offset: -1 }),
  ],
  [
    'an offer type that is none',
    'offerType',
    /must be one of "Bundle", "SpecialOffer", "Popup"/,
    (c) => first(c.offers.list({ offerType: 'bundle' as never })),
  ],
  [
    'a session without a customer',
    'customer',
    /expected object, received undefined/,
    (c) => c.checkout.createSession({ ...session, customer: undefined as never }),
  ],
  [
    'a session whose price is text',
    'priceDetails.price',
    /must be a finite number/,
    (c) =>
      c.checkout.createSession({ ...session, priceDetails: { price: '9.99' as never, currency: 'USD' } }),
  ],
  [
    'attributes that refer to themselves',
    'body',
    /must be serializable as JSON/,
    (c) => {
      const attributes: Record<string, unknown> = {};
      attributes['self'] = attributes;
      return c.checkout.createSession({ ...session, attributes });
    },
  ],
];

test.each(refused)('%s is refused before it is sent, naming %s', async (_, field, rule, call) => {
  await using service = await startService([{ json: {} }]);

  const error = await failureOf(call(service.client()));

  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    code: 'invalid_request',
    outcome: 'not_sent',
    attempts: 0,
  });
  const { issues, message } = error as { issues: { path: string; message: string }[]; message: string };
  expect(issues.map(({ path }) => path)).toContain(field);
  expect(issues.find(({ path }) => path === field)?.message).toMatch(rule);
  expect(message).toContain(`${field}: `);
  expect(service.requests).toEqual([]);
});

test('a list that is refused has asked for nothing before its first step either', async () => {
  await using service = await startService([{ json: {} }]);

  const rows = service.client().transactions.list({ ...range, limit: 0 });

  expect(await failureOf(rows.toArray({ max: 1 }))).toMatchObject({ issues: [{ path: 'limit' }] });
  expect(service.requests).toEqual([]);
});

test('a good request passes where its neighbours are refused', async () => {
  await using service = await startService(({ url }) => ({
    json: url.startsWith('/checkout') ? checkoutSession : { totalCount: 0, results: [] },
  }));
  const client = service.client();

  await client.transactions.getPage({ ...range, limit: 1 });
  await client.transactions.getPage({ ...range, limit: 10_000, startDate: day('2024-02-29') });
  await client.checkout.createSession(session);

  expect(service.requests).toHaveLength(3);
});

test.each([[], [{}], [{ max: 0 }], [{ max: 1.5 }], [{ max: '10' }]])(
  'toArray(%j) says which whole number it wants',
  async (...options) => {
    await using service = await startService([{ json: {} }]);
    const walk = service.client().transactions.list(range);
    const toArray = walk.toArray.bind(walk) as (...given: unknown[]) => Promise<unknown>;

    expect(await failureOf(toArray(...options))).toMatchObject({
      name: 'InvalidRequestError',
      issues: [{ path: 'max' }],
    });
  },
);
