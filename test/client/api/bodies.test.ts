import { expect, test } from 'vitest';

import type { Schema } from '../../../src/client/api/operation.ts';
import { operations } from '../../../src/client/api/operations.ts';
import {
  contentTranslationInputSchema,
  playerIdsSchema,
  pricePointCreateSchema,
  pricePointUpdateSchema,
  promoCodesCreateSchema,
  translationSetInputSchema,
} from '../../../src/client/api/schemas.ts';
import { brokenRules } from './input-issues.ts';

const centsRule = 'must be an integer number of US cents, for example 999 for 9.99 USD';
const priceRule = 'must be a finite number in major units, for example 9.99';
const countryRule = 'must be an ISO 3166-1 alpha-2 code: two uppercase letters, for example "DE"';

function partOf(operation: string, part: 'params' | 'query'): Schema<unknown> {
  const schema = operations.find(({ name }) => name === operation)?.[part];
  if (!schema) throw new Error(`${operation} has no ${part}`);
  return schema;
}

test.each([
  [-1, 'must not be negative'],
  [1.5, centsRule],
  [Infinity, centsRule],
  [2 ** 53, centsRule],
  ['999', centsRule],
  [undefined, `is required, and ${centsRule}`],
])('a base price of %j is rejected', (price, rule) => {
  const paramsRule = brokenRules(partOf('pricePoints.get', 'params'), { priceInUsdCents: price });
  expect(brokenRules(pricePointCreateSchema, { priceInUsdCents: price })).toEqual([
    `priceInUsdCents: ${rule}`,
  ]);
  expect(paramsRule).toEqual([`priceInUsdCents: ${rule}`]);
  if (price === undefined) return;
  expect(brokenRules(pricePointUpdateSchema, { updatedPriceInUsdCents: price })).toEqual([
    `updatedPriceInUsdCents: ${rule}`,
  ]);
});

test.each([
  [{ countryCode2: 'de', price: 1 }, `countryCode2: ${countryRule}`],
  [{ price: 1 }, `countryCode2: is required, and ${countryRule}`],
  [{ countryCode2: 'DE' }, `price: is required, and ${priceRule}`],
  [{ countryCode2: 'DE', price: '9.99' }, `price: ${priceRule}`],
  [{ countryCode2: 'DE', price: NaN }, `price: ${priceRule}`],
  [{ countryCode2: 'DE', price: Infinity }, `price: ${priceRule}`],
])('the override %j is rejected, and named by its index', (override, rule) => {
  const priceOverrides = [{ countryCode2: 'FR', price: 9.99 }, override];
  expect(brokenRules(pricePointCreateSchema, { priceInUsdCents: 999, priceOverrides })).toEqual([
    `priceOverrides[1].${rule}`,
  ]);
  expect(brokenRules(pricePointUpdateSchema, { priceOverrides })).toEqual([`priceOverrides[1].${rule}`]);
});

test.each([
  [{ title: 7 }, 'title: must be a string, for example "Willkommen"'],
  [{ bodyText: null }, 'bodyText: must be a string, for example "Willkommen"'],
  [{ labels: ['a', 7] }, 'labels[1]: must be a string, for example "neu"'],
])('the content translation %j is rejected', (body, rule) => {
  expect(brokenRules(contentTranslationInputSchema, body)).toEqual([rule]);
});

test.each([
  [
    { staticTranslations: [{ key: 'a', locale: 'de' }] },
    'staticTranslations[0].value: is required, and must be a string, for example "Kaufen"',
  ],
  [
    { dynamicTranslations: [{ type: 'product', externalId: 7, field: 'name', locale: 'de', value: 'x' }] },
    'dynamicTranslations[0].externalId: must be a string, for example "gems-100"',
  ],
])('the translations %j are rejected', (body, rule) => {
  expect(brokenRules(translationSetInputSchema, body)).toEqual([rule]);
});

test.each([
  [{ maxRedemptions: 1.5 }, 'maxRedemptions: must be an integer, for example 1000'],
  [{ name: undefined }, 'name: is required, and must be a string, for example "LAUNCH10"'],
  [{ active: 'true' }, 'active: must be true or false'],
])('a promo code with %j is rejected', (wrong, rule) => {
  const promoCodes = [{ name: 'A', maxRedemptions: 1, active: true, ...wrong }];
  expect(brokenRules(promoCodesCreateSchema, { promoCodes })).toEqual([`promoCodes[0].${rule}`]);
});

test('promo codes that are not an array are rejected', () => {
  expect(brokenRules(promoCodesCreateSchema, { promoCodes: { name: 'A' } })).toEqual([
    'promoCodes: must be an array, for example [{ name: "LAUNCH10", maxRedemptions: 1000, active: true }]',
  ]);
});

test.each([
  [[], 'playerIds: must contain at least 1 element'],
  ['a', 'playerIds: must be an array, for example ["player-1"]'],
  [undefined, 'playerIds: is required, and must be an array, for example ["player-1"]'],
  [[1], 'playerIds[0]: must be a string, for example "player-1"'],
])('the player ids %j are rejected', (playerIds, rule) => {
  expect(brokenRules(playerIdsSchema, { playerIds })).toEqual([rule]);
});

test.each([
  ['content.get', 'contentId', 'content-1'],
  ['content.upsertTranslation', 'isoCode', 'de'],
  ['promoCodes.create', 'couponName', 'launch'],
])('%s rejects an empty or missing %s', (operation, parameter, example) => {
  const params = partOf(operation, 'params');
  const rest = { contentId: 'c', isoCode: 'de', couponName: 'n' };
  expect(brokenRules(params, { ...rest, [parameter]: '' })).toEqual([
    `${parameter}: must not be empty, for example "${example}"`,
  ]);
  expect(brokenRules(params, { ...rest, [parameter]: undefined })).toEqual([
    `${parameter}: is required, and must be a string, for example "${example}"`,
  ]);
  expect(brokenRules(params, { ...rest, [parameter]: 7 })).toEqual([
    `${parameter}: must be a string, for example "${example}"`,
  ]);
});

test('translations are read with a locale or without', () => {
  const query = partOf('translations.get', 'query');
  expect(['en', 'pt-BR', undefined].map((locale) => brokenRules(query, { locale }))).toEqual([[], [], []]);
  expect(brokenRules(query, { locale: '' })).toEqual(['locale: must not be empty, for example "de"']);
  expect(brokenRules(query, { locale: 7 })).toEqual(['locale: must be a string, for example "de"']);
  expect(brokenRules(query, { language: 'de' }).join()).toContain('language');
});

test('no message quotes the value it rejects', () => {
  const rules = [
    brokenRules(pricePointCreateSchema, { priceInUsdCents: 'secret' }),
    brokenRules(playerIdsSchema, { playerIds: 'secret' }),
    brokenRules(promoCodesCreateSchema, {
      promoCodes: [{ name: 'A', maxRedemptions: 'secret', active: 'secret' }],
    }),
  ];
  expect(rules.flat()).toHaveLength(4);
  expect(rules.flat().join()).not.toContain('secret');
});
