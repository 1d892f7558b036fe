// @module-tag slow
import { Agent, request } from 'node:http';
import {
  type ClientHttp2Stream,
  connect as connectHttp2,
  createServer as createHttp2Server,
} from 'node:http2';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { toNodeListener } from '../../src/callbacks/index.ts';
import { body, gameAuth, signed } from './handlers.ts';
import { type Endpoint, frameworks, startNode, startPlain } from './node-servers.ts';
import { drip, headOf, startSender } from './raw-sender.ts';

const wrongToken = { ...signed(), 'x-publisher-token': 'another' };

/** Sends a request through an agent, and returns whether it reused a connection. */
function send(
  { port }: Endpoint,
  agent: Agent,
  text: string,
  headers: Record<string, string> = signed(text),
): Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/game-auth', method: 'POST', agent };
    const sent = request(
      { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(text) } },
      (response) => {
        const { statusCode: status, headers: received } = response;
        response.resume();
        response.on('end', () =>
          resolve({ status, connection: received.connection, reused: sent.reusedSocket }),
        );
        // A connection that is closed while the body is still sent fails after the response, too.
        sent.off('error', reject).on('error', () => undefined);
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

function oneConnection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

test.each(frameworks)(
  '$name: after a rejected body of 300 KB the next request gets its response',
  async (framework) => {
    await using endpoint = await framework.start(gameAuth(), false);
    const agent = oneConnection();
    const large = ' '.repeat(300_000);

    expect(await send(endpoint, agent, large, wrongToken)).toMatchObject({ status: 401 });
    expect(await send(endpoint, agent, large)).toMatchObject({ status: 413 });
    expect(await send(endpoint, agent, large, { ...signed(), signature: '' })).toMatchObject({ status: 400 });
    expect(await send(endpoint, agent, body)).toMatchObject({ status: 200 });
  },
);

test('a sender that drips into a valid body gets its response at the timeout', async () => {
  await using endpoint = await startPlain({ timeout: 200 });
  const { socket, closed } = startSender(endpoint.port, headOf(10_000, signed()));
  drip(socket, 20);
  socket.once('data', () => socket.end());

  expect((await closed).received).toContain('{"error":"incomplete_body"}');
});

test('a connection is reused after a request whose body was read, rejected or not', async () => {
  await using endpoint = await startPlain();
  const agent = oneConnection();

  expect(await send(endpoint, agent, body)).toMatchObject({ status: 200, reused: false });
  expect(await send(endpoint, agent, 'not json')).toMatchObject({ status: 403, reused: true });
  expect(await send(endpoint, agent, body)).toMatchObject({ status: 200, reused: true });
  expect(endpoint.calls).toHaveLength(2);
});

test('a connection is reused after a request that was rejected with its body received, but not read', async () => {
  await using endpoint = await startPlain();
  const one = headOf(Buffer.byteLength(body), signed()) + body;
  const rejected = headOf(Buffer.byteLength(body), wrongToken) + body;
  const { socket, closed } = startSender(endpoint.port, one + rejected + one);

  setTimeout(() => socket.end(), 300);
  const { received } = await closed;

  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401', 'HTTP/1.1 200']);
});

test.each([
  ['a handler that does not read the body', () => new Response('early')],
  [
    'a handler that cancels the body',
    async ({ body: stream }: Request) => {
      await stream?.cancel();
      return new Response('early');
    },
  ],
])('%s has its response delivered', async (_, handler) => {
  await using endpoint = await startNode(gameAuth(), toNodeListener(handler));
  const bytes = Buffer.concat([Buffer.from(headOf(5_000_000, {})), Buffer.alloc(5_000_000)]);

  const { socket, closed } = startSender(endpoint.port, bytes);
  socket.once('data', () => socket.end());

  expect((await closed).received).toMatch(/^HTTP\/1\.1 200 [^]*early$/i);
});

test('reading the body after the response was sent rejects', async () => {
  const { promise: reading, resolve } = Promise.withResolvers<unknown>();
  const listener = toNodeListener((received) => {
    resolve(received.text().catch((error: unknown) => error));
    return new Response('early');
  });
  await using endpoint = await startNode(gameAuth(), listener);
  startSender(endpoint.port, headOf(1000, {}));

  expect(await reading).toMatchObject({ message: 'the response was sent before the body was read' });
});

/** Serves game authentication over HTTP/2. Returns a function that sends a request on the same connection. */
async function startHttp2(
  options?: Parameters<typeof gameAuth>[0],
): Promise<(headers: Record<string, string>, send: (stream: ClientHttp2Stream) => void) => Promise<unknown>> {
  // The compatibility classes of node:http2 have their own types.
  const server = createHttp2Server(
    toNodeListener(gameAuth(options).handler) as unknown as Parameters<typeof createHttp2Server>[0],
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  return (headers, send) =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':method': 'POST', ':path': '/game-auth', ...headers });
      let status: unknown;
      stream.on('response', (received) => (status = received[':status']));
      stream.on('data', () => undefined);
      stream.on('error', reject);
      stream.on('close', () => resolve(status));
      send(stream);
    });
}

test('over HTTP/2 the rest of a rejected body is discarded, and the connection is reused', async () => {
  const statusOf = await startHttp2();

  expect(await statusOf(wrongToken, (stream) => stream.end(' '.repeat(300_000)))).toBe(401);
  expect(await statusOf(signed(), (stream) => stream.end(body))).toBe(200);
});

test('over HTTP/2 the rest of a body that timed out is discarded, and the connection is reused', async () => {
  const statusOf = await startHttp2({ timeout: 100 });
  const endLate = (stream: ClientHttp2Stream): void => {
    stream.write(' ');
    stream.once('response', () => stream.end(' '.repeat(300_000)));
  };

  expect(await statusOf(signed(), endLate)).toBe(400);
  expect(await statusOf(signed(), (stream) => stream.end(body))).toBe(200);
});
