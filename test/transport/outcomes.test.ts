import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Outcome } from '../../src/index.ts';
import {
  create,
  readByGet,
  readByPost,
  upsertByDelete,
  upsertByPost,
  upsertByPut,
} from '../support/calls.ts';
import {
  closed,
  cutBody,
  empty,
  type Fault,
  html,
  notJson,
  notUtf8,
  reset,
  status,
} from '../support/faults.ts';
import { failureOf, startService } from '../support/service.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

// What one request that failed this way proves of a write.
const proofs: readonly (readonly [Fault, name: string, Outcome])[] = [
  [status(400), 'BadRequestError', 'rejected'],
  [status(401), 'UnauthorizedError', 'rejected'],
  [status(403), 'ForbiddenError', 'rejected'],
  [status(404), 'NotFoundError', 'rejected'],
  [status(409), 'ConflictError', 'rejected'],
  [status(413), 'PayloadTooLargeError', 'rejected'],
  [status(429), 'RateLimitError', 'rejected'],
  [status(408), 'ApiError', 'unknown'],
  [status(500), 'ServerError', 'unknown'],
  [status(502), 'ServerError', 'unknown'],
  [status(503), 'ServerError', 'unknown'],
  [status(504), 'ServerError', 'unknown'],
  [reset, 'ConnectionError', 'unknown'],
  [closed, 'ConnectionError', 'unknown'],
  [cutBody, 'ConnectionError', 'applied'],
  [html, 'MalformedResponseError', 'unknown'],
  [empty, 'MalformedResponseError', 'applied'],
  [notJson, 'MalformedResponseError', 'applied'],
  [notUtf8, 'MalformedResponseError', 'applied'],
];

const writes = [create, upsertByPut, upsertByDelete, upsertByPost];
const failedWrites = writes.flatMap((call) =>
  proofs.map(([{ fault, reply }, errorName, outcome]) => ({ ...call, fault, reply, errorName, outcome })),
);

test.each(failedWrites)('$name that met $fault is $outcome', async ({ send, reply, errorName, outcome }) => {
  await using service = await startService([reply]);

  const error = await failureOf(send(service.client({ retry: false })));

  expect(error).toMatchObject({ name: errorName, outcome, attempts: 1 });
});

test.each([readByGet, readByPost])(
  '$name changes nothing, so its failures have no outcome',
  async ({ send }) => {
    for (const [{ reply, fault }, name] of proofs) {
      await using service = await startService([reply]);
      const error = await failureOf(send(service.client({ retry: false })));
      expect(error, fault).toMatchObject({ name, outcome: undefined });
    }
  },
);

test.each(writes)('$name that found no connection was not sent', async ({ send }) => {
  const service = await startService([{ json: {} }]);
  await service[Symbol.asyncDispose]();

  const error = await failureOf(send(service.client({ retry: { limit: 1 } })));

  expect(error).toMatchObject({
    name: 'ConnectionError',
    reason: 'ECONNREFUSED',
    outcome: 'not_sent',
    attempts: 2,
    message: expect.stringContaining(`could not connect to ${service.url} (ECONNREFUSED)`) as string,
  });
});

const notFound = { status: 404, json: { message: 'Price point 999 not found.' } };
const moved = [upsertByDelete, upsertByPut];

test.each(moved)(
  '$name that finds nothing the second time may have worked the first time',
  async ({ send }) => {
    await using service = await startService([reset.reply, notFound]);

    const error = await failureOf(send(service.client()));

    expect(error).toMatchObject({
      name: 'NotFoundError',
      reason: 'price_point_not_found',
      outcome: 'unknown',
      attempts: 2,
      message: expect.stringContaining(
        '(status 404). An earlier request of this call may have been applied',
      ) as string,
    });
  },
);

test.each(moved)('$name that finds nothing after an answer cut short was applied', async ({ send }) => {
  await using service = await startService([cutBody.reply, notFound]);

  const error = await failureOf(send(service.client()));

  expect(error).toMatchObject({
    name: 'NotFoundError',
    outcome: 'applied',
    message: expect.stringContaining('An earlier request of this call was applied') as string,
  });
});

test.each(moved)(
  '$name that finds nothing at once is rejected, and no earlier request is spoken of',
  async ({ send }) => {
    await using service = await startService([notFound]);

    const error = await failureOf(send(service.client()));

    expect(error).toMatchObject({ outcome: 'rejected', attempts: 1 });
    expect((error as Error).message).not.toContain('earlier');
  },
);

test('of several requests, the one that may have changed the most decides the outcome', async () => {
  await using service = await startService([status(429).reply, cutBody.reply, status(503).reply]);

  const error = await failureOf(upsertByPut.send(service.client()));

  expect(error).toMatchObject({ name: 'ServerError', status: 503, outcome: 'applied', attempts: 3 });
});

test('a repeat that only met the same doubt adds nothing to the message', async () => {
  await using service = await startService([{ status: 503, json: { message: 'busy' } }]);

  const error = await failureOf(upsertByPut.send(service.client()));

  expect(error).toMatchObject({ outcome: 'unknown', message: 'pricePoints.update: busy (status 503)' });
});
