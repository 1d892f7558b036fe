import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';

import { createSandbox } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';

test('a known path with another method returns 405 and lists the supported methods', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/v1/price-points/999`, { method: 'PATCH' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, PUT, DELETE');
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
