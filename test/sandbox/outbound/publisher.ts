import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

/** A received request. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The publisher's response; `'nothing'` keeps the connection open without one. */
export type Reply =
  'nothing' | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string };

/** Starts a publisher's endpoint on a free port; it is closed after the test. */
export async function startPublisher(reply: Reply): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      if (reply === 'nothing') return;
      response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  // A server that listens on a port has this form of address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}
