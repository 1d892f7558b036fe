import { expect, test } from 'vitest';

import { ApiError, type PublisherClient } from '../../src/index.ts';
import { october } from '../support/ranges.ts';
import { failureOf, startService } from '../support/service.ts';

interface Documented {
  readonly operation: string;
  readonly send: (client: PublisherClient) => Promise<unknown>;
  readonly status: number;
  readonly body: unknown;
  readonly name: string;
  readonly reason: string;
  readonly details: unknown;
  readonly message: string;
}

const getTransactions = {
  operation: 'transactions.getPage',
  send: (client: PublisherClient) => client.transactions.getPage(october),
};
const upsertTranslation = {
  operation: 'content.upsertTranslation',
  send: (client: PublisherClient) => client.content.upsertTranslation('welcome', 'de', { title: 'Hallo' }),
};
const updatePricePoint = {
  operation: 'pricePoints.update',
  send: (client: PublisherClient) => client.pricePoints.update(999, { updatedPriceInUsdCents: 1099 }),
};
const refreshPlayers = {
  operation: 'personalization.refreshSpecificActivePlayers',
  send: (client: PublisherClient) => client.personalization.refreshSpecificActivePlayers(['player-1']),
};

const reportUrl = '/reporting/financial-data/transactions?startDate=2026-10-01T00:00:00Z';

function report(status: number, error: string, name: string, reason: string, message: string): Documented {
  const messages = [{ validationErrorNumber: 1, error: message }];
  return {
    ...getTransactions,
    status,
    body: { statusCode: status, error, message: messages, requestUrl: reportUrl },
    name,
    reason,
    details: { family: 'transactionReport', statusCode: status, error, messages, requestUrl: reportUrl },
    message,
  };
}

const templateUrl = '/v1/portal-content/:contentId/translations/:isoCode';

function content(
  status: number,
  message: string,
  sentence: string,
  name: string,
  reason: string,
): Documented {
  return {
    ...upsertTranslation,
    status,
    body: { message, requestUrl: templateUrl, body: sentence },
    name,
    reason,
    details: { family: 'portalContent', message, body: sentence, requestUrl: templateUrl },
    message: `${message}: ${sentence}`,
  };
}

function price(status: number, message: string, name: string, reason: string, values = {}): Documented {
  const details = { family: 'pricePoint', message, ...values };
  return { ...updatePricePoint, status, body: { message }, name, reason, details, message };
}

const failures = [
  'every value in playerIds must be a string',
  'playerIds must contain at least 1 element',
  'playerIds must be an array',
];

// Every message of §7; a status is the documented one where one is shown (§7.1), else a plausible one.
const documented: readonly Documented[] = [
  report(
    400,
    'Bad Request',
    'BadRequestError',
    'end_date_not_after_start_date',
    'endDate must be after startDate',
  ),
  report(
    400,
    'Bad Request',
    'BadRequestError',
    'invalid_sort_direction',
    'sortDirection must be either "asc" or "desc"',
  ),
  report(401, 'Unauthorized', 'UnauthorizedError', 'token_required', 'Publisher token is required'),
  report(401, 'Unauthorized', 'UnauthorizedError', 'publisher_not_found', 'Publisher not found'),
  report(
    401,
    'Unauthorized',
    'UnauthorizedError',
    'authorization_failed',
    'Failed to authorize publisher token',
  ),
  report(500, 'Internal Server Error', 'ServerError', 'transactions_failed', 'Failed to get transactions'),
  content(400, 'BAD_REQUEST', 'Invalid request body or validation error.', 'BadRequestError', 'bad_request'),
  content(401, 'UNAUTHORIZED', 'Invalid or missing publisher token.', 'UnauthorizedError', 'unauthorized'),
  content(404, 'NOT_FOUND', 'Content not found.', 'NotFoundError', 'content_not_found'),
  content(409, 'CONFLICT', 'Slug already exists.', 'ConflictError', 'slug_exists'),
  content(
    413,
    'PAYLOAD_TOO_LARGE',
    'Request payload is too large.',
    'PayloadTooLargeError',
    'payload_too_large',
  ),
  content(500, 'INTERNAL_SERVER_ERROR', 'Server error.', 'ServerError', 'internal_server_error'),
  price(400, 'Invalid request body.', 'BadRequestError', 'invalid_body'),
  // A field of the body is wrong, whatever the status: nothing that the request addresses is missing.
  ...[400, 404].map((status) =>
    price(
      status,
      'Country code XK not found in existing custom pricing.',
      'BadRequestError',
      'country_not_found',
      { countryCode2: 'XK' },
    ),
  ),
  price(404, 'Price point 999 not found.', 'NotFoundError', 'price_point_not_found', {
    priceInUsdCents: 999,
  }),
  price(
    409,
    'Cannot create new pricing. The price point already exists.',
    'ConflictError',
    'price_point_exists',
  ),
  {
    ...refreshPlayers,
    status: 400,
    body: {
      message: 'Schema Validation Error',
      requestUrl: '/store/v1/personalization/refresh-specific-active-players',
      body: failures.join(', '),
    },
    name: 'BadRequestError',
    reason: 'schema_validation',
    details: {
      family: 'personalization',
      message: 'Schema Validation Error',
      failures,
      requestUrl: '/store/v1/personalization/refresh-specific-active-players',
    },
    message: `Schema Validation Error: ${failures.join('; ')}`,
  },
];

function whatToCheck(name: string): string {
  return name === 'UnauthorizedError'
    ? '; check that the token is complete, and that it belongs to the environment of the base URL'
    : '';
}

const codes: Record<string, string> = {
  BadRequestError: 'bad_request',
  UnauthorizedError: 'unauthorized',
  NotFoundError: 'not_found',
  ConflictError: 'conflict',
  PayloadTooLargeError: 'payload_too_large',
  ServerError: 'server_error',
};

test.each(documented)(
  '$message ($status) becomes a $name with its reason, details and message',
  async (example) => {
    await using service = await startService([{ status: example.status, json: example.body }]);

    const error = await failureOf(example.send(service.client({ retry: false })));

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      name: example.name,
      code: codes[example.name],
      operation: example.operation,
      status: example.status,
      reason: example.reason,
      message: `${example.operation}: ${example.message} (status ${example.status})${whatToCheck(example.name)}`,
    });
    const { details, body, requestUrl } = error as ApiError;
    expect(details).toEqual(example.details);
    expect(body).toEqual(example.body);
    expect(requestUrl).toBe((example.body as { requestUrl?: string }).requestUrl);
  },
);

test('all numbered messages of a report are kept in order, and the first documented one determines the reason', async () => {
  const messages = [
    { validationErrorNumber: 7, error: 'limit is odd' },
    { validationErrorNumber: 2, error: 'endDate must be after startDate' },
    { validationErrorNumber: 3, error: 'sortDirection must be either "asc" or "desc"' },
  ];
  await using service = await startService([
    {
      status: 400,
      json: { statusCode: 400, error: 'Bad Request', message: messages, requestUrl: reportUrl },
    },
  ]);

  const error = await failureOf(getTransactions.send(service.client()));

  expect(error).toMatchObject({ reason: 'end_date_not_after_start_date', details: { messages } });
  expect((error as Error).message).toBe(
    'transactions.getPage: limit is odd; endDate must be after startDate; ' +
      'sortDirection must be either "asc" or "desc" (status 400)',
  );
});
