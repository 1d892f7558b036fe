import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { CallbackError } from '../../../src/callbacks/index.ts';
import * as errors from '../../../src/client/errors/index.ts';

const details = { family: 'unknown' } as const;
const response = { status: 418, details, body: null };

// Codes are public API: applications branch on them, so each is typed here by hand.
const instances: readonly (readonly [errors.PublisherError, name: string, code: string])[] = [
  [new errors.ConfigurationError('token', 'must be a string'), 'ConfigurationError', 'configuration'],
  [new errors.InvalidRequestError('offers.list', []), 'InvalidRequestError', 'invalid_request'],
  [new errors.InvalidAmountError('toMinorUnits', []), 'InvalidAmountError', 'invalid_amount'],
  [new errors.ApiError('no', response), 'ApiError', 'api_error'],
  [new errors.BadRequestError('no', response), 'BadRequestError', 'bad_request'],
  [new errors.UnauthorizedError('no', response), 'UnauthorizedError', 'unauthorized'],
  [new errors.ForbiddenError('no', response), 'ForbiddenError', 'forbidden'],
  [new errors.NotFoundError('no', response), 'NotFoundError', 'not_found'],
  [new errors.ConflictError('no', response), 'ConflictError', 'conflict'],
  [new errors.PayloadTooLargeError('no', response), 'PayloadTooLargeError', 'payload_too_large'],
  [new errors.RateLimitError('no', response), 'RateLimitError', 'rate_limited'],
  [new errors.ServerError('no', response), 'ServerError', 'server_error'],
  [new errors.RedirectError('no', { status: 302 }), 'RedirectError', 'redirect'],
  [new errors.ConnectionError('no', {}), 'ConnectionError', 'connection'],
  [new errors.TimeoutError('no', {}), 'TimeoutError', 'timeout'],
  [
    new errors.MalformedResponseError('no', { status: 200, bytes: 0 }),
    'MalformedResponseError',
    'malformed_response',
  ],
  [
    new errors.ResponseTooLargeError('no', { status: 200, maxResponseBytes: 1 }),
    'ResponseTooLargeError',
    'response_too_large',
  ],
  [
    new errors.ResponseValidationError('no', { status: 200, issues: [] }),
    'ResponseValidationError',
    'response_validation',
  ],
  [new errors.PaginationError('no', {}), 'PaginationError', 'pagination'],
  [new CallbackError('token_missing', 'no'), 'CallbackError', 'callback'],
];

test.each(instances.map(([error, name, code]) => ({ error, name, code })))(
  '$name has its own name and a stable code',
  ({ error, name, code }) => {
    expect(error.name).toBe(name);
    expect(error.code).toBe(code);
    expect(error.stack).toContain(`${name}: `);
    expect(error).toBeInstanceOf(errors.PublisherError);
    expect(error).toBeInstanceOf(Error);
  },
);

test('no two classes share a code, and every exported class is listed here', () => {
  expect(new Set(instances.map(([, , code]) => code)).size).toBe(instances.length);
  const listed = instances.map(([, name]) => name);
  expect([...listed, 'PublisherError'].sort()).toEqual([...Object.keys(errors), 'CallbackError'].sort());
});

test('the JSON form holds the name, the message and every field, and no stack', () => {
  const error = new errors.NotFoundError('pricePoints.get: gone', {
    operation: 'pricePoints.get',
    attempts: 2,
    status: 404,
    reason: 'price_point_not_found',
    details: { family: 'pricePoint', message: 'gone', priceInUsdCents: 999 },
    body: { message: 'gone' },
  });

  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'NotFoundError',
    message: 'pricePoints.get: gone',
    code: 'not_found',
    operation: 'pricePoints.get',
    attempts: 2,
    status: 404,
    reason: 'price_point_not_found',
    details: { family: 'pricePoint', message: 'gone', priceInUsdCents: 999 },
    body: { message: 'gone' },
  });
});

test('an invalid request lists up to ten broken rules, and counts the others', () => {
  const issues = Array.from({ length: 12 }, (_, index) => ({
    path: `rows[${index}]`,
    message: 'must be a string',
  }));

  const error = new errors.InvalidRequestError('promoCodes.create', issues);

  expect(error.issues).toHaveLength(10);
  expect(error.message).toMatch(/^promoCodes\.create was not sent: rows\[0\]: must be a string; /);
  expect(error.message).toMatch(/rows\[9\]: must be a string; and 2 more$/);
});

test('nothing was sent when the configuration or the request is rejected', () => {
  expect(new errors.ConfigurationError('token', 'must be a string').outcome).toBe('not_sent');
  expect(new errors.InvalidRequestError('offers.list', []).outcome).toBe('not_sent');
});

test('a body of an unknown kind has details, which are not printed', () => {
  const error = new errors.ApiError('no', response);

  expect(error.details).toEqual({ family: 'unknown' });
  expect(inspect(error, { depth: 5 })).not.toContain('family');
  expect(JSON.stringify(error)).not.toContain('details');
  const known = new errors.ApiError('no', { ...response, details: { family: 'pricePoint', message: 'm' } });
  expect(JSON.parse(JSON.stringify(known))).toMatchObject({ details: { family: 'pricePoint' } });
});
