import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  create,
  readByGet,
  readByPost,
  repeatable,
  type SampleCall,
  upsertByDelete,
  upsertByPost,
  upsertByPut,
} from '../../support/calls.ts';
import { cutBody, reset, status } from '../../support/faults.ts';
import { failureOf, startService } from '../../support/service.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

// The outcome of each fault is in the fault matrix (test/faults/matrix.ts): here, for every kind of write.
const faults = [
  { fault: 'status 400', reply: status(400), errorName: 'BadRequestError', outcome: 'rejected' },
  { fault: 'a reset connection', reply: reset, errorName: 'ConnectionError', outcome: 'unknown' },
  { fault: 'a truncated body', reply: cutBody, errorName: 'ConnectionError', outcome: 'applied' },
];
const writes = [create, repeatable, upsertByPut, upsertByDelete, upsertByPost];
const failedWrites = writes.flatMap((call) => faults.map((fault) => ({ ...call, ...fault })));
const failedReads = [readByGet, readByPost].flatMap((call) => faults.map((fault) => ({ ...call, ...fault })));

test.each(failedWrites)('$name that fails by $fault is $outcome', async (example) => {
  await using service = await startService([example.reply]);

  const error = await failureOf(example.send(service.client({ retry: false })));

  expect(error).toMatchObject({ name: example.errorName, outcome: example.outcome, attempts: 1 });
});

test.each(failedReads)('$name that fails by $fault has no outcome', async ({ send, reply, errorName }) => {
  await using service = await startService([reply]);

  const error = await failureOf(send(service.client({ retry: false })));

  expect(error).toMatchObject({ name: errorName, outcome: undefined });
});

test('a write that finds no connection was not sent', async () => {
  const service = await startService([{ json: {} }]);
  await service[Symbol.asyncDispose]();

  const error = await failureOf(create.send(service.client({ retry: { limit: 1 } })));

  expect(error).toMatchObject({
    name: 'ConnectionError',
    systemCode: 'ECONNREFUSED',
    outcome: 'not_sent',
    attempts: 2,
    message: expect.stringContaining(`could not connect to ${service.url} (ECONNREFUSED)`) as string,
  });
});

const unauthorized = (error: string) => ({
  statusCode: 401,
  error: 'Unauthorized',
  message: [{ validationErrorNumber: 1, error }],
  requestUrl: '/coupons/coupon/launch/promo-codes',
});
const priceTaken = { message: 'Cannot create new pricing. The price point already exists.' };
const serverError = { message: 'INTERNAL_SERVER_ERROR', body: 'Server error.', requestUrl: '/v1/x' };
const createCode: SampleCall = {
  ...{ name: 'a create of codes', effect: 'create', response: {} },
  send: ({ promoCodes }, options) =>
    promoCodes.create('launch', [{ name: 'LAUNCH10', maxRedemptions: 1, active: true }], options),
};
const customWrite: SampleCall = {
  ...{ name: 'a custom write', effect: 'create', response: {} },
  send: (client, options) => client.request({ method: 'POST', path: '/v1/cancel' }, options),
};

// A body of translations has no essential field: what says that nothing was written would be returned as valid.
const errorBodies = [
  [create, 'its own rejection', priceTaken, 'ConflictError', 'rejected'],
  [create, 'one of an update', { message: 'Price point 999 not found.' }, 'NotFoundError', 'rejected'],
  [createCode, 'one of a report', unauthorized('Publisher not found'), 'UnauthorizedError', 'rejected'],
  [createCode, 'an undocumented one of a report', unauthorized('Expired'), 'UnauthorizedError', 'rejected'],
  [createCode, 'a status and a message', { statusCode: 404, message: 'gone' }, 'NotFoundError', 'rejected'],
  [createCode, 'a status of a timeout', { statusCode: 408, message: 'slow' }, 'ApiError', 'unknown'],
  [createCode, 'a failure of portal content', serverError, 'ServerError', 'unknown'],
  [createCode, 'an undocumented message', { message: 'No coupon' }, 'ResponseValidationError', 'unknown'],
  [createCode, 'no message', { result: 'No coupon' }, 'ResponseValidationError', 'unknown'],
  [createCode, 'an empty object', {}, 'ResponseValidationError', 'unknown'],
  [createCode, 'null', null, 'ResponseValidationError', 'unknown'],
  [createCode, 'null instead of a list', { promoCodes: null }, 'ResponseValidationError', 'applied'],
  [createCode, 'a code without a name', { promoCodes: [{}] }, 'ResponseValidationError', 'applied'],
  [create, 'an id of another type', { priceInUsdCents: '999' }, 'ResponseValidationError', 'applied'],
  [upsertByPut, 'an empty object', {}, 'ResponseValidationError', 'unknown'],
  [upsertByPost, 'one of a report', unauthorized('Publisher not found'), 'UnauthorizedError', 'rejected'],
  [customWrite, 'one of a report', unauthorized('Publisher not found'), 'UnauthorizedError', 'rejected'],
] as const;

test.each(
  errorBodies.map(([{ name, send }, what, json, error, outcome]) => ({
    name,
    send,
    what,
    json,
    error,
    outcome,
  })),
)('$name that receives $what with status 200 is $outcome', async ({ send, json, error: name, outcome }) => {
  await using service = await startService([{ json }]);

  const error = await failureOf(send(service.client()));

  expect(error).toMatchObject({ name, outcome, status: 200, attempts: 1, body: json });
});

const notFound = { status: 404, json: { message: 'Price point 999 not found.' } };

test.each([
  { first: 'a reset connection', reply: reset, outcome: 'unknown', hint: 'may have been applied' },
  { first: 'a truncated response', reply: cutBody, outcome: 'applied', hint: 'was applied' },
])('a 404 after $first has the outcome $outcome', async ({ reply, outcome, hint }) => {
  await using service = await startService([reply, notFound]);

  const error = await failureOf(upsertByDelete.send(service.client()));

  expect(error).toMatchObject({
    name: 'NotFoundError',
    reason: 'price_point_not_found',
    outcome,
    attempts: 2,
    message: expect.stringContaining(
      `/v1/price-points/999). An earlier request of this call ${hint}`,
    ) as string,
  });
  const { stack, message } = error as Error;
  expect(stack).toContain(`NotFoundError: ${message}\n`);
});

test('a 404 at the first attempt is rejected, and its message names no earlier request', async () => {
  await using service = await startService([notFound]);

  const error = await failureOf(upsertByDelete.send(service.client()));

  expect(error).toMatchObject({ outcome: 'rejected', attempts: 1 });
  expect((error as Error).message).not.toContain('earlier');
});

test('the outcome of several requests is that of the one that may have changed the most', async () => {
  await using service = await startService([status(429), cutBody, status(503)]);

  const error = await failureOf(upsertByPut.send(service.client()));

  expect(error).toMatchObject({ name: 'ServerError', status: 503, outcome: 'applied', attempts: 3 });
});

test('retries with the same outcome add nothing to the message', async () => {
  await using service = await startService([{ status: 503, json: { message: 'busy' } }]);

  const error = await failureOf(upsertByPut.send(service.client()));

  expect(error).toMatchObject({ outcome: 'unknown', message: 'pricePoints.update: busy (status 503)' });
});

test('after a 421, which fetch itself retries, the outcome of a create is unknown', async () => {
  await using service = await startService([{ status: 421, json: { message: 'misdirected' } }]);

  const error = await failureOf(create.send(service.client()));

  expect(error).toMatchObject({ name: 'ApiError', status: 421, outcome: 'unknown', attempts: 1 });
  expect(service.requests.length).toBeGreaterThan(1);
});
