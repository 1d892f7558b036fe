import { request } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { ConfigurationError } from '../../../src/client/errors/index.ts';
import { createSandbox, type SandboxServer } from '../../../src/sandbox/index.ts';
import type { ListenOptions } from '../../../src/sandbox/server/listen.ts';
import { startCommand } from '../../cli/start-command.ts';

async function listen(options?: ListenOptions): Promise<SandboxServer> {
  const server = await createSandbox().listen(options);
  onTestFinished(() => server.close());
  return server;
}

/** Sends a request with any `Host`, a header that `fetch` does not allow to set. */
function send(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<{ status: number | undefined; message: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        const { message } = JSON.parse(text) as { message?: unknown };
        resolve({ status: response.statusCode, message });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const state = '/_sandbox/state';

/** Headers of a browser that opens the address from another site, in a tab (`document`) or in a frame. */
function frame(dest: string): Readonly<Record<string, string>> {
  return { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': dest };
}

test.each([
  ['localhost:4010', 200],
  ['LOCALHOST:1', 200],
  ['127.255.3.4:80', 200],
  ['[::1]:8080', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['128.0.0.1', 403],
  ['[::2]', 403],
  ['0.0.0.0', 403],
  ['user@localhost', 403],
  ['evil.example/localhost', 403],
  ['localhost:port', 403],
])('the host %o gets %i from the control endpoint', async (host, status) => {
  const { port } = await listen();
  expect((await send(port, state, { host })).status).toBe(status);
});

test('the root and unknown control paths are restricted too, but the API is not', async () => {
  const { port } = await listen();
  const host = 'evil.example';
  expect(await send(port, '/', { host })).toMatchObject({ status: 403 });
  expect(await send(port, '/checkout/nothing', { host })).toMatchObject({ status: 403 });
  expect(await send(port, '/_sandbox/unknown', { host })).toMatchObject({ status: 403 });
  expect(await send(port, '/', { host: 'localhost' })).toMatchObject({ status: 404 });
  const token = { 'x-publisher-token': 'sandbox-token' };
  expect(await send(port, '/v1/price-points', { host, ...token })).toMatchObject({ status: 200 });
});

test('the message names the host, and how to allow it', async () => {
  const { port } = await listen();
  expect((await send(port, state, { host: 'shop.test:4010' })).message).toBe(
    'The control endpoint and the pages of the sandbox accept requests from this machine and from their own origin only: ' +
      'the host shop.test:4010 is not allowed. To allow another host, start the sandbox with --allow-host NAME, or call ' +
      "listen({ allowedHosts: ['NAME'] })",
  );
  for (const origin of ['https://shop.test:5173', 'null']) {
    const { message } = await send(port, state, { host: 'localhost', origin });
    expect(message).toContain(`pages from ${origin} are not allowed`);
  }
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }, 403],
  ['a frame in another site', frame('iframe'), 403],
  [
    'another site, whose host is allowed',
    { 'sec-fetch-site': 'cross-site', origin: 'http://shop.test' },
    200,
  ],
  ['a link of another site', frame('document'), 200],
  ['the page itself', { 'sec-fetch-site': 'same-origin' }, 200],
  ['the address bar', { 'sec-fetch-site': 'none' }, 200],
  ['a program', {}, 200],
])('the control endpoint decides about a request of %s with %o: %i', async (_, headers, status) => {
  const { port } = await listen({ allowedHosts: ['shop.test'] });
  expect(await send(port, state, { host: 'localhost', ...headers })).toMatchObject({ status });
});

test('a request that another site makes a browser send changes nothing, also without an Origin', async () => {
  const { port } = await listen();
  const { status, message } = await send(port, '/_sandbox/reset', frame('document'), 'POST');
  expect(status).toBe(403);
  expect(message).toContain('requests of pages of another origin are not allowed');
});

test('a page of another port is another origin, unless its host is allowed', async () => {
  const { port } = await listen();
  const host = `127.0.0.1:${port}`;
  const own = { host, origin: `http://127.0.0.1:${port}` };
  expect(await send(port, state, own)).toMatchObject({ status: 200 });
  const other = await send(port, state, { host, origin: 'http://127.0.0.1:3000' });
  expect(other.status).toBe(403);
  expect(other.message).toContain('pages from http://127.0.0.1:3000 are not allowed');
  expect(await send(port, state, { host, origin: `http://localhost:${port}` })).toMatchObject({
    status: 403,
  });

  const open = await listen({ allowedHosts: ['localhost'] });
  const fromLocalhost = { host, origin: 'http://localhost:3000' };
  expect(await send(open.port, state, fromLocalhost)).toMatchObject({ status: 200 });
});

test('an allowed host may be used on any port, as a host and as an origin', async () => {
  const { port } = await listen({ allowedHosts: ['Shop.test', '[fd00::1]'] });
  expect(await send(port, state, { host: 'shop.test' })).toMatchObject({ status: 200 });
  expect(await send(port, state, { host: 'SHOP.test:4010' })).toMatchObject({ status: 200 });
  expect(await send(port, state, { host: '[fd00::1]:4010' })).toMatchObject({ status: 200 });
  const origin = 'http://shop.test:5173';
  expect(await send(port, state, { host: 'localhost', origin })).toMatchObject({ status: 200 });
  expect(await send(port, state, { host: 'evil.example', origin })).toMatchObject({ status: 403 });
  expect(await send(port, state, { host: 'sub.shop.test' })).toMatchObject({ status: 403 });
});

test.each(['http://shop.test', 'shop.test:4010', 'shop.test/', 'a b', '', '*'])(
  'the allowed host %o is rejected, since it is not a host name',
  async (name) => {
    const listening = createSandbox().listen({ allowedHosts: [name] });
    await expect(listening).rejects.toThrow(ConfigurationError);
    await expect(listening).rejects.toMatchObject({ option: 'allowedHosts' });
  },
);

test('--allow-host may be repeated', async () => {
  await using command = await startCommand(['--allow-host', 'shop.test', '--allow-host', 'game.test']);
  const port = Number(new URL(command.url).port);
  expect(await send(port, state, { host: 'shop.test' })).toMatchObject({ status: 200 });
  expect(await send(port, state, { host: 'game.test' })).toMatchObject({ status: 200 });
  expect(await send(port, state, { host: 'evil.test' })).toMatchObject({ status: 403 });
});
