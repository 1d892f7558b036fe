import { expect, test } from 'vitest';

import { createSandbox } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';

const sandbox = createSandbox();
const transactions = '/reporting/financial-data/transactions';

function reportError(error: string): unknown {
  return {
    status: 401,
    body: {
      statusCode: 401,
      error: 'Unauthorized',
      message: [{ validationErrorNumber: 1, error }],
      requestUrl: `https://sandbox.publisher-commerce.invalid${transactions}`,
    },
  };
}

test('the report distinguishes a missing, an unknown and an ambiguous token', async () => {
  expect(await send(sandbox, 'GET', transactions, { token: null })).toEqual(
    reportError('Publisher token is required'),
  );
  expect(await send(sandbox, 'GET', transactions, { token: '' })).toEqual(
    reportError('Publisher token is required'),
  );
  expect(await send(sandbox, 'GET', transactions, { token: 'someone-else' })).toEqual(
    reportError('Publisher not found'),
  );
  expect(await send(sandbox, 'GET', transactions, { token: 'sandbox-token, sandbox-token' })).toEqual(
    reportError('Failed to authorize publisher token'),
  );
});

test.each([
  ['GET', '/v1/portal-content/content-1', '/v1/portal-content/{contentId}'],
  [
    'PUT',
    '/v1/portal-content/content-1/translations/de',
    '/v1/portal-content/{contentId}/translations/{isoCode}',
  ],
])('%s %s responds to a missing or unknown token like portal content', async (method, path, requestUrl) => {
  const body = { message: 'UNAUTHORIZED', requestUrl, body: 'Invalid or missing publisher token.' };
  expect(await send(sandbox, method, path, { token: null })).toEqual({ status: 401, body });
  expect(await send(sandbox, method, path, { token: 'someone-else' })).toEqual({ status: 401, body });
});

test.each([
  ['POST', '/v1/price-points'],
  ['GET', '/v1/price-points'],
  ['GET', '/v1/price-points/999'],
  ['PUT', '/v1/price-points/999'],
  ['DELETE', '/v1/price-points/999'],
  ['GET', '/v1/translations'],
  ['POST', '/v1/translations'],
  ['POST', '/coupons/coupon/summer/promo-codes'],
  ['POST', '/store/v1/personalization/refresh-active-players'],
  ['POST', '/offering/offer/get-offers'],
  ['POST', '/checkout/v1/session'],
])('%s %s responds to a missing and an unknown token with a message', async (method, path) => {
  expect(await send(sandbox, method, path, { token: null })).toEqual({
    status: 401,
    body: { message: 'Publisher token is required' },
  });
  expect(await send(sandbox, method, path, { token: 'someone-else' })).toEqual({
    status: 401,
    body: { message: 'Publisher not found' },
  });
});

test('personalization by player ids responds to a missing token in the shape of its other errors', async () => {
  const path = '/store/v1/personalization/refresh-specific-active-players';
  expect(await send(sandbox, 'POST', path, { token: null })).toEqual({
    status: 401,
    body: { message: 'Unauthorized', requestUrl: path, body: 'Publisher token is required' },
  });
});

test('the token is checked before the body', async () => {
  const response = await send(sandbox, 'POST', '/v1/price-points', { token: null, body: 'no JSON' });
  expect(response.status).toBe(401);
});
