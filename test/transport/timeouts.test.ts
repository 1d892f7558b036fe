import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { create, readByGet, repeatable, upsertByPut } from '../support/calls.ts';
import { reset, silent, stalledBody } from '../support/faults.ts';
import { failureOf, startService } from '../support/service.ts';

beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterAll(() => void vi.restoreAllMocks());

const timeout = 300;

test.concurrent.each(repeatable)(
  '$name is sent again when the headers are late',
  async ({ send, answer }) => {
    await using service = await startService([silent, { json: answer }]);

    await send(service.client({ timeout }));

    expect(service.requests).toHaveLength(2);
  },
);

test.concurrent.each(repeatable)('$name is sent again when the body is late', async ({ send, answer }) => {
  await using service = await startService([stalledBody(), { json: answer }]);

  await send(service.client({ timeout }));

  expect(service.requests).toHaveLength(2);
});

test('the timeout is for one attempt, and the error says which limit it was', async () => {
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

test('a create with late headers is sent once, and its outcome is unknown', async () => {
  await using service = await startService([silent]);

  const error = await failureOf(create.send(service.client({ timeout: 200 })));

  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 1, status: undefined });
  expect(service.requests).toHaveLength(1);
});

test('a create with a late body is sent once, and was applied', async () => {
  await using service = await startService([stalledBody()]);

  const error = await failureOf(create.send(service.client({ timeout: 200 })));

  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'applied', attempts: 1, status: 200 });
  expect(service.requests).toHaveLength(1);
});

test('a body that drips does not outlive the timeout', async () => {
  let drip: NodeJS.Timeout | undefined;
  await using service = await startService([
    (response) => {
      response.writeHead(200);
      drip = setInterval(() => response.write(' '), 20);
    },
  ]);
  const startedAt = performance.now();

  const error = await failureOf(create.send(service.client({ timeout: 200 })));
  clearInterval(drip);

  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'applied' });
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test.each([
  [404, 'NotFoundError', 'rejected'],
  [500, 'ServerError', 'unknown'],
])('status %d whose body is late is a %s', async (code, name, outcome) => {
  await using service = await startService([stalledBody(code)]);

  const error = await failureOf(create.send(service.client({ timeout: 200 })));

  expect(error).toMatchObject({ name, status: code, outcome, body: undefined });
});

test('the total timeout ends a call over several attempts', async () => {
  await using service = await startService([silent]);
  const startedAt = performance.now();

  const error = await failureOf(
    readByGet.send(service.client({ timeout: 300, totalTimeout: 700, retry: { limit: 100 } })),
  );

  expect(error).toMatchObject({ name: 'TimeoutError' });
  expect(service.requests.length).toBeGreaterThanOrEqual(2);
  expect(service.requests.length).toBeLessThanOrEqual(3);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('the total timeout ends a single attempt too, and the error says which limit it was', async () => {
  await using service = await startService([silent]);

  const error = await failureOf(upsertByPut.send(service.client({ totalTimeout: 200 })));

  expect(error).toMatchObject({
    name: 'TimeoutError',
    outcome: 'unknown',
    attempts: 1,
    message: 'pricePoints.update: no complete response within totalTimeout (200 ms)',
  });
});

test('a call’s own timeouts stand before the client’s', async () => {
  await using service = await startService([silent]);
  const client = service.client({ retry: false });

  expect(await failureOf(readByGet.send(client, { timeout: 150 }))).toMatchObject({
    message: 'pricePoints.get: no complete response within timeout (150 ms)',
  });
  expect(await failureOf(readByGet.send(client, { totalTimeout: 150 }))).toMatchObject({
    message: 'pricePoints.get: no complete response within totalTimeout (150 ms)',
  });
});

test('a timeout after a lost connection keeps what the first request may have done', async () => {
  await using service = await startService([stalledBody(), silent]);

  const error = await failureOf(upsertByPut.send(service.client({ timeout: 200, retry: { limit: 1 } })));

  expect(error).toMatchObject({
    name: 'TimeoutError',
    outcome: 'applied',
    attempts: 2,
    message: expect.stringContaining('An earlier request of this call was applied') as string,
  });
});

test('a timeout while the token function is asked proves that nothing was sent', async () => {
  await using service = await startService([reset.reply]);
  const client = service.client({ token: () => new Promise(() => undefined), timeout: 100, retry: false });

  expect(await failureOf(create.send(client))).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
  expect(service.requests).toEqual([]);
});

test('a fetch that ignores its signal does not hold up the timeout', async () => {
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
