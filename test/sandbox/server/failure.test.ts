import { expect, onTestFinished, test } from 'vitest';

import { createSandbox, type SandboxServer } from '../../../src/sandbox/index.ts';
import { openSession, purchase } from '../sessions.ts';
import { watchStderr } from '../stderr.ts';

const broken = new Error('the clock is broken');

/** Starts a sandbox whose clock throws from then on, with a session. */
async function startBroken(): Promise<{ server: SandboxServer; page: string }> {
  let isBroken = false;
  const now = (): Date => {
    if (isBroken) throw broken;
    return new Date('2026-11-20T12:00:00Z');
  };
  const sandbox = createSandbox({ transactions: 0, now });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const { parsedUrl } = await openSession(sandbox);
  isBroken = true;
  return { server, page: parsedUrl };
}

test('an unexpected error in an operation is a 500, and is on stderr', async () => {
  const { server } = await startBroken();
  const stderr = watchStderr();
  const response = await fetch(`${server.url}/checkout/v1/session?secret=1`, {
    method: 'POST',
    headers: { 'x-publisher-token': 'sandbox-token' },
    body: JSON.stringify(purchase()),
  });

  expect([response.status, await response.json()]).toEqual([
    500,
    { errorCode: 'INTERNAL_SERVER_ERROR', errorMessage: 'Internal Server Error' },
  ]);
  expect(stderr.mock.calls).toEqual([
    ['publisher-commerce sandbox: POST /checkout/v1/session failed:', broken],
  ]);
});

test('an unexpected error of the control endpoint is a 500, and is on stderr', async () => {
  const { server } = await startBroken();
  const stderr = watchStderr();
  const response = await fetch(`${server.url}/_sandbox/state`);

  expect([response.status, await response.json()]).toEqual([500, { message: 'the clock is broken' }]);
  expect(stderr.mock.calls).toEqual([['publisher-commerce sandbox: GET /_sandbox/state failed:', broken]]);
});

test('an unexpected error of a page is a page with status 500 in a browser, JSON elsewhere, and on stderr', async () => {
  const { server, page } = await startBroken();
  const stderr = watchStderr();
  for (const path of [new URL(page).pathname, '/']) {
    const response = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toContain('The error is on the stderr of the process');
    expect(stderr).toHaveBeenLastCalledWith(`publisher-commerce sandbox: GET ${path} failed:`, broken);
  }
  const json = await fetch(page);
  expect([json.status, await json.json()]).toEqual([
    500,
    { message: 'The sandbox failed. The error is on the stderr of the process that runs the sandbox.' },
  ]);
  expect(stderr).toHaveBeenCalledTimes(3);
});

test('a client that leaves before the response, and a fault that cuts a body, are not on stderr', async () => {
  const stderr = watchStderr();
  const sandbox = createSandbox({ transactions: 0, latency: 20 });
  await using server = await sandbox.listen();
  const headers = { 'x-publisher-token': 'sandbox-token' };
  for (const path of ['/v1/price-points', '/checkout/nothing', '/_sandbox/state']) {
    const sent = fetch(server.url + path, { headers, signal: AbortSignal.timeout(5) });
    await sent.catch(() => undefined);
  }
  sandbox.fail({ operation: 'pricePoints.list', fault: 'cut_body' });
  const response = await fetch(`${server.url}/v1/price-points`, { headers });
  await expect(response.text()).rejects.toThrow(TypeError);

  expect(stderr).not.toHaveBeenCalled();
});
