import { expect, test } from 'vitest';

import type { ApiError, PublisherClient } from '../../src/index.ts';
import { failureOf, startService } from '../support/service.ts';

const updatePricePoint = (client: PublisherClient): Promise<unknown> =>
  client.pricePoints.update(999, { updatedPriceInUsdCents: 1099 });
const refreshPlayers = (client: PublisherClient): Promise<unknown> =>
  client.personalization.refreshSpecificActivePlayers(['player-1']);

const failures = ['playerIds must contain at least 1 element', 'playerIds must be an array'];

test.each([
  ['INVALID REQUEST BODY', 'invalid_body'],
  ['invalid request body!', 'invalid_body'],
  ['  Price Point 999 Not Found  ', 'price_point_not_found'],
  ['country code xk not found in existing custom pricing', 'country_not_found'],
  ['Cannot create new pricing. The price point already exists', 'price_point_exists'],
  ['The price point already exists', undefined],
  ['Invalid request body: price', undefined],
])(
  'price point messages match whatever their case and closing punctuation: "%s" is %s',
  async (message, reason) => {
    await using service = await startService([{ status: 400, json: { message } }]);

    const error = await failureOf(updatePricePoint(service.client()));

    expect((error as ApiError).reason).toBe(reason);
    expect((error as ApiError).details).toMatchObject({ family: 'pricePoint', message });
  },
);

test.each(['Schema Validation Error.', 'SCHEMA VALIDATION ERROR', 'schema validation error!'])(
  'a failed schema validation is known whatever its case and closing punctuation: %s',
  async (message) => {
    await using service = await startService([{ status: 400, json: { message, body: failures } }]);

    const error = await failureOf(refreshPlayers(service.client()));

    expect(error).toMatchObject({
      reason: 'schema_validation',
      details: { family: 'personalization', failures },
    });
  },
);

test.each([400, 404, 409, 422, 500])(
  'a price point message decides the class before the status does: %d',
  async (status) => {
    const answers = ['Invalid request body.', 'Price point 5 not found.', 'The price point is odd.'];
    await using service = await startService(answers.map((message) => ({ status, json: { message } })));
    const client = service.client({ retry: false });

    expect(await failureOf(updatePricePoint(client))).toMatchObject({ name: 'BadRequestError', status });
    expect(await failureOf(updatePricePoint(client))).toMatchObject({ name: 'NotFoundError', status });
    expect(await failureOf(updatePricePoint(client))).toMatchObject({
      name:
        { 400: 'BadRequestError', 404: 'NotFoundError', 409: 'ConflictError', 422: 'BadRequestError' }[
          status
        ] ?? 'ServerError',
      reason: undefined,
    });
  },
);
