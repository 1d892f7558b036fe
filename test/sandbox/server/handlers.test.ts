import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';

import { operations } from '../../../src/api/operations.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';

test('an unknown path returns 404', async () => {
  expect(await send(createSandbox(), 'GET', '/v2/price-points')).toEqual({
    status: 404,
    body: { message: 'No operation has the path /v2/price-points' },
  });
});

test('a known path with another method returns 405 and lists the supported methods', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/v1/price-points/999`, { method: 'PATCH' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, PUT, DELETE');
});

test('the sandbox implements every operation of the API', async () => {
  const sandbox = createSandbox();
  expect(operations.length).toBeGreaterThan(0);
  for (const { method, path } of operations) {
    const response = await send(sandbox, method, path.replaceAll(/:\w+/g, '1'), {
      ...(method === 'GET' ? {} : { body: {} }),
    });
    expect(response.status, path).not.toBe(405);
    expect(response.status, path).not.toBe(500);
    expect(response.body, path).not.toMatchObject({
      message: expect.stringMatching(/^No operation/) as string,
    });
  }
});

test('path parameters are decoded', async () => {
  const response = await send(createSandbox(), 'PUT', '/v1/price-points/9%2F9', {
    body: { updatedPriceInUsdCents: 1 },
  });
  expect(response).toEqual({ status: 404, body: { message: 'Price point 9/9 not found.' } });
});

test('setupServer with the handlers serves the global fetch, from the state of sandbox.fetch', async () => {
  const sandbox = createSandbox();
  const server = setupServer(...sandbox.handlers);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());

  const response = await fetch(`${sandbox.baseUrl}/v1/price-points`, {
    method: 'POST',
    headers: { 'x-publisher-token': sandbox.token },
    body: JSON.stringify({ priceInUsdCents: 1234 }),
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ priceInUsdCents: 1234 });
  expect(await send(sandbox, 'GET', '/v1/price-points')).toMatchObject({
    body: { pricePoints: [{ priceInUsdCents: 1234 }] },
  });
});

test('an abort through setupServer rejects with the reason of the signal, and logs nothing', async () => {
  const sandbox = createSandbox({ latency: 600_000 });
  const server = setupServer(...sandbox.handlers);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  const consoleError = vi.spyOn(console, 'error');
  onTestFinished(() => consoleError.mockRestore());

  const controller = new AbortController();
  const reason = new Error('enough');
  const pending = fetch(`${sandbox.baseUrl}/v1/price-points`, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 20);
  await expect(pending).rejects.toBe(reason);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(consoleError).not.toHaveBeenCalled();
});

test.each([
  ['/v1/price-points', true],
  ['/checkout/session-1', true],
  ['/', false],
  ['/_sandbox/state', false],
  ['/openapi.json', false],
])('whether the latency delays %s: %o', async (path, isDelayed) => {
  await using server = await createSandbox({ latency: 600_000 }).listen();
  const response = fetch(server.url + path, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(isDelayed ? 500 : 30_000),
  });

  if (isDelayed) await expect(response).rejects.toMatchObject({ name: 'TimeoutError' });
  else expect((await response).status).toBe(200);
});
