import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { create, readByGet, upsertByPut } from '../support/calls.ts';
import { reset, silent, stalledBody } from '../support/faults.ts';
import { failureOf, startService } from '../support/service.ts';

beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterAll(() => void vi.restoreAllMocks());

test('the timeout is for one attempt, and the error names the option', async () => {
  await using service = await startService([silent]);

  const error = await failureOf(readByGet.send(service.client({ timeout: 100, retry: { limit: 1 } })));

  expect(error).toMatchObject({
    name: 'TimeoutError',
    code: 'timeout',
    status: undefined,
    attempts: 2,
    message: 'pricePoints.get: no complete response within timeout (100 ms)',
  });
});

test.each([
  [404, 'NotFoundError', 'rejected'],
  [500, 'ServerError', 'unknown'],
])('status %d whose body times out is a %s', async (code, name, outcome) => {
  await using service = await startService([stalledBody(code)]);

  const error = await failureOf(create.send(service.client({ timeout: 200 })));

  expect(error).toMatchObject({ name, status: code, outcome, body: undefined });
});

test('the total timeout limits all attempts of a call together', async () => {
  await using service = await startService([silent]);

  const error = await failureOf(
    readByGet.send(service.client({ timeout: 300, totalTimeout: 700, retry: { limit: 100 } })),
  );

  expect(error).toMatchObject({ name: 'TimeoutError' });
  expect(service.requests.length).toBeGreaterThanOrEqual(2);
  expect(service.requests.length).toBeLessThanOrEqual(3);
});

test('the total timeout limits a single attempt too, and the error names the option', async () => {
  await using service = await startService([silent]);

  const error = await failureOf(upsertByPut.send(service.client({ totalTimeout: 200 })));

  expect(error).toMatchObject({
    name: 'TimeoutError',
    outcome: 'unknown',
    attempts: 1,
    message: 'pricePoints.update: no complete response within totalTimeout (200 ms)',
  });
});

test('the timeouts of a call override the client’s', async () => {
  await using service = await startService([silent]);
  const client = service.client({ retry: false });

  expect(await failureOf(readByGet.send(client, { timeout: 150 }))).toMatchObject({
    message: 'pricePoints.get: no complete response within timeout (150 ms)',
  });
  expect(await failureOf(readByGet.send(client, { totalTimeout: 150 }))).toMatchObject({
    message: 'pricePoints.get: no complete response within totalTimeout (150 ms)',
  });
});

test('a timeout after a lost connection keeps the outcome of the first request', async () => {
  await using service = await startService([stalledBody(), silent]);

  const error = await failureOf(upsertByPut.send(service.client({ timeout: 200, retry: { limit: 1 } })));

  expect(error).toMatchObject({
    name: 'TimeoutError',
    outcome: 'applied',
    attempts: 2,
    message: expect.stringContaining('An earlier request of this call was applied') as string,
  });
});

test('a timeout of the token function has the outcome not_sent', async () => {
  await using service = await startService([reset]);
  const client = service.client({ token: () => new Promise(() => undefined), timeout: 100, retry: false });

  expect(await failureOf(create.send(client))).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
  expect(service.requests).toEqual([]);
});

test('a fetch that ignores its signal does not delay the timeout', async () => {
  await using service = await startService([{ json: {} }]);
  const deaf = service.client({ fetch: () => new Promise(() => undefined), timeout: 100, retry: false });
  const endless = service.client({
    fetch: () => Promise.resolve(new Response(new ReadableStream())),
    timeout: 100,
    retry: false,
  });

  expect(await failureOf(create.send(deaf))).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' });
  expect(await failureOf(create.send(endless))).toMatchObject({ name: 'TimeoutError', outcome: 'applied' });
});
