import { expect, test } from 'vitest';

import * as schemas from '../../src/api/schemas.ts';
import { offer } from '../literals/offers.ts';
import { pricePoint, pricePointList, pricePointRead } from '../literals/price-points.ts';
import { promoCodeList } from '../literals/small-responses.ts';
import { paidTransaction, refundTransaction } from '../literals/transactions.ts';
import { translationSet } from '../literals/translations.ts';

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

const report = (statusCode: number, error: string, messages: readonly string[]) => ({
  statusCode,
  error,
  message: messages.map((text, index) => ({ validationErrorNumber: index + 1, error: text })),
  requestUrl: '/reporting/financial-data/transactions?startDate=2026-10-01T00:00:00Z',
});

test.each([
  report(400, 'Bad Request', [
    'endDate must be after startDate',
    'sortDirection must be either "asc" or "desc"',
  ]),
  report(401, 'Unauthorized', ['Publisher token is required']),
  report(401, 'Unauthorized', ['Publisher not found']),
  report(401, 'Unauthorized', ['Failed to authorize publisher token']),
  report(500, 'Internal Server Error', ['Failed to get transactions']),
])('the body of a failed transaction report is accepted: $error, $message', (body) => {
  expect(schemas.transactionReportErrorSchema.safeParse(body)).toEqual({ success: true, data: body });
});

test.each([
  { message: 'BAD_REQUEST', body: 'Invalid request body or validation error.' },
  { message: 'UNAUTHORIZED', body: 'Invalid or missing publisher token.' },
  { message: 'NOT_FOUND', body: 'Content not found.' },
  { message: 'CONFLICT', body: 'Slug already exists.' },
  { message: 'PAYLOAD_TOO_LARGE', body: 'Request payload is too large.' },
  { message: 'INTERNAL_SERVER_ERROR', body: 'Server error.' },
])('the body of a failed portal content call is accepted: $message', (error) => {
  const body = { ...error, requestUrl: '/v1/portal-content/:contentId/translations/:isoCode' };
  expect(schemas.portalContentErrorSchema.safeParse(body)).toEqual({ success: true, data: body });
});

test.each([
  'Invalid request body.',
  'Country code ZZ not found in existing custom pricing.',
  'Price point 999 not found.',
  'Cannot create new pricing. The price point already exists.',
])('the body of a failed price point call is accepted: %s', (message) => {
  expect(schemas.pricePointErrorSchema.safeParse({ message })).toEqual({ success: true, data: { message } });
});

test('the body of a personalization call that failed validation is accepted', () => {
  const body = {
    message: 'Schema Validation Error',
    requestUrl: '/store/v1/personalization/refresh-specific-active-players',
    body: 'every value in playerIds must be a string, playerIds must contain at least 1 element, playerIds must be an array',
  };
  expect(schemas.personalizationErrorSchema.safeParse(body)).toEqual({ success: true, data: body });
});

test('one family’s error body is not taken for another’s', () => {
  expect(schemas.transactionReportErrorSchema.safeParse({ message: 'Invalid request body.' }).success).toBe(
    false,
  );
  expect(schemas.portalContentErrorSchema.safeParse({ message: 'NOT_FOUND' }).success).toBe(false);
  expect(schemas.pricePointErrorSchema.safeParse(report(400, 'Bad Request', ['x'])).success).toBe(false);
  expect(schemas.personalizationErrorSchema.safeParse({ message: 'Schema Validation Error' }).success).toBe(
    false,
  );
});
