import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type ClientOptions, PublisherClient } from '../../src/client/index.ts';

/** A request as a test server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The response of a test server: JSON with status 200 by default, or whatever a function writes. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown }
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly text: string | Buffer }
  | ((response: ServerResponse) => void);

/** A real HTTP server on loopback with scripted responses, which records its requests. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** A client of this server. */
  client(options?: ClientOptions): PublisherClient;
}

export const token = 'token-that-must-not-leak-4711';

/** The reply to a request, which is the latest of so many. */
export function replyTo<R>(
  request: ReceivedRequest,
  count: number,
  replies: readonly R[] | ((request: ReceivedRequest) => R),
): R {
  const reply =
    typeof replies === 'function' ? replies(request) : replies[Math.min(count, replies.length) - 1];
  if (reply === undefined) throw new Error('a test server needs at least one reply');
  return reply;
}

/** A reply with JSON that is sent once something else is done. */
export function replyAfter(work: Promise<unknown>, json: unknown): Reply {
  return (response) => {
    work.then(
      () => write(response, { json }),
      () => response.destroy(),
    );
  };
}

/** Starts a server; replies are sent in order, the last one for ever, or made from each request. */
export async function startService(
  replies: readonly Reply[] | ((request: ReceivedRequest) => Reply),
): Promise<Service> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      write(response, replyTo(request, requests.length, replies));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    client: (options) => new PublisherClient({ baseUrl: url, token, ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function write(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'function') {
    reply(response);
    return;
  }
  const body = 'json' in reply ? JSON.stringify(reply.json) : reply.text;
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(body);
}

/** The error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}
