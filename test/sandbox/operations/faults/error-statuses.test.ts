import { expect, test } from 'vitest';

import { documentedErrors } from '../../../../src/client/errors/documented-errors.ts';
import { operationNames } from '../../../../src/client/api/operation-name.ts';
import { operations } from '../../../../src/client/api/operations.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/index.ts';
import { send } from '../../send.ts';

const path = '/v1/price-points';

async function statuses(sandbox: Sandbox, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await send(sandbox, 'GET', path)).status);
  return found;
}

test('after: requests that succeed before the first fails', async () => {
  const sandbox = createSandbox();
  sandbox.fail({ operation: 'pricePoints.list', status: 503, after: 2, times: 2 });
  expect(await statuses(sandbox, 6)).toEqual([200, 200, 503, 503, 200, 200]);
});

test('one request fails by default; with times: Infinity, all until a reset', async () => {
  const sandbox = createSandbox();
  sandbox.fail({ operation: 'pricePoints.list', status: 500 });
  expect(await statuses(sandbox, 2)).toEqual([500, 200]);
  sandbox.fail({ operation: 'pricePoints.list', status: 503, times: Infinity });
  expect(await statuses(sandbox, 20)).toEqual(Array(20).fill(503));
  sandbox.reset();
  expect(await statuses(sandbox, 2)).toEqual([200, 200]);
});

test('if several plans match, the oldest wins', async () => {
  const sandbox = createSandbox();
  sandbox.fail({ operation: 'pricePoints.list', status: 500 });
  sandbox.fail({ operation: '*', status: 502 });
  sandbox.fail({ operation: 'pricePoints.list', status: 503, after: 3 });
  expect(await statuses(sandbox, 5)).toEqual([500, 502, 200, 503, 200]);
});

test('a plan applies to its operation only, and * to every operation', async () => {
  const sandbox = createSandbox();
  sandbox.fail({ operation: 'pricePoints.create', status: 500 });
  expect(await statuses(sandbox, 1)).toEqual([200]);
  sandbox.fail({ operation: '*', status: 500 });
  expect((await send(sandbox, 'GET', '/v1/translations')).status).toBe(500);
});

test('retryAfter sets the header Retry-After', async () => {
  const sandbox = createSandbox();
  sandbox.fail({ operation: 'pricePoints.list', status: 429, retryAfter: 7 });
  const response = await sandbox.fetch(sandbox.baseUrl + path);
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('7');
  expect(await response.json()).toEqual({ message: 'Too Many Requests' });
});

test('an error response is sent instead of the work, unless applied is true', async () => {
  const sandbox = createSandbox();
  const create = async (priceInUsdCents: number): Promise<number> =>
    (await send(sandbox, 'POST', path, { body: { priceInUsdCents } })).status;
  sandbox.fail({ operation: 'pricePoints.create', status: 500 });
  sandbox.fail({ operation: 'pricePoints.create', status: 500, applied: true });
  expect(await create(100)).toBe(500);
  expect(await create(200)).toBe(500);
  expect((await send(sandbox, 'GET', path)).body).toMatchObject({
    pricePoints: [{ priceInUsdCents: 200 }],
  });
});

test('message replaces the documented message, in the shape of the operation', async () => {
  const sandbox = createSandbox();
  sandbox.fail({ operation: 'content.get', status: 503, message: 'Closed for repairs' });
  expect(await send(sandbox, 'GET', '/v1/portal-content/content-1')).toEqual({
    status: 503,
    body: {
      message: 'Closed for repairs',
      requestUrl: '/v1/portal-content/{contentId}',
      body: 'Service Unavailable',
    },
  });
});

test('status overrides the status of a reason, since many are not documented', async () => {
  const sandbox = createSandbox();
  sandbox.fail({ operation: 'pricePoints.update', reason: 'price_point_not_found', status: 400 });
  expect(await send(sandbox, 'PUT', `${path}/123`, { body: { updatedPriceInUsdCents: 1 } })).toEqual({
    status: 400,
    body: { message: 'Price point 123 not found.' },
  });
  sandbox.fail({ operation: 'transactions.list', reason: 'transactions_failed', status: 503 });
  const { status, body } = await send(sandbox, 'GET', '/reporting/financial-data/transactions');
  expect(status).toBe(503);
  expect(body).toMatchObject({
    statusCode: 503,
    error: 'Service Unavailable',
    message: [{ validationErrorNumber: 1, error: 'Failed to get transactions' }],
  });
});

test('every documented error can be injected into each of its operations', async () => {
  let injected = 0;
  for (const { reason, sections, message } of documentedErrors) {
    for (const name of operationNames) {
      const operation = operations.find((candidate) => candidate.name === name);
      if (!operation || !sections.includes(operation.section)) continue;
      const sandbox = createSandbox();
      sandbox.fail({ operation: name, reason });
      const response = await send(sandbox, operation.method, operation.path.replaceAll(/:\w+/g, '999'), {
        ...(operation.method === 'GET' ? {} : { body: {} }),
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      const expected = message.replace('<country_code>', 'XX').replace('<price_in_usd_cents>', '999');
      // As JSON, in which quotation marks have a backslash.
      expect(JSON.stringify(response.body)).toContain(JSON.stringify(expected));
      injected += 1;
    }
  }
  expect(injected).toBe(23);
});
