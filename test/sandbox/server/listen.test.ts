import { Agent, request } from 'node:http';
import { connect } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { ConfigurationError } from '../../../src/client/errors/index.ts';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxServer,
} from '../../../src/sandbox/index.ts';

async function start(options?: SandboxOptions): Promise<{ sandbox: Sandbox; server: SandboxServer }> {
  const sandbox = createSandbox(options);
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return { sandbox, server };
}

const token = { 'x-publisher-token': 'sandbox-token' };

/** Sends a string over a raw connection, and returns everything received until it closes. */
async function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

test('a connection stays open while a client works on a page', async () => {
  const { server } = await start();
  const response = await fetch(`${server.url}/reporting/financial-data/transactions`);

  expect(response.headers.get('keep-alive')).toBe('timeout=60');
  await response.body?.cancel();
});

test('a page of ten thousand rows is sent completely', async () => {
  const period = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
  const { server } = await start({ transactions: 10_000, period });
  const query = 'startDate=2026-03-01T00:00:00Z&endDate=2026-04-01T00:00:00Z&limit=10000';
  const response = await fetch(`${server.url}/reporting/financial-data/transactions?${query}`, {
    headers: token,
  });
  const text = await response.text();
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
  expect(JSON.parse(text)).toMatchObject({ totalCount: 10_000, results: { length: 10_000 } });
});

test('a path that begins with // returns 404, and HEAD 405', async () => {
  const { server } = await start();
  expect((await fetch(`${server.url}//example.com/v1/price-points`, { headers: token })).status).toBe(404);
  expect((await fetch(`${server.url}/v1/price-points`, { method: 'HEAD', headers: token })).status).toBe(405);
});

test('a malformed or forbidden request line returns 400', async () => {
  const { server } = await start();
  const rest = 'HTTP/1.1\r\nhost: sandbox\r\nconnection: close\r\n\r\n';
  for (const line of ['GET nothing', 'TRACE /v1/price-points']) {
    expect(await speak(server.port, `${line} ${rest}`)).toMatch(/^HTTP\/1.1 400 /);
  }
});

test('a body that is far too large is read to its end and rejected, and the connection stays usable', async () => {
  const { server } = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const put = async (length: number): Promise<{ status: number | undefined; reused: boolean }> =>
    new Promise((resolve, reject) => {
      const path = '/v1/portal-content/content-1/translations/fr';
      const sent = request(server.url + path, { method: 'PUT', agent, headers: token }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode, reused: sent.reusedSocket }));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ title: 'x'.repeat(length) }));
    });
  expect(await put(5_000_000)).toEqual({ status: 413, reused: false });
  expect(await put(5)).toEqual({ status: 200, reused: true });
});

test('close ends idle connections, frees the port, and may be called repeatedly', async () => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  await new Promise<void>((resolve, reject) => {
    const sent = request(`${server.url}/v1/price-points`, { agent, headers: token }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end();
  });
  await Promise.all([server.close(), server.close()]);
  await expect(fetch(`${server.url}/v1/price-points`)).rejects.toThrow(TypeError);
  const again = await sandbox.listen({ port: server.port });
  expect(again.port).toBe(server.port);
  await again.close();
});

test('close does not wait for a slow response', async () => {
  const { server } = await start({ latency: 600_000 });
  const pending = fetch(`${server.url}/v1/price-points`, { headers: token });
  // Attached now: an expected rejection must have a handler when it occurs.
  const failure = expect(pending).rejects.toThrow(TypeError);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await server.close();
  await failure;
});

test('an invalid port or a host other than loopback is rejected by name', async () => {
  const sandbox = createSandbox();
  await expect(sandbox.listen({ port: 70_000 })).rejects.toMatchObject({ option: 'port' });
  // A cast, as a JavaScript program may pass any host.
  const open = { host: '0.0.0.0' as '127.0.0.1' };
  await expect(sandbox.listen(open)).rejects.toThrow(ConfigurationError);
});

test('listen rejects if the port is in use', async () => {
  const { sandbox, server } = await start();
  await expect(sandbox.listen({ port: server.port })).rejects.toThrow('EADDRINUSE');
});
