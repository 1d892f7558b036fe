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
  [{ pricePoint: [] }, 'pricePoint: unknown section; did you mean pricePoints?'],
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
    'pricePoints[1]: repeats the key of pricePoints[0]',
  ],
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
    'offers[0].productsSequence[0].products[0].product.publisherProductId: Invalid input: expected string, received undefined',
  ],
  [
    { offers: [{ offerId: 'a', name: 'A', offerUi: { specialOffer: { fontSise: 1 } } }] },
    'offers[0].offerUi.specialOffer.fontSise: unknown field; did you mean fontSize?',
  ],
  [
    { content: [{ id: 'a', title: 'A', state: 'visable' }] },
    'content[0].state: must be "visible" | "hidden" | "scheduled"',
  ],
  [
    { content: [{ id: 'a', title: 'A', publishDate: 'soon' }] },
    'content[0].publishDate: must be an ISO 8601 date-time',
  ],
  [
    { sessions: [{ ...session, createdAt: '2026-11-22T00:00:00+02:00' }] },
    'sessions[0].createdAt: must be a date and time in UTC, for example 2026-10-01T00:00:00Z',
  ],
  [
    { personalization: [{ date: '2026-10-01T00:00:00Z', delivery: {} }] },
    'personalization[0].delivery: must be { "status": 200 } or { "error": "…" }',
  ],
  [
    { promoCodes: [{ couponName: 'a', name: 'A', active: true, maxRedemptions: 1e300 }] },
    'promoCodes[0].maxRedemptions: Too big: expected int to be <=9007199254740991',
  ],
  [
    { translations: { staticTranslations: [{ key: 'a', locale: 'not a locale', value: 'b' }] } },
    'translations.staticTranslations[0].locale: must be a locale code, for example "de" or "pt-BR"',
  ],
  [
    { sessions: [{ ...session, request: { ...request, priceDetails: { price: 9.99, currency: 'USD' } } }] },
    "sessions[0].request.priceDetails.price: must be an integer number of the currency's smallest unit",
  ],
  [
    { sessions: [session, { ...session, checkoutSessionToken: 'two' }] },
    'sessions[1].purchaseId: repeats that of sessions[0]',
  ],
  [{ clock: { advance: -1 } }, 'clock.advance: must be an integer number of milliseconds, from 0 to'],
  [
    { sessions: [{ ...session, state: 'payed' }] },
    'sessions[0].state: Invalid option: expected one of "open"|"paid"',
  ],
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
])('%j is rejected: %s', (content, message) => {
  expect(errorOf(content)).toContain(`seedFile: store.json: ${message}`);
});

const idRule = 'must be an id that a URL can hold: not empty, not "." or "..", and well-formed Unicode';

test.each(['', '.', '..', 'a\ud800', '\udc00b'])('the id %j, which no URL can hold, is rejected', (id) => {
  expect(errorOf({ sessions: [{ checkoutSessionToken: id, request }] })).toContain(
    `: sessions[0].checkoutSessionToken: ${idRule}`,
  );
  expect(errorOf({ content: [{ id, title: 'A' }] })).toContain(`: content[0].id: ${idRule}`);
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

test('a file that cannot be read is named with the reason, and a byte order mark is skipped', () => {
  expect(() => createSandbox({ seedFile: '/nowhere/store.json' })).toThrow(
    'seedFile: /nowhere/store.json: cannot be read: ENOENT: no such file or directory',
  );
  expect(() => createSandbox({ seedFile: dirname(newFile()) })).toThrow('cannot be read: EISDIR');
  expect(open('\uFEFF{"pricePoints":[{"priceInUsdCents":1}]}').state().pricePoints).toHaveLength(1);
});
