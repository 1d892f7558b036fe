import { Agent, request } from 'node:http';
import { connect } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { listPricePoints } from '../../src/contract/price-points.ts';
import { ConfigurationError } from '../../src/errors/index.ts';
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxServer,
} from '../../src/sandbox/index.ts';
import { accepted, ask } from './ask.ts';

async function start(options?: SandboxOptions): Promise<{ sandbox: Sandbox; server: SandboxServer }> {
  const sandbox = createSandbox(options);
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return { sandbox, server };
}

const token = { 'x-publisher-token': 'sandbox-token' };

/** What a raw connection answers before it is closed. */
async function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('the server answers over HTTP from the state that fetch sees', async () => {
  const { sandbox, server } = await start();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  const created = await fetch(`${server.url}/v1/price-points`, {
    method: 'POST',
    headers: { ...token, 'content-type': 'application/json' },
    body: '{"priceInUsdCents":999}',
  });
  expect(created.status).toBe(200);
  expect(created.headers.get('content-type')).toBe('application/json');
  expect(await created.json()).toMatchObject({ priceInUsdCents: 999 });
  const { pricePoints } = accepted(listPricePoints, await ask(sandbox, 'GET', '/v1/price-points'));
  expect(pricePoints).toMatchObject([{ priceInUsdCents: 999 }]);
});

test('an error of the report names the URL that was asked for', async () => {
  const { server } = await start();
  const url = `${server.url}/reporting/financial-data/transactions?limit=0`;
  const response = await fetch(url, { headers: token });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ requestUrl: url });
});

test('a page of ten thousand rows arrives whole', async () => {
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

test('an unknown path answers 404 and another method 405', async () => {
  const { server } = await start();
  expect((await fetch(`${server.url}/nothing`, { headers: token })).status).toBe(404);
  expect((await fetch(`${server.url}//example.com/v1/price-points`, { headers: token })).status).toBe(404);
  expect((await fetch(`${server.url}/v1/price-points`, { method: 'PATCH', headers: token })).status).toBe(
    405,
  );
  expect((await fetch(`${server.url}/v1/price-points`, { method: 'HEAD', headers: token })).status).toBe(405);
});

test('a token that is sent twice cannot be authorized', async () => {
  const { server } = await start();
  const answer = await speak(
    server.port,
    'GET /reporting/financial-data/transactions HTTP/1.1\r\nhost: sandbox\r\nconnection: close\r\n' +
      'x-publisher-token: sandbox-token\r\nx-publisher-token: sandbox-token\r\n\r\n',
  );
  expect(answer).toContain('401 Unauthorized');
  expect(answer).toContain('Failed to authorize publisher token');
});

test('a request that is none of HTTP’s usual answers 400', async () => {
  const { server } = await start();
  const rest = 'HTTP/1.1\r\nhost: sandbox\r\nconnection: close\r\n\r\n';
  for (const line of [
    'GET nothing',
    'TRACE /v1/price-points',
    `GET /v1/portal-content/${'x'.repeat(9000)}`,
  ]) {
    expect(await speak(server.port, `${line} ${rest}`)).toMatch(/^HTTP\/1.1 400 /);
  }
});

test('a body that is far too large is read to its end and refused, and the connection goes on', async () => {
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

test('closing ends idle connections, frees the port, and may be repeated', async () => {
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

test('closing does not wait for an answer that takes long', async () => {
  const { server } = await start({ latency: 600_000 });
  const pending = fetch(`${server.url}/v1/price-points`, { headers: token });
  // The failure is expected, and must have a listener before it comes.
  const failure = expect(pending).rejects.toThrow(TypeError);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await server.close();
  await failure;
});

test('a server closes with the block that uses it', async () => {
  let url: string;
  {
    await using server = await createSandbox().listen();
    url = server.url;
    expect((await fetch(`${url}/v1/price-points`, { headers: token })).status).toBe(200);
  }
  await expect(fetch(`${url}/v1/price-points`)).rejects.toThrow(TypeError);
});

test('a wrong port or a host that others could reach is refused by name', async () => {
  const sandbox = createSandbox();
  await expect(sandbox.listen({ port: 70_000 })).rejects.toMatchObject({ option: 'port' });
  // What a caller without a compiler may pass.
  const open = { host: '0.0.0.0' as '127.0.0.1' };
  await expect(sandbox.listen(open)).rejects.toThrow(ConfigurationError);
});

test('a port that is taken rejects', async () => {
  const { sandbox, server } = await start();
  await expect(sandbox.listen({ port: server.port })).rejects.toThrow('EADDRINUSE');
});
