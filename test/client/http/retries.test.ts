import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { RetryEvent } from '../../../src/client/index.ts';
import { everyEffect, readByGet, upsertByPut } from '../../support/calls.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { reset, status } from '../../support/faults.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { failureOf, startService } from '../../support/service.ts';

// Without jitter there is no wait between attempts.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

// Which fault is retried for which effect is in the fault matrix (test/faults/matrix.ts): here, whatever the method is.
const faults = [
  { fault: 'status 503', reply: status(503) },
  { fault: 'a reset connection', reply: reset },
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

  const call = send(service.client());
  await (effect === 'create' ? failureOf(call) : call);

  const [first, ...retries] = service.requests.map(({ method, url, body }) => ({ method, url, body }));
  expect(retries).toEqual(effect === 'create' ? [] : [first]);
});

const unavailable = { status: 503, json: { message: 'busy' } };

test.each([
  ['the default', undefined, undefined, 3],
  ['a limit of the client', { limit: 4 }, undefined, 5],
  ['a limit of zero', { limit: 0 }, undefined, 1],
  ['false', false, undefined, 1],
  ['a limit of the call', { limit: 4 }, { limit: 1 }, 2],
  ['false of the call', { limit: 4 }, false, 1],
  ['the client’s limit, if the call sets another field', { limit: 4 }, { maxRetryAfter: 5 }, 5],
] as const)('the number of retries is limited by %s', async (_, retry, ofCall, requests) => {
  const service = serveInProcess([unavailable]);

  const error = await failureOf(readByGet.send(service.client({ retry }), { retry: ofCall }));

  expect(error).toMatchObject({ name: 'ServerError', attempts: requests });
  expect(service.requests).toHaveLength(requests);
});

test('waits are random between 0 and a limit that doubles from 300 ms', async () => {
  const service = serveInProcess([unavailable]);
  const waits: number[] = [];
  const client = service.client({ hooks: { onRetry: ({ delay }: RetryEvent) => waits.push(delay) } });

  await inFakeTime(async () => {
    vi.mocked(Math.random).mockReturnValue(0.1);
    await failureOf(readByGet.send(client));
    vi.mocked(Math.random).mockReturnValue(0.2);
    await failureOf(upsertByPut.send(client));
  });

  expect(waits).toEqual([30, 60, 60, 120]);
});

test('a wait is 10 s at most', async () => {
  const service = serveInProcess([unavailable]);
  vi.mocked(Math.random).mockReturnValue(0.5);
  const waits: number[] = [];
  const hooks = { onRetry: ({ delay }: RetryEvent) => waits.push(delay) };
  const client = service.client({ retry: { limit: 9 }, hooks });

  await inFakeTime(() => failureOf(readByGet.send(client)));

  expect(waits).toEqual([150, 300, 600, 1200, 2400, 4800, 5000, 5000, 5000]);
});

test('the error is the last failure', async () => {
  const service = serveInProcess(
    ['first', 'second', 'third'].map((message, index) => ({ status: 500 + index, json: { message } })),
  );

  expect(await failureOf(readByGet.send(service.client()))).toMatchObject({
    status: 502,
    attempts: 3,
    body: { message: 'third' },
  });
});

test('a wait that would exceed the total timeout does not begin', async () => {
  const service = serveInProcess([unavailable]);
  vi.mocked(Math.random).mockReturnValue(0.5);
  const waits: number[] = [];
  const hooks = { onRetry: ({ delay }: RetryEvent) => waits.push(delay) };
  const client = service.client({ retry: { limit: 9 }, hooks });

  const error = await inFakeTime(() => failureOf(readByGet.send(client, { totalTimeout: 1000 })));

  // The third would end at 1050 ms.
  expect(waits).toEqual([150, 300]);
  expect(error).toMatchObject({ name: 'ServerError', status: 503, attempts: 3 });
});
