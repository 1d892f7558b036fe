import { expect, test } from 'vitest';

import type { ApiError, PublisherClient } from '../../../src/client/index.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { october } from '../../support/ranges.ts';
import { failureOf } from '../../support/service.ts';

const getTransactions = ({ transactions }: PublisherClient): Promise<unknown> =>
  transactions.getPage(october);
const upsertTranslation = ({ content }: PublisherClient): Promise<unknown> =>
  content.upsertTranslation('welcome', 'de', { title: 'Hallo' });
const updatePricePoint = ({ pricePoints }: PublisherClient): Promise<unknown> =>
  pricePoints.update(999, { updatedPriceInUsdCents: 1099 });
const refreshPlayers = ({ personalization }: PublisherClient): Promise<unknown> =>
  personalization.refreshSpecificActivePlayers(['player-1']);

const failures = ['playerIds must contain at least 1 element', 'playerIds must be an array'];
const reportUrl = '/reporting/financial-data/transactions?startDate=2026-10-01T00:00:00Z';
const contentUrl = '/v1/portal-content/:contentId/translations/:isoCode';
const messages = [
  { validationErrorNumber: 7, error: 'limit is odd' },
  { validationErrorNumber: 2, error: 'endDate must be after startDate' },
  { validationErrorNumber: 3, error: 'sortDirection must be either "asc" or "desc"' },
];

interface Documented {
  readonly send: (client: PublisherClient) => Promise<unknown>;
  readonly status: number;
  readonly body: { readonly requestUrl?: string };
  readonly name: string;
  readonly reason: string;
  readonly details: object;
  readonly message: string;
}

/** One of each family of §7. The class of every other message is in test/client/resources/error-union.test.ts. */
const documented: readonly Documented[] = [
  {
    send: getTransactions,
    status: 400,
    body: { statusCode: 400, error: 'Bad Request', message: messages, requestUrl: reportUrl } as object,
    name: 'BadRequestError',
    reason: 'end_date_not_after_start_date',
    details: {
      ...{ family: 'transactionReport', statusCode: 400, error: 'Bad Request' },
      ...{ messages, requestUrl: reportUrl },
    },
    message:
      'transactions.list: limit is odd; endDate must be after startDate; ' +
      'sortDirection must be either "asc" or "desc" (status 400)',
  },
  {
    send: upsertTranslation,
    status: 404,
    body: { message: 'NOT_FOUND', body: 'Content not found.', requestUrl: contentUrl } as object,
    name: 'NotFoundError',
    reason: 'content_not_found',
    details: {
      ...{ family: 'portalContent', message: 'NOT_FOUND' },
      ...{ body: 'Content not found.', requestUrl: contentUrl },
    },
    message:
      'content.upsertTranslation: NOT_FOUND: Content not found. (status 404 at ' +
      'https://commerce.example.com/v1/portal-content/welcome/translations/de)',
  },
  {
    send: updatePricePoint,
    // A field of the body is wrong, whatever the status: nothing that the request addresses is missing.
    status: 404,
    body: { message: 'Country code XK not found in existing custom pricing.' } as object,
    name: 'BadRequestError',
    reason: 'country_not_found',
    details: {
      ...{ family: 'pricePoint', message: 'Country code XK not found in existing custom pricing.' },
      countryCode2: 'XK',
    },
    message: 'pricePoints.update: Country code XK not found in existing custom pricing. (status 404)',
  },
  {
    send: updatePricePoint,
    status: 404,
    body: { message: 'Price point 999 not found.' } as object,
    name: 'NotFoundError',
    reason: 'price_point_not_found',
    details: { family: 'pricePoint', message: 'Price point 999 not found.', priceInUsdCents: 999 },
    message:
      'pricePoints.update: Price point 999 not found. (status 404 at ' +
      'https://commerce.example.com/v1/price-points/999)',
  },
  {
    send: refreshPlayers,
    status: 400,
    body: { message: 'Schema Validation Error', requestUrl: '/x', body: failures.join(', ') } as object,
    name: 'BadRequestError',
    reason: 'schema_validation',
    details: {
      ...{ family: 'personalization', message: 'Schema Validation Error', failures },
      requestUrl: '/x',
    },
    message:
      'personalization.refreshSpecificActivePlayers: Schema Validation Error: ' +
      `${failures.join('; ')} (status 400)`,
  },
];

test.each(documented)(
  '$reason ($status) becomes a $name with its details and message',
  async ({ send, status, body, name, reason, details, message }) => {
    const error = await failureOf(send(serveInProcess([{ status, json: body }]).client()));

    expect(error).toMatchObject({ name, status, reason, message, outcome: errorOutcome(send) });
    expect((error as ApiError).details).toEqual(details);
    expect((error as ApiError).body).toEqual(body);
    expect((error as ApiError).requestUrl).toBe(body.requestUrl);
  },
);

function errorOutcome(send: Documented['send']): string | undefined {
  return send === getTransactions ? undefined : 'rejected';
}

test('the message of a 401 says what to check about the token', async () => {
  const service = serveInProcess([{ status: 401, json: { message: 'Publisher not found' } }]);

  expect(await failureOf(getTransactions(service.client()))).toMatchObject({
    reason: 'publisher_not_found',
    message:
      'transactions.list: Publisher not found (status 401); check that the token is complete, and that it ' +
      'belongs to the environment of the base URL',
  });
});

test.each([
  ['invalid request body!', 'invalid_body'],
  ['  Price Point 999 Not Found  ', 'price_point_not_found'],
  ['Cannot create new pricing. The price point already exists', 'price_point_exists'],
  ['The price point already exists', undefined],
])(
  'price point messages match whatever their case and closing punctuation: "%s" is %s',
  async (message, reason) => {
    const service = serveInProcess([{ status: 400, json: { message } }]);

    const error = await failureOf(updatePricePoint(service.client()));

    expect((error as ApiError).reason).toBe(reason);
    expect((error as ApiError).details).toMatchObject({ family: 'pricePoint', message });
  },
);
