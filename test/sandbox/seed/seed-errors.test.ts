import { dirname } from 'node:path';

import { expect, test } from 'vitest';

import { createSandbox } from '../../../src/sandbox/index.ts';
import { newFile } from '../store/files.ts';
import { errorOf, open, request } from './open-seed.ts';

const session = { checkoutSessionToken: 'one', purchaseId: 'p1', request };
test.each<[unknown, string]>([
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
  ...['2026-11-22', '2026-11-22T00:00:00+02:00', 7].map((time): [object, string] => [
    { pricePoints: [{ priceInUsdCents: 1, lastUpdate: time }] },
    'pricePoints[0].lastUpdate: must be a date and time in UTC, for example 2026-10-01T00:00:00Z',
  ]),
  [
    { sessions: [{ ...session, createdAt: '2026-11-22T00:00:00+02:00' }] },
    'sessions[0].createdAt: must be a date and time in UTC, for example 2026-10-01T00:00:00Z',
  ],
  [
    { personalization: [{}] },
    'personalization[0].date: is required, and must be a date and time in UTC, for example 2026-10-01T00:00:00Z',
  ],
  [
    { personalization: [{ date: '2026-10-01T00:00:00Z', delivery: {} }] },
    'personalization[0].delivery: must be { "status": 200 } or { "error": "…" }',
  ],
  [
    { promoCodes: [{ couponName: 'a', name: 'A', active: true, maxRedemptions: 1e300 }] },
    'promoCodes[0].maxRedemptions: must be at most 9007199254740991',
  ],
  [{ content: { id: 'a' } }, 'content: must be an array'],
  [{ translations: { static: [] } }, 'translations.static: unknown field; did you mean staticTranslations?'],
  [
    { translations: { staticTranslations: [{ key: 'a', locale: 'de' }] } },
    'translations.staticTranslations[0].value: is required, and must be a string',
  ],
  [
    { translations: { staticTranslations: [{ key: 'a', locale: 'not a locale', value: 'b' }] } },
    'translations.staticTranslations[0].locale: must be a locale code, for example "de" or "pt-BR"',
  ],
  [
    {
      translations: {
        dynamicTranslations: [{ type: 'a', externalId: 'b', field: 'c', locale: 'DE', value: 'd' }],
      },
    },
    'translations.dynamicTranslations[0].locale: must be a locale code, for example "de" or "pt-BR"',
  ],
  [
    {
      content: [
        {
          id: 'a',
          title: 'A',
          translations: [{ isoCode: 'de' }, { isoCode: 'fr' }, { isoCode: 'de' }],
        },
      ],
    },
    'content[0].translations[2].isoCode: repeats that of translations[0]',
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
    'not valid JSON: Expected double-quoted property name in JSON at position 51 (line 3 column 31)',
  ],
  ['{ "offers": [\u001b[31m}', 'not valid JSON: Unexpected token \'\\u001b\', "{ "offers": [\\u001b[31m}"'],
  ['', 'not valid JSON: Unexpected end of JSON input'],
])('%j is rejected: %s', (content, message) => {
  expect(errorOf(content)).toContain(`seedFile: store.json: ${message}`);
});

const idRule = 'must be an id that a URL can hold: not empty, not "." or "..", and well-formed Unicode';

test.each(['', '.', '..', 'a\ud800', '\udc00b'])('the id %j, which no URL can hold, is rejected', (id) => {
  expect(errorOf({ sessions: [{ checkoutSessionToken: id, request }] })).toContain(
    `: sessions[0].checkoutSessionToken: ${idRule}`,
  );
  expect(errorOf({ sessions: [{ purchaseId: id, request }] })).toContain(`sessions[0].purchaseId: ${idRule}`);
  expect(errorOf({ offers: [{ offerId: id, name: 'A' }] })).toContain(`: offers[0].offerId: ${idRule}`);
  expect(errorOf({ content: [{ id, title: 'A' }] })).toContain(`: content[0].id: ${idRule}`);
  const promoCode = { couponName: id, name: 'A', active: true, maxRedemptions: 1 };
  expect(errorOf({ promoCodes: [promoCode] })).toContain(`: promoCodes[0].couponName: ${idRule}`);
});

test.each(['a/b', 'a b', '%', '...', 'ü', 'a?b#c', 'a\\b', 'receipt', '\u{1f600}'])(
  'a session with the token %j can be opened and paid',
  async (checkoutSessionToken) => {
    const sandbox = open({ sessions: [{ checkoutSessionToken, request }] });
    await using server = await sandbox.listen();
    const segment = encodeURIComponent(checkoutSessionToken);

    expect((await fetch(`${server.url}/checkout/${segment}`)).status).toBe(200);
    const paid = await fetch(`${server.url}/_sandbox/sessions/${segment}/pay`, { method: 'POST' });
    expect(paid.status).toBe(200);
  },
);

test('several problems are listed at once, up to five', () => {
  const message = errorOf({ pricePoints: Array.from({ length: 7 }, () => ({ price: 1 })) });

  expect(message.match(/pricePoints\[\d\]/g)).toHaveLength(5);
  expect(message).toMatch(/; and 9 more$/);
});

test('a string of millions of characters is read, and may be in a file with an error', () => {
  const content = [{ id: 'a', title: 'A', bodyText: 'x'.repeat(10_000_000) }];
  expect(open({ content }).state().content).toEqual([expect.objectContaining(content[0])]);
  const broken = `${JSON.stringify({ content })},`;
  expect(errorOf(broken)).toContain(`(line 1 column ${broken.length})`);
});

test('a file that is nested too deeply is rejected', () => {
  const attributes = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const file = (levels: number): string =>
    `{"sessions":[{"request":${JSON.stringify(request).slice(0, -1)},"attributes":${attributes(levels)}}}]}`;

  // The file, its sessions, a session and its request are four levels.
  expect(open(file(196)).state().sessions).toHaveLength(1);
  for (const levels of [197, 50_000]) {
    expect(errorOf(file(levels))).toContain('seedFile: store.json is nested too deeply: over 200 levels');
  }
  expect(errorOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toContain('is nested too deeply');
});

test('a file that cannot be read is named with the reason, and a byte order mark is skipped', () => {
  expect(() => createSandbox({ seedFile: '/nowhere/store.json' })).toThrow(
    'seedFile: /nowhere/store.json does not exist',
  );
  expect(() => createSandbox({ seedFile: dirname(newFile()) })).toThrow('cannot be read: it is a folder');
  expect(open('\uFEFF{"pricePoints":[{"priceInUsdCents":1}]}').state().pricePoints).toHaveLength(1);
});
