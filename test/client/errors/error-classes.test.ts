import { inspect } from 'node:util';

import { pino } from 'pino';
import { expect, test } from 'vitest';

import * as callbacks from '../../../src/callbacks/index.ts';
import * as errors from '../../../src/client/errors/index.ts';
import * as main from '../../../src/client/index.ts';
import * as ledger from '../../../src/ledger/index.ts';
import * as postgres from '../../../src/postgres/index.ts';
import * as sandbox from '../../../src/sandbox/index.ts';

// Codes are public API: applications branch on them, so each is typed here by hand. So is the status of an error that is
// made without one.
const classes = [
  [main.ConfigurationError, 'ConfigurationError', 'configuration', undefined],
  [main.InvalidRequestError, 'InvalidRequestError', 'invalid_request', undefined],
  [main.InvalidAmountError, 'InvalidAmountError', 'invalid_amount', undefined],
  [main.ApiError, 'ApiError', 'api_error', 400],
  [main.BadRequestError, 'BadRequestError', 'bad_request', 400],
  [main.UnauthorizedError, 'UnauthorizedError', 'unauthorized', 401],
  [main.ForbiddenError, 'ForbiddenError', 'forbidden', 403],
  [main.NotFoundError, 'NotFoundError', 'not_found', 404],
  [main.ConflictError, 'ConflictError', 'conflict', 409],
  [main.PayloadTooLargeError, 'PayloadTooLargeError', 'payload_too_large', 413],
  [main.RateLimitError, 'RateLimitError', 'rate_limited', 429],
  [main.ServerError, 'ServerError', 'server_error', 500],
  [main.PricePointDiffersError, 'PricePointDiffersError', 'price_point_differs', undefined],
  [main.RedirectError, 'RedirectError', 'redirect', 302],
  [main.ConnectionError, 'ConnectionError', 'connection', undefined],
  [main.TimeoutError, 'TimeoutError', 'timeout', undefined],
  [main.MalformedResponseError, 'MalformedResponseError', 'malformed_response', 200],
  [main.ResponseTooLargeError, 'ResponseTooLargeError', 'response_too_large', 200],
  [main.ResponseValidationError, 'ResponseValidationError', 'response_validation', 200],
  [main.PaginationError, 'PaginationError', 'pagination', undefined],
  [callbacks.CallbackError, 'CallbackError', 'callback', undefined],
  [postgres.DatabaseError, 'DatabaseError', 'database', undefined],
  [sandbox.PurchaseError, 'PurchaseError', 'purchase_not_found', undefined],
  [sandbox.DataFileError, 'DataFileError', 'data_file_write_failed', undefined],
] as const;

const rows = classes.map(([Class, name, code, status]) => ({ Class, name, code, status }));

test.each(rows)(
  'a $name can be made with its message alone, and has its name and its code',
  ({ Class, name, code, status }) => {
    const error = new Class('down');

    expect(error).toMatchObject({ name, code, message: 'down', attempts: 0, operation: undefined });
    expect(error.status).toBe(status);
    expect(error.stack).toContain(`${name}: down`);
    expect(error).toBeInstanceOf(main.PublisherError);
    expect(main.isPublisherError(error)).toBe(true);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ name, code, message: 'down' });
    expect(inspect(error)).toContain('down');
  },
);

test.each(rows)('a $name has what it is made with', ({ Class }) => {
  const cause = new Error('cause');
  const parts = { status: 503, operation: 'offers.list', attempts: 3, outcome: 'unknown' as const };

  const error = new Class('down', { ...parts, cause });

  expect(error).toMatchObject(parts);
  expect(error.cause).toBe(cause);
});

/** What a list leaves out would be `undefined` where the type promises a value. */
test('what an error is made without has the default of its type', () => {
  expect(new main.ServerError('down', { status: 503 })).toMatchObject({ details: { family: 'unknown' } });
  expect(new main.NotFoundError('gone').headers).toBeInstanceOf(Headers);
  expect(new main.ResponseValidationError('no').issues).toEqual([]);
  expect(new main.InvalidRequestError('no').issues).toEqual([]);
  expect(new main.InvalidAmountError('no').issues).toEqual([]);
  expect(new main.ConfigurationError('no')).toMatchObject({ option: 'options', rule: 'no' });
  expect(new main.MalformedResponseError('no').bytes).toBe(0);
  expect(new main.ResponseTooLargeError('no').maxResponseBytes).toBe(0);
  expect(new main.PricePointDiffersError('no').pricePoint.priceByCountry).toEqual([]);
  expect(new callbacks.CallbackError('no')).toMatchObject({ reason: 'handler_failed', issues: [] });
  expect(new postgres.DatabaseError('no').reason).toBe('failed');
  expect(new sandbox.PurchaseError('no', { state: 'paid' }).code).toBe('wrong_purchase_state');
  expect(new sandbox.DataFileError('no', { code: 'data_file_locked' }).code).toBe('data_file_locked');
});

test('no two classes share a code, and every exported class of every entry point is listed here', () => {
  const exported = [main, callbacks, ledger, postgres, sandbox].flatMap((entry) =>
    Object.values<unknown>(entry),
  );
  const ofErrors = exported.filter((one) => typeof one === 'function' && one.prototype instanceof Error);

  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  expect(new Set(ofErrors)).toEqual(new Set([main.PublisherError, ...rows.map(({ Class }) => Class)]));
});

test('the JSON form holds the name, the message, every field, and the ids of what is hidden, and no stack', () => {
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
    details: { family: 'pricePoint', priceInUsdCents: 999 },
  });
});

const player = { playerId: 'player-77', email: 'player-77@example.com', zipCode: '77777' };
const body = { purchaseId: 'purchase-1', message: 'no player-77', customer: player, ...player };
const details: main.ApiErrorDetails = {
  family: 'personalization',
  message: 'no player-77',
  failures: ['player-77 is no string'],
  requestUrl: '/players/player-77',
};

test.each([
  new errors.BadRequestError('bad', { outcome: 'rejected', details, body, reason: 'schema_validation' }),
  new errors.ServerError('down', { outcome: 'unknown', details, body }),
  new errors.ResponseValidationError('odd', { outcome: 'applied', body, status: 200 }),
  new errors.ResponseValidationError('odd', { rawRow: body, row: 3 }),
])(
  'the printed, logged and spread forms of $name have the ids of a write, and nothing of a player',
  (error) => {
    const lines: string[] = [];
    pino({}, { write: (line: string) => void lines.push(line) }).error(error);
    const forms = [
      inspect(error, { depth: 20 }),
      JSON.stringify(error),
      JSON.stringify(Object.entries(error)),
      ...lines,
    ];

    expect(forms.join()).not.toContain('player-77');
    expect(forms.join()).not.toContain('77777');
    expect(JSON.stringify(error).includes('purchase-1')).toBe(error.outcome !== undefined);
    // They stay properties.
    expect([error.body, (error as { rawRow?: unknown }).rawRow]).toContain(body);
  },
);

test('an invalid request lists up to ten broken rules, and counts the others', () => {
  const issues = Array.from({ length: 12 }, (_, index) => ({
    path: `rows[${index}]`,
    message: 'must be a string',
  }));

  const error = errors.invalidRequest('promoCodes.create', issues);

  expect(error.issues).toHaveLength(10);
  expect(error.message).toMatch(/^promoCodes\.create was not sent: rows\[0\]: must be a string; /);
  expect(error.message).toMatch(/rows\[9\]: must be a string; and 2 more$/);
});

test('nothing was sent when the configuration or the request is rejected', () => {
  expect(errors.invalidOption('token', 'must be a string').outcome).toBe('not_sent');
  expect(errors.invalidRequest('offers.list', []).outcome).toBe('not_sent');
});

test('a body of an unknown kind has details, which are not printed', () => {
  const error = new errors.ApiError('no');

  expect(error.details).toEqual({ family: 'unknown' });
  expect(inspect(error, { depth: 5 })).not.toContain('family');
  expect(JSON.stringify(error)).not.toContain('details');
  const known = new errors.ApiError('no', { details: { family: 'pricePoint', message: 'm' } });
  expect(JSON.parse(JSON.stringify(known))).toMatchObject({ details: { family: 'pricePoint' } });
});
