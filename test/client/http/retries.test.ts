import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PublisherClient, RetryEvent } from '../../../src/client/index.ts';
import { everyEffect, readByGet, upsertByPut } from '../../support/calls.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { reset, status } from '../../support/faults.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { failureOf, type Service, startService } from '../../support/service.ts';

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

test.each(everyEffect)('$name is retried for a time only if it is a read', async ({ effect, send }) => {
  const service = serveInProcess([unavailable]);
  vi.mocked(Math.random).mockReturnValue(0.5);
  const client = service.client({ retry: { limit: 0, readsFor: 1000 } });

  await inFakeTime(() => failureOf(send(client)));

  // Waits of 150, 300 and 600 ms would end at 1050 ms: the last one is cut to the 550 ms that are left.
  expect(service.requests).toHaveLength(effect === 'read' ? 4 : 1);
});

test('the time of a retried read begins with its first failure, and the last attempt ends it', async () => {
  const service = serveInProcess(() => new Promise((resolve) => setTimeout(resolve, 5000, status503())));
  vi.mocked(Math.random).mockReturnValue(0.5);
  const begins: number[] = [];
  const hooks = { onRequest: () => void begins.push(performance.now()) };
  const client = service.client({ retry: { readsFor: 10_000 }, hooks });

  await inFakeTime(() => failureOf(readByGet.send(client)));

  const [first = 0] = begins;
  // Each attempt takes 5000 ms: it fails first at 5000, and at 10150 and 15000 with 150 and 300 ms of wait between.
  expect(begins.map((time) => Math.round(time - first))).toEqual([0, 5150, 10_450]);
});

test('a read is retried for a time also if it is longer than the limit of retries, and until the outage ends', async () => {
  const failures = 25;
  let left = failures;
  const service = serveInProcess(() => {
    left -= 1;
    return left >= 0 ? unavailable : { json: readByGet.response };
  });
  const client = service.client({ retry: { readsFor: 300_000 } });

  await readByGet.send(client);

  expect(service.requests).toHaveLength(failures + 1);
});

test('a time for reads is their limit, and needs no totalTimeout', async () => {
  const service = serveInProcess([unavailable]);
  const client = service.client({ retry: { readsFor: 300_000 } });
  vi.mocked(Math.random).mockReturnValue(0.5);

  await inFakeTime(async () => {
    const begun = performance.now();
    expect(await failureOf(readByGet.send(client))).toMatchObject({ name: 'ServerError' });
    // Longer than the default of totalTimeout.
    expect(performance.now() - begun).toBe(300_000);
  });
});

const minutes = { retry: { readsFor: 300_000 } };
const second = { totalTimeout: 1000 };

test.each([
  ['a call', (client: PublisherClient) => readByGet.send(client.withOptions(minutes), second)],
  [
    'withOptions',
    (client: PublisherClient) => readByGet.send(client.withOptions(minutes).withOptions(second)),
  ],
])('a totalTimeout of %s that is nearer than the time for reads ends them, and says so', async (_, send) => {
  const service = serveInProcess([unavailable]);
  vi.mocked(Math.random).mockReturnValue(0.5);

  expect(await inFakeTime(() => failureOf(send(service.client())))).toMatchObject({
    attempts: 3,
    message: expect.stringMatching(/retry\.readsFor, 300 s: totalTimeout is 1 s/) as string,
  });
});

test('a time for reads that is nearer than a totalTimeout counts, and writes keep the totalTimeout', async () => {
  const service = serveInProcess(() => unavailable);
  const client = service.client(second).withOptions(minutes);
  vi.mocked(Math.random).mockReturnValue(0.5);

  await inFakeTime(async () => {
    const begun = performance.now();
    await failureOf(readByGet.send(client));
    expect(performance.now() - begun).toBe(300_000);
  });
  const write = () => failureOf(upsertByPut.send(client, { retry: { limit: 9 } }));
  expect(await inFakeTime(write)).toMatchObject({ name: 'ServerError', attempts: 3 });
});

test.each([
  ['a client', (service: Service) => Promise.resolve().then(() => service.client({ ...minutes, ...second }))],
  [
    'withOptions',
    (service: Service) =>
      Promise.resolve().then(() => service.client().withOptions({ ...minutes, ...second })),
  ],
  ['a call', (service: Service) => readByGet.send(service.client(), { ...minutes, ...second })],
])('%s rejects a totalTimeout that would end its own time for reads', async (_, make) => {
  const service = serveInProcess([unavailable]);

  const error = await failureOf(make(service));

  expect((error as Error).message).toMatch(/totalTimeout: .*retry\.readsFor \(300000 ms\)/);
  expect(service.requests).toEqual([]);
});

test.each([
  [9, 'obeyed', 2],
  [11, 'not waited for', 1],
])('with ten seconds for reads, a Retry-After of %i s is %s', async (seconds, _, requests) => {
  const headers = { 'retry-after': String(seconds) };
  const service = serveInProcess([{ status: 429, headers, json: {} }, { json: readByGet.response }]);
  const client = service.client({ retry: { readsFor: 10_000, maxRetryAfter: 0 } });

  await inFakeTime(() => readByGet.send(client).catch(() => undefined));

  expect(service.requests).toHaveLength(requests);
});

test.each([
  ['zero does not retry reads', { readsFor: 0 }, 1],
  ['false ends the time of the client', false, 1],
] as const)('a time for reads: %s', async (_, retry, requests) => {
  const service = serveInProcess([unavailable]);
  const client = service.client({ retry: { readsFor: 60_000 } });

  await failureOf(readByGet.send(client, { retry }));

  expect(service.requests).toHaveLength(requests);
});

function status503(): Response {
  return new Response('{}', { status: 503 });
}
