import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import express, { type RequestHandler } from 'express';

import { toNodeListener } from '../../src/callbacks/index.ts';
import { gameAuth, type Harness } from './handlers.ts';

/** A server on loopback with a game authentication endpoint at `/game-auth`. */
export interface Endpoint extends Harness, AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** A framework that serves a handler. */
export interface Framework {
  readonly name: string;
  /** Starts a server; with `parsed`, the framework's JSON parser runs first. */
  start(harness: Harness, parsed: boolean): Promise<Endpoint>;
}

export async function startNode(harness: Harness, listener: RequestListener): Promise<Endpoint> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...harness,
    url: `http://127.0.0.1:${port}/game-auth`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function startExpress(harness: Harness, ...before: RequestHandler[]): Promise<Endpoint> {
  const app = express();
  for (const middleware of before) app.use(middleware);
  app.post('/game-auth', toNodeListener(harness.handler));
  app.use(express.json());
  app.post('/other', (request, response) => void response.json(request.body));
  return startNode(harness, app);
}

/** A hand-written body parser. */
async function parseByHand(incoming: IncomingMessage & { body?: unknown }): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  incoming.body = JSON.parse(Buffer.concat(chunks).toString());
}

export const frameworks: readonly Framework[] = [
  {
    name: 'node:http',
    start: (harness, parsed) => {
      const listener = toNodeListener(harness.handler);
      return startNode(harness, (incoming, outgoing) => {
        if (parsed) void parseByHand(incoming).then(() => listener(incoming, outgoing));
        else listener(incoming, outgoing);
      });
    },
  },
  {
    name: 'Express 5',
    start: (harness, parsed) => startExpress(harness, ...(parsed ? [express.json()] : [])),
  },
];

/** Starts a game authentication endpoint with `node:http`. */
export function startPlain(options: Parameters<typeof gameAuth>[0] = {}): Promise<Endpoint> {
  const harness = gameAuth(options);
  return startNode(harness, toNodeListener(harness.handler));
}

/** Writes raw bytes to a server. Returns what it sends until it closes the connection or has sent `until`. */
export function sendRaw(port: number, bytes: string, until = '\r\n0\r\n'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes(until)) socket.destroy();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    socket.write(bytes);
  });
}
