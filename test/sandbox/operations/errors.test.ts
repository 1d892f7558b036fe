import { expect, test } from 'vitest';

import { documentedErrors } from '../../../src/api/documented-errors.ts';
import { documentedError } from '../../../src/sandbox/operations/errors.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';
import { watchStderr } from '../stderr.ts';

const translations = {
  family: 'portalContent',
  template: '/v1/portal-content/{contentId}/translations/{isoCode}',
  url: 'https://host/v1/portal-content/content-1/translations/de',
} as const;

test('a documented error that never occurs by itself has its exact response', () => {
  expect(documentedError(translations, 'slug_exists')).toEqual({
    status: 409,
    body: {
      message: 'CONFLICT',
      requestUrl: '/v1/portal-content/{contentId}/translations/{isoCode}',
      body: 'Slug already exists.',
    },
  });
});

test('a failing report has the documented response', () => {
  const url = 'https://host/reporting/financial-data/transactions?limit=5';
  const template = '/reporting/financial-data/transactions';
  expect(documentedError({ family: 'transactionReport', template, url }, 'transactions_failed')).toEqual({
    status: 500,
    body: {
      statusCode: 500,
      error: 'Internal Server Error',
      message: [{ validationErrorNumber: 1, error: 'Failed to get transactions' }],
      requestUrl: 'https://host/reporting/financial-data/transactions?limit=5',
    },
  });
});

test('every documented error has the status of its message', () => {
  const statuses = documentedErrors.map(({ reason }) => [
    reason,
    documentedError(translations, reason).status,
  ]);
  expect(Object.fromEntries(statuses)).toEqual({
    end_date_not_after_start_date: 400,
    invalid_sort_direction: 400,
    token_required: 401,
    publisher_not_found: 401,
    authorization_failed: 401,
    transactions_failed: 500,
    bad_request: 400,
    unauthorized: 401,
    content_not_found: 404,
    slug_exists: 409,
    payload_too_large: 413,
    internal_server_error: 500,
    invalid_body: 400,
    country_not_found: 400,
    price_point_not_found: 404,
    price_point_exists: 409,
    schema_validation: 400,
  });
});

test('an exception in the service becomes a server error in the shape of the operation', async () => {
  let broken = false;
  const sandbox = createSandbox({
    now: () => {
      if (broken) throw new Error('the clock is broken');
      return new Date('2026-01-15T12:00:00Z');
    },
  });
  broken = true;
  const stderr = watchStderr();
  expect(
    await send(sandbox, 'PUT', '/v1/portal-content/content-1/translations/de', { body: { title: 'x' } }),
  ).toEqual({
    status: 500,
    body: {
      message: 'INTERNAL_SERVER_ERROR',
      requestUrl: '/v1/portal-content/{contentId}/translations/{isoCode}',
      body: 'Server error.',
    },
  });
  expect(await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 1 } })).toEqual({
    status: 500,
    body: { message: 'Internal Server Error' },
  });
  expect(stderr).toHaveBeenCalledTimes(2);
});
