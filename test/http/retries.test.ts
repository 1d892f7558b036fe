import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { RetryEvent } from '../../src/index.ts';
import { everyEffect, readByGet, upsertByPut } from '../support/calls.ts';
import { reset, silent, status } from '../support/faults.ts';
import { failureOf, startService } from '../support/service.ts';

// Without jitter there is no wait between attempts.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

// Which fault is retried for which effect is in the fault matrix (test/faults/matrix.ts): here, whatever the method is.
const faults = [
  { fault: 'status 503', reply: status(503) },
  { fault: 'a reset connection', reply: reset },
  { fault: 'a timeout', reply: silent },
];
const cases = everyEffect.flatMap((call) =>
  faults.map((fault) => ({
    ...call,
    ...fault,
    does: call.effect === 'create' ? 'is not retried' : 'is retried',
  })),
);

test.each(cases)('$name $does after $fault', async ({ effect, send, reply, response }) => {
  await using service = await startService([reply, { json: response }]);

  const call = send(service.client({ timeout: 300 }));
  await (effect === 'create' ? failureOf(call) : call);

  const [first, ...retries] = service.requests.map(({ method, url, body }) => ({ method, url, body }));
  expect(retries).toEqual(effect === 'create' ? [] : [first]);
});

test.each([
  ['the default', undefined, 3],
  ['a limit of the client', { limit: 4 }, 5],
  ['a limit of zero', { limit: 0 }, 1],
  ['false', false, 1],
] as const)('the number of retries is limited by %s', async (_, retry, requests) => {
  await using service = await startService([{ status: 503, json: {} }]);

  const error = await failureOf(readByGet.send(service.client({ retry })));

  expect(error).toMatchObject({ name: 'ServerError', attempts: requests });
  expect(service.requests).toHaveLength(requests);
});

test.each([
  [{ limit: 1 }, 2],
  [false, 1],
  [{ maxRetryAfter: 5 }, 5],
  [{}, 5],
] as const)('the retry option %j of a call overrides the client’s limit of 4', async (retry, requests) => {
  await using service = await startService([{ status: 503, json: {} }]);

  await failureOf(readByGet.send(service.client({ retry: { limit: 4 } }), { retry }));

  expect(service.requests).toHaveLength(requests);
});

test('waits are random between 0 and a limit that doubles from 300 ms', async () => {
  await using service = await startService([{ status: 503, json: {} }]);
  const waits: number[] = [];
  const client = service.client({ hooks: { onRetry: ({ delay }: RetryEvent) => waits.push(delay) } });

  vi.mocked(Math.random).mockReturnValue(0.1);
  await failureOf(readByGet.send(client));
  vi.mocked(Math.random).mockReturnValue(0.2);
  await failureOf(upsertByPut.send(client));

  expect(waits).toEqual([30, 60, 60, 120]);
});

test('the error is the last failure', async () => {
  await using service = await startService([
    { status: 500, json: { message: 'first' } },
    { status: 502, json: { message: 'second' } },
    { status: 503, json: { message: 'third' } },
  ]);

  const error = await failureOf(readByGet.send(service.client()));

  expect(error).toMatchObject({ status: 503, attempts: 3, message: 'pricePoints.get: third (status 503)' });
});

test('a wait that would exceed the total timeout does not begin', async () => {
  await using service = await startService([{ status: 503, json: {} }]);
  vi.mocked(Math.random).mockReturnValue(0.5);
  const waits: number[] = [];
  const client = service.client({
    retry: { limit: 9 },
    hooks: { onRetry: ({ delay }) => waits.push(delay) },
  });

  const error = await failureOf(readByGet.send(client, { totalTimeout: 599 }));

  // 150 ms, then 300 ms; the third would be 600 ms.
  expect(waits.length).toBeLessThanOrEqual(2);
  expect(error).toMatchObject({ name: 'ServerError', status: 503, attempts: waits.length + 1 });
});
