import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';

import { operations } from '../../src/contract/operations.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { ask } from './ask.ts';

test('an unknown path answers 404', async () => {
  expect(await ask(createSandbox(), 'GET', '/v2/price-points')).toEqual({
    status: 404,
    body: { message: 'No operation has the path /v2/price-points' },
  });
});

test('a known path with another method answers 405 and says which it takes', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/v1/price-points/999`, { method: 'PATCH' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, PUT, DELETE');
});

test('the sandbox knows every operation of the contract', async () => {
  const sandbox = createSandbox();
  expect(operations.length).toBeGreaterThan(0);
  for (const { method, path } of operations) {
    const answer = await ask(sandbox, method, path.replaceAll(/:\w+/g, '1'), {
      ...(method === 'GET' ? {} : { body: {} }),
    });
    expect(answer.status, path).not.toBe(405);
    expect(answer.status, path).not.toBe(500);
    expect(answer.body, path).not.toMatchObject({
      message: expect.stringMatching(/^No operation/) as string,
    });
  }
});

test('path parameters are decoded', async () => {
  const answer = await ask(createSandbox(), 'PUT', '/v1/price-points/9%2F9', {
    body: { updatedPriceInUsdCents: 1 },
  });
  expect(answer).toEqual({ status: 404, body: { message: 'Price point 9/9 not found.' } });
});

test('the handlers serve the global fetch through setupServer, on the same state as fetch', async () => {
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
  expect(await ask(sandbox, 'GET', '/v1/price-points')).toMatchObject({
    body: { pricePoints: [{ priceInUsdCents: 1234 }] },
  });
});

test('an abort through setupServer rejects with the reason of the caller, and says nothing more', async () => {
  const sandbox = createSandbox({ latency: 600_000 });
  const server = setupServer(...sandbox.handlers);
  server.listen({ onUnhandledFrame: 'error' });
  onTestFinished(() => server.close());
  const complaint = vi.spyOn(console, 'error');
  onTestFinished(() => complaint.mockRestore());

  const controller = new AbortController();
  const reason = new Error('enough');
  const pending = fetch(`${sandbox.baseUrl}/v1/price-points`, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 20);
  await expect(pending).rejects.toBe(reason);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(complaint).not.toHaveBeenCalled();
});
