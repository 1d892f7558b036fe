// @module-tag slow
import { Agent, request } from 'node:http';
import {
  type ClientHttp2Stream,
  connect as connectHttp2,
  createServer as createHttp2Server,
} from 'node:http2';
import { type AddressInfo, connect } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { toNodeListener } from '../../src/callbacks/index.ts';
import { body, gameAuth, signed } from './handlers.ts';
import { type Endpoint, frameworks, startNode } from './node-servers.ts';

const wrongToken = { ...signed(), 'x-publisher-token': 'another' };

/** Sends a request through an agent, and returns its status. */
function send(
  { port }: Endpoint,
  agent: Agent,
  text: string,
  headers: Record<string, string> = signed(text),
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/game-auth', method: 'POST', agent };
    const sent = request(
      { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(text) } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
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

    expect(await send(endpoint, agent, large, wrongToken)).toBe(401);
    expect(await send(endpoint, agent, large)).toBe(413);
    expect(await send(endpoint, agent, large, { ...signed(), signature: '' })).toBe(400);
    expect(await send(endpoint, agent, body)).toBe(200);
  },
);

test('reading the body after the response was sent rejects', async () => {
  const { promise: reading, resolve } = Promise.withResolvers<unknown>();
  const listener = toNodeListener((received) => {
    resolve(received.text().catch((error: unknown) => error));
    return new Response('early');
  });
  await using endpoint = await startNode(gameAuth(), listener);
  const socket = connect(endpoint.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('POST /game-auth HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n');

  expect(await reading).toMatchObject({ message: 'the response was sent before the body was read' });
});

/** Serves game authentication over HTTP/2. Returns a function that sends a request on the same connection. */
async function startHttp2(): Promise<
  (headers: Record<string, string>, send: (stream: ClientHttp2Stream) => void) => Promise<unknown>
> {
  // The compatibility classes of node:http2 have their own types.
  const server = createHttp2Server(
    toNodeListener(gameAuth().handler) as unknown as Parameters<typeof createHttp2Server>[0],
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
