import { expect, test } from 'vitest';
import * as z from 'zod';

import { documentedErrors, type ErrorFamily } from '../../../src/client/errors/documented-errors.ts';
import type { ApiError, PublisherClient } from '../../../src/client/index.ts';
import { create, readByGet, readByPost, repeatable, upsertByPost, upsertByPut } from '../../support/calls.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { october } from '../../support/ranges.ts';
import { failureOf } from '../../support/service.ts';

type Send = (client: PublisherClient) => Promise<unknown>;

/** A call of each family of §7, and of what has none, with what a repeat of it would do. */
const calls: readonly (readonly [name: string, family: ErrorFamily, effect: string, send: Send])[] = [
  [
    'transactions.list',
    'transactionReport',
    'read',
    ({ transactions }) => transactions.list(october).toArray({ max: 9 }),
  ],
  ['content.get', 'portalContent', 'read', ({ content }) => content.get('welcome')],
  [
    'content.upsertTranslation',
    'portalContent',
    'idempotent',
    ({ content }) => content.upsertTranslation('welcome', 'de', { title: 'Hallo' }),
  ],
  ['pricePoints.get', 'pricePoint', 'read', readByGet.send],
  ['pricePoints.create', 'pricePoint', 'create', create.send],
  ['pricePoints.update', 'pricePoint', 'idempotent', upsertByPut.send],
  [
    'personalization.refreshSpecificActivePlayers',
    'personalization',
    'idempotent',
    ({ personalization }) => personalization.refreshSpecificActivePlayers(['player-1']),
  ],
  ['translations.set', 'unknown', 'idempotent', upsertByPost.send],
  ['offers.list', 'unknown', 'read', readByPost.send],
  [
    'promoCodes.create',
    'unknown',
    'create',
    ({ promoCodes }) => promoCodes.create('launch', [{ name: 'A1', maxRedemptions: 1, active: true }]),
  ],
  ['checkout.createSession', 'unknown', 'repeatable', repeatable.send],
];

/** The documented bodies, each as its section shows it. */
const documented = documentedErrors.map(({ family, message, body, reason, status }) => {
  const sentence = message.replace('<country_code>', 'XK').replace('<price_in_usd_cents>', '999');
  const json = {
    transactionReport: {
      statusCode: status,
      error: 'Bad',
      message: [{ validationErrorNumber: 1, error: sentence }],
    },
    portalContent: { message: sentence, body, requestUrl: '/v1/portal-content/:contentId' },
    pricePoint: { message: sentence },
    personalization: { message: sentence, body: 'playerIds must be an array', requestUrl: '/' },
  }[family];
  return { family, reason, status, json };
});

async function errorOf(send: Send, reply: { readonly status: number; readonly json: unknown }) {
  const service = serveInProcess(() => reply);
  const error = await inFakeTime(() => failureOf(send(service.client({ retry: { limit: 1 } }))));
  // Each of these replies is an error of the service.
  return { error: error as ApiError, requests: service.requests.length };
}

test.each(calls)(
  '%s: a status of 500 or more is a ServerError, whatever the body says',
  async (_, family, effect, send) => {
    for (const { json, reason, status: meant, ...one } of documented) {
      for (const status of [500, 503]) {
        const { error, requests } = await errorOf(send, { status, json });

        expect(error).toMatchObject({ name: 'ServerError', status });
        expect(error.outcome).toBe(effect === 'read' ? undefined : 'unknown');
        expect(requests).toBe(effect === 'create' ? 1 : 2);
        expect(error.reason).toBe(one.family === family && meant === status ? reason : undefined);
      }
    }
  },
);

test.each(calls)(
  '%s: below 500, only a message of its own family or about the token has a reason, details and a class',
  async (_, family, effect, send) => {
    let own = 0;
    for (const { json, reason, status: meant, ...one } of documented) {
      const isMeant = one.family === family || meant === 401;
      const { error } = await errorOf(send, { status: 418, json });

      expect(error.reason).toBe(isMeant ? reason : undefined);
      expect(error.details.family).toBe(isMeant ? one.family : 'unknown');
      expect(error.name).toBe(isMeant ? classes[meant] : 'ApiError');
      const isRejected = !isMeant || meant < 500;
      expect(error.outcome).toBe(effect === 'read' ? undefined : isRejected ? 'rejected' : 'unknown');
      if (isMeant) own += 1;
    }
    // Those of its family, and at least the four about the token.
    expect(own).toBeGreaterThanOrEqual(4);
  },
);

const classes: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  413: 'PayloadTooLargeError',
  500: 'ServerError',
};

test('a body of another family keeps its message and what its `body` lists', async () => {
  const body = 'promoCodes must be an array, name must be a string';
  const service = serveInProcess([{ status: 400, json: { message: 'Schema Validation Error', body } }]);

  const error = await failureOf(service.client().promoCodes.create('launch', []));

  expect(error).toMatchObject({ name: 'BadRequestError', reason: undefined, details: { family: 'unknown' } });
  expect((error as Error).message).toContain('promoCodes must be an array; name must be a string');
});

const failed = { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' };

test.each([
  [
    'one of its own',
    [{ validationErrorNumber: 9, error: 'Failed to get transactions' }],
    'transactions_failed',
  ],
  ['an undocumented one with a status', 'Out of order', undefined],
])(
  'a read that receives an error with status 200, %s, is retried as its status is',
  async (_, message, reason) => {
    const service = serveInProcess(() => ({ json: { ...failed, message } }));
    const client = service.client({ retry: { limit: 1 } });

    const error = await inFakeTime(() => failureOf(client.transactions.getPage(october)));

    expect(error).toMatchObject({ name: 'ServerError', status: 200, reason, attempts: 2 });
    expect(service.requests).toHaveLength(2);
  },
);

test('a valid response of a read that looks like an error is delivered', async () => {
  const json = { pricePoints: [], ...failed };
  const service = serveInProcess([{ json }]);

  expect(await service.client().pricePoints.list()).toEqual(json);
});

test('what a custom request receives may look like an error, and is data', async () => {
  const service = serveInProcess(() => ({ json: failed }));
  const schema = z.object({ statusCode: z.literal(200) });
  const request = { method: 'GET', path: '/v1/status' } as const;

  expect(await service.client().request(request)).toEqual(failed);
  expect(await failureOf(service.client().request({ ...request, schema }))).toMatchObject({
    name: 'ResponseValidationError',
  });
});
