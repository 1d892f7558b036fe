import { expect, test } from 'vitest';

import * as callbacks from '../../src/callbacks/index.ts';
import { operations } from '../../src/api/operations.ts';
import * as schemas from '../../src/api/schemas.ts';
import * as main from '../../src/index.ts';
import * as ledger from '../../src/ledger/index.ts';
import * as postgres from '../../src/postgres/index.ts';

test('the main entry exports these names', () => {
  expect(Object.keys(main).sort()).toEqual([
    'ApiError',
    'BadRequestError',
    'ConfigurationError',
    'ConflictError',
    'ConnectionError',
    'ForbiddenError',
    'InvalidAmountError',
    'InvalidRequestError',
    'MalformedResponseError',
    'NotFoundError',
    'PaginationError',
    'PayloadTooLargeError',
    'PricePointDiffersError',
    'PublisherClient',
    'PublisherError',
    'RateLimitError',
    'RedirectError',
    'ResponseTooLargeError',
    'ResponseValidationError',
    'ServerError',
    'TimeoutError',
    'UnauthorizedError',
    'formatAmount',
    'minorUnitDigits',
    'toMajorUnits',
    'toMinorUnits',
  ]);
});

test('the schemas entry exports the schema of every documented shape', () => {
  expect(Object.keys(schemas).sort()).toEqual([
    'checkoutSessionCreateSchema',
    'checkoutSessionSchema',
    'contentItemSchema',
    'contentTranslationInputSchema',
    'dynamicTranslationSchema',
    'gameAuthRequestSchema',
    'gameAuthResponseSchema',
    'offerQuerySchema',
    'offerReportSchema',
    'offerSchema',
    'personalizationErrorSchema',
    'personalizationTriggerSchema',
    'playerIdsSchema',
    'portalContentErrorSchema',
    'priceByCountrySchema',
    'priceOverrideSchema',
    'pricePointCreateSchema',
    'pricePointErrorSchema',
    'pricePointListSchema',
    'pricePointSchema',
    'pricePointSummarySchema',
    'pricePointUpdateSchema',
    'promoCodeListSchema',
    'promoCodeSchema',
    'promoCodesCreateSchema',
    'staticTranslationSchema',
    'transactionQuerySchema',
    'transactionReportErrorSchema',
    'transactionReportSchema',
    'transactionSchema',
    'translationSetInputSchema',
    'translationSetSchema',
  ]);
});

test('the callbacks entry exports these names', () => {
  expect(Object.keys(callbacks).sort()).toEqual([
    'CallbackError',
    'acceptUnsigned',
    'createCallbackHandler',
    'createGameAuthHandler',
    'gameAuthRequestSchema',
    'gameAuthResponseSchema',
    'signPayload',
    'timestampedHmac',
    'toNodeListener',
  ]);
});

test('the ledger entry exports these names', () => {
  expect(Object.keys(ledger).sort()).toEqual([
    'createReceipt',
    'findDuplicates',
    'flatten',
    'ledgerColumns',
    'ledgerJsonSchema',
  ]);
});

test('the postgres entry exports these names', () => {
  expect(Object.keys(postgres).sort()).toEqual([
    'DatabaseError',
    'loadStatus',
    'planLoad',
    'syncLoad',
    'verifyLoad',
    'workLoad',
  ]);
});

test('the schemas entry exports the input and output of every operation', () => {
  const shapes = operations.flatMap(({ body, output }) => (body ? [body, output] : [output]));
  const exported: readonly unknown[] = Object.values(schemas);

  expect(shapes.length).toBeGreaterThan(operations.length);
  expect(shapes.filter((shape) => !exported.includes(shape))).toEqual([]);
});
