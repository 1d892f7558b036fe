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

    const rejected = { connection: 'close', reused: false };
    expect(await send(endpoint, agent, large, wrongToken)).toEqual({ ...rejected, status: 401 });
    expect(await send(endpoint, agent, large)).toEqual({ ...rejected, status: 413 });
    expect(await send(endpoint, agent, large, { ...signed(), signature: '' })).toEqual({
      ...rejected,
      status: 400,
    });
    expect(await send(endpoint, agent, body)).toMatchObject({ status: 200, reused: false });
  },
);

test.each(frameworks)(
  '$name: a sender that never stops receives the complete response, and loses the connection within two seconds',
  async (framework) => {
    await using endpoint = await framework.start(gameAuth(), false);
    const bytes = Buffer.concat([Buffer.from(headOf(20_000_000, wrongToken)), Buffer.alloc(20_000_000)]);

    const senders = Array.from({ length: 10 }, () => startSender(endpoint.port, bytes));
    for (const { received, milliseconds } of await Promise.all(senders.map(({ closed }) => closed))) {
      expect(received).toMatch(
        /^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n[^]*\{"error":"invalid_token"\}$/i,
      );
      expect(milliseconds).toBeLessThan(2000);
    }
  },
);

test('the sending half is closed at once, and little more is read', async () => {
  const harness = gameAuth();
  const listener = toNodeListener(harness.handler);
  const bytesRead: (() => number)[] = [];
  await using endpoint = await startNode(harness, (incoming, outgoing) => {
    const { socket } = incoming;
    let bytes = 0;
    socket.once('close', () => (bytes = socket.bytesRead));
    bytesRead.push(() => bytes);
    listener(incoming, outgoing);
  });
  const { socket, closed } = startSender(endpoint.port, headOf(50_000_000, wrongToken));
  const ended = new Promise((resolve) => socket.once('end', () => resolve(performance.now())));
  const start = performance.now();
  socket.write(Buffer.alloc(50_000_000));

  // The server closes its sending half before the drain time is over.
  expect(Number(await ended) - start).toBeLessThan(700);
  await closed;
  // 64 KiB, and what had been received before: at most what a stream and a socket buffer.
  expect(bytesRead[0]?.()).toBeLessThan(300_000);
});

test('a thousand senders that drip into a rejected body hold no socket for longer than two seconds', async () => {
  await using endpoint = await startPlain();
  const start = performance.now();
  const senders = Array.from({ length: 1000 }, () => {
    const sender = startSender(endpoint.port, headOf(1_000_000, wrongToken));
    // So that the sender does not close its half when the server does.
    sender.socket.allowHalfOpen = true;
    drip(sender.socket, 50);
    return sender;
  });

  const results = await Promise.all(senders.map(({ closed }) => closed));

  expect(results.filter(({ received }) => received.includes('{"error":"invalid_token"}'))).toHaveLength(1000);
  // Two seconds, and what a busy machine needs for a thousand connections. Their bodies would last for hours.
  expect(performance.now() - start).toBeLessThan(20_000);
}, 30_000);

test('senders that drip into a valid body are disconnected soon after the timeout', async () => {
  await using endpoint = await startPlain({ timeout: 200 });
  const senders = Array.from({ length: 200 }, () => {
    const sender = startSender(endpoint.port, headOf(10_000, signed()));
    sender.socket.allowHalfOpen = true;
    drip(sender.socket, 20);
    return sender;
  });

  for (const { received, milliseconds } of await Promise.all(senders.map(({ closed }) => closed))) {
    expect(received).toContain('{"error":"incomplete_body"}');
    expect(milliseconds).toBeGreaterThan(190);
    expect(milliseconds).toBeLessThan(4000);
  }
});

test('a rejected body that ends while it is drained closes the connection at once', async () => {
  await using endpoint = await startPlain();
  const { socket, closed } = startSender(endpoint.port, headOf(1000, wrongToken));
  socket.allowHalfOpen = true;
  socket.once('data', () => {
    socket.write(Buffer.alloc(1000));
    // A destroyed connection is only noticed by writing to it.
    drip(socket, 10);
  });

  const { received, milliseconds } = await closed;

  expect(received).toContain('HTTP/1.1 401');
  expect(milliseconds).toBeLessThan(700);
});

test('a request that follows on a connection that is being closed is not handled', async () => {
  await using endpoint = await startPlain();
  const { socket, closed } = startSender(endpoint.port, headOf(1000, wrongToken));
  socket.allowHalfOpen = true;
  const next = headOf(Buffer.byteLength(body), signed()) + body;
  socket.once('data', () => socket.write('x'.repeat(1000) + next));
  socket.once('end', () => setTimeout(() => drip(socket, 10), 50));

  expect((await closed).received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  expect(endpoint.calls).toEqual([]);
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
])('%s has its response delivered before the connection is closed', async (_, handler) => {
  await using endpoint = await startNode(gameAuth(), toNodeListener(handler));
  const bytes = Buffer.concat([Buffer.from(headOf(5_000_000, {})), Buffer.alloc(5_000_000)]);

  const { received, milliseconds } = await startSender(endpoint.port, bytes).closed;

  expect(received).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n[^]*early$/i);
  expect(milliseconds).toBeLessThan(2000);
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
