import { expect, test } from 'vitest';

import { defaultOfferQueryNames, getOffersOperation } from '../../../src/client/api/offers.ts';
import { offerQuerySchema } from '../../../src/client/api/schemas.ts';
import { brokenRules } from './input-issues.ts';
import { said } from '../../support/said.ts';

const idRule = 'must not be empty and must not contain a comma, which separates the ids';

test.each(['bundle', 'Special Offer', '', null])('the offer type %j is rejected', (offerType) => {
  expect(brokenRules(offerQuerySchema, { offerType })).toEqual([
    expect.stringMatching(said('offerType: … "Bundle", "SpecialOffer", "Popup"')),
  ]);
});

test('each rule of a query says what is valid', () => {
  expect(brokenRules(offerQuerySchema, { offerType: 'bundle', limit: 501, offset: -1 })).toEqual([
    'offerType: must be one of "Bundle", "SpecialOffer", "Popup"',
    'limit: must be an integer from 0 to 500',
    'offset: must be an integer of at least 0',
  ]);
});

test.each([501, -1, 1.5, NaN, '10', null])('a limit of %j is rejected', (limit) => {
  expect(brokenRules(offerQuerySchema, { limit })).toEqual([
    expect.stringMatching(said('limit: … 0 to 500')),
  ]);
});

test.each([-1, 0.5, NaN, Infinity, '0', null])('an offset of %j is rejected', (offset) => {
  expect(brokenRules(offerQuerySchema, { offset })).toEqual([
    expect.stringMatching(said('offset: … at least 0')),
  ]);
});

test.each([
  [['a,b'], `offerIds[0]: ${idRule}`],
  [['a', ''], `offerIds[1]: ${idRule}`],
  [[7], 'offerIds[0]: must be a string, for example "starter"'],
  [[], 'offerIds: must contain at least 1 element: omit it for all offers'],
])('the ids %j are rejected', (offerIds, rule) => {
  expect(brokenRules(offerQuerySchema, { offerIds })).toEqual([rule]);
});

test('ids that are not an array are rejected', () => {
  expect(brokenRules(offerQuerySchema, { offerIds: 'a,b' })).toEqual([expect.stringMatching(/^offerIds: /)]);
});

test('a parameter that is not documented is rejected by name', () => {
  expect(brokenRules(offerQuerySchema, { page: 2 }).join()).toContain('page');
});

test('the parameters are sent under custom names', () => {
  const { query } = getOffersOperation({ offerType: 'kind', limit: 'take', offset: 'skip', offerIds: 'ids' });
  expect(query?.parse({ offerType: 'Popup', limit: 1, offset: 2, offerIds: ['a'] })).toEqual({
    kind: 'Popup',
    take: 1,
    skip: 2,
    ids: 'a',
  });
});

test('the rules apply under custom names, and issues name the option', () => {
  const { query } = getOffersOperation({ ...defaultOfferQueryNames, limit: 'take' });
  expect(query && brokenRules(query, { limit: 501 })).toEqual([
    expect.stringMatching(said('limit: … 0 to 500')),
  ]);
});
