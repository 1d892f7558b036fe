import { expect, test } from 'vitest';

import * as schemas from '../../../src/client/api/schemas.ts';
import { offer } from '../../literals/offers.ts';
import { pricePoint, pricePointList, pricePointRead } from '../../literals/price-points.ts';
import { promoCodeList } from '../../literals/small-responses.ts';
import { paidTransaction, refundTransaction } from '../../literals/transactions.ts';
import { translationSet } from '../../literals/translations.ts';

test.each([
  ['transaction', schemas.transactionSchema, paidTransaction],
  ['transaction, a refund', schemas.transactionSchema, refundTransaction],
  ['price of one country', schemas.priceByCountrySchema, pricePoint.priceByCountry[0]],
  ['price of one country in a single read', schemas.priceByCountrySchema, pricePointRead.priceByCountry[0]],
  ['price point in a list', schemas.pricePointSummarySchema, pricePointList.pricePoints[0]],
  ['price override', schemas.priceOverrideSchema, { countryCode2: 'DE', price: 9.99 }],
  ['dynamic translation', schemas.dynamicTranslationSchema, translationSet.dynamicTranslations[1]],
  ['static translation', schemas.staticTranslationSchema, translationSet.staticTranslations[0]],
  ['promo code', schemas.promoCodeSchema, promoCodeList.promoCodes[0]],
  ['offer', schemas.offerSchema, offer],
])('the schema of a %s accepts the documented shape whole', (_, schema, literal) => {
  expect(schema.safeParse(literal)).toEqual({ success: true, data: literal });
});

const report = {
  statusCode: 401,
  error: 'Unauthorized',
  message: [{ validationErrorNumber: 1, error: 'Publisher not found' }],
  requestUrl: '/reporting/financial-data/transactions?startDate=2026-10-01T00:00:00Z',
};

test.each([
  ['transaction report', schemas.transactionReportErrorSchema, report],
  [
    'portal content',
    schemas.portalContentErrorSchema,
    { message: 'NOT_FOUND', body: 'Content not found.', requestUrl: '/v1/portal-content/:contentId' },
  ],
  ['price point', schemas.pricePointErrorSchema, { message: 'Price point 999 not found.' }],
  [
    'personalization',
    schemas.personalizationErrorSchema,
    { message: 'Schema Validation Error', requestUrl: '/x', body: 'playerIds must be an array' },
  ],
])('the schema of a failed %s call accepts the documented body whole', (_, schema, body) => {
  expect(schema.safeParse(body)).toEqual({ success: true, data: body });
});

test('one family’s error body is not taken for another’s', () => {
  expect(schemas.transactionReportErrorSchema.safeParse({ message: 'Invalid request body.' }).success).toBe(
    false,
  );
  expect(schemas.portalContentErrorSchema.safeParse({ message: 'NOT_FOUND' }).success).toBe(false);
  expect(schemas.pricePointErrorSchema.safeParse(report).success).toBe(false);
  expect(schemas.personalizationErrorSchema.safeParse({ message: 'Schema Validation Error' }).success).toBe(
    false,
  );
});
