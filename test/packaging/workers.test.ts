import { afterAll, beforeAll, expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { installRuntime } from '../support/runtimes.ts';
import type { SeenByWorker } from './programs/worker.ts';
import { Project } from './project.ts';
import { type Deploy, documentedWorker, toWorkerd } from './workers.ts';

let project: Project;

beforeAll(async () => {
  installRuntime('workerd');
  project = await Project.with();
});
afterAll(() => project.remove());

/** What of Node a worker has: nothing, or what a later compatibility date adds. */
const targets: readonly { name: string; deploy: Deploy; node: readonly string[] }[] = [
  { name: 'workerd of 2023', deploy: toWorkerd('2023-01-01'), node: [] },
  {
    name: 'workerd of November 2026',
    deploy: toWorkerd('2026-11-01'),
    node: ['process', 'Buffer', 'setImmediate'],
  },
];

test.each(targets)('the client lists, creates and queues on $name', async ({ deploy, node }) => {
  const sandbox = createSandbox({
    transactions: 25,
    period: { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
  });
  await using server = await sandbox.listen();
  await using worker = await deploy(project, { baseUrl: server.url, token: sandbox.token });

  const response = await worker.fetch('/');

  expect(await response.json()).toEqual({
    node,
    evaluates: false,
    transactions: 25,
    valid: 25,
    ledger: [25, true],
    created: 999,
    limited: [1, 2, 3],
    error: { name: 'NotFoundError', reason: 'price_point_not_found' },
  } satisfies SeenByWorker);
  expect(sandbox.state().pricePoints).toHaveLength(1);
});

test('the documented worker creates its client on first use', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  await using worker = await documentedWorker(project, { baseUrl: server.url, token: sandbox.token });
  const { baseUrl, token, fetch } = sandbox;
  await new PublisherClient({ baseUrl, token, fetch }).pricePoints.create({ priceInUsdCents: 999 });

  const response = await worker.fetch('/');

  expect(await response.json()).toMatchObject({ pricePoints: [{ priceInUsdCents: 999 }] });
});

const body = JSON.stringify({ device: 'MOBILE', date: '2026-10-01T12:00:00.000Z' });

test.each(targets)('the game-auth callback is served on $name', async ({ deploy }) => {
  await using worker = await deploy(project, { baseUrl: 'http://127.0.0.1:1', token: 'token' });
  const post = (path: string, text: string, headers: Record<string, string> = {}): Promise<Response> =>
    worker.fetch(path, { method: 'POST', body: text, headers });
  const sign = async (text: string): Promise<string> => (await post('/sign', text)).text();
  const call = async (text: string, headers: Record<string, string>): Promise<readonly [number, unknown]> => {
    const response = await post('/game-auth', text, { 'x-publisher-token': 'callback-token', ...headers });
    return [response.status, await response.json()];
  };
  const signature = await sign(body);
  const failing = body.replace('MOBILE', 'CONSOLE');

  expect(await call(body, { signature })).toEqual([
    200,
    { accessToken: 'player-1', deepLink: 'mygame://auth?from=MOBILE', desktopAutoRedirect: false },
  ]);
  expect(await call(`${body} `, { signature })).toEqual([400, { error: 'invalid_signature' }]);
  expect(await call(body, { signature, 'x-publisher-token': 'another' })).toEqual([
    401,
    { error: 'invalid_token' },
  ]);
  expect(await call(failing, { signature: await sign(failing) })).toEqual([500, { error: 'internal_error' }]);
  const failures = (await (await worker.fetch('/failures')).json()) as string[];
  expect(failures.at(-1)).toMatch(/handler_failed[^]*Error: no consoles[^]*RangeError: out of range/);
});
