import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { installRuntime } from '../support/runtimes.ts';
import type { SeenByWorker } from './programs/worker.ts';
import { Project } from './project.ts';
import { documentedWorker, oldWorker } from './workers.ts';

let project: Project;

beforeAll(async () => {
  installRuntime('workerd');
  project = await Project.with();
});
afterAll(() => project.remove());

test('the client lists and creates on a workerd that has nothing of Node', async () => {
  const sandbox = createSandbox({
    transactions: 25,
    period: { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
  });
  await using server = await sandbox.listen();
  await using worker = await oldWorker(project, { baseUrl: server.url, token: sandbox.token });

  const response = await worker.fetch('/');

  expect(await response.json()).toEqual({
    transactions: 25,
    ledger: [25, true],
    created: 999,
    error: { name: 'NotFoundError', reason: 'price_point_not_found' },
  } satisfies SeenByWorker);
  expect(sandbox.state().pricePoints).toHaveLength(1);
});

test('the documented worker creates its client on first use, on a workerd with globals of Node', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  await using worker = await documentedWorker(project, { baseUrl: server.url, token: sandbox.token });
  const { baseUrl, token, fetch } = sandbox;
  await new PublisherClient({ baseUrl, token, fetch }).pricePoints.create({ priceInUsdCents: 999 });

  const response = await worker.fetch('/');

  expect(await response.json()).toMatchObject({ pricePoints: [{ priceInUsdCents: 999 }] });
});

const body = JSON.stringify({ device: 'MOBILE', date: '2026-10-01T12:00:00.000Z' });

test('the game-auth callback is served on a workerd that has nothing of Node', async () => {
  await using worker = await oldWorker(project, { baseUrl: 'http://127.0.0.1:1', token: 'token' });
  const post = (path: string, text: string, headers: Record<string, string> = {}): Promise<Response> =>
    worker.fetch(path, { method: 'POST', body: text, headers });
  const sign = async (text: string): Promise<string> => (await post('/sign', text)).text();
  const call = async (text: string, headers: Record<string, string>): Promise<readonly [number, unknown]> => {
    const response = await post('/game-auth', text, { 'x-publisher-token': 'callback-token', ...headers });
    return [response.status, await response.json()];
  };
  const signature = await sign(body);

  expect(await call(body, { signature })).toEqual([
    200,
    { accessToken: 'player-1', deepLink: 'mygame://auth?from=MOBILE', desktopAutoRedirect: false },
  ]);
  expect(await call(`${body} `, { signature })).toEqual([400, { error: 'invalid_signature' }]);
  expect(await call(body, { signature, 'x-publisher-token': 'another' })).toEqual([
    401,
    { error: 'invalid_token' },
  ]);
});
