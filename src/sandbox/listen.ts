import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getResponse } from 'msw';

import { ConfigurationError } from '../errors/index.ts';
import type { Controls } from './control/actions.ts';
import { hostName, localOnly } from './control/local-only.ts';
import { createHandlers } from './handlers.ts';
import { sendResponse, toRequest } from './node-http.ts';
import type { Service } from './service.ts';

/** Where {@link Sandbox.listen} listens. */
export interface ListenOptions {
  /** TCP port. @defaultValue `0`: any that is free */
  readonly port?: number | undefined;
  /** A loopback address: the sandbox is not for other machines. @defaultValue `'127.0.0.1'` */
  readonly host?: '127.0.0.1' | '::1' | undefined;
  /**
   * Host names, besides localhost and the loopback addresses, by which `/`, pages and `/_sandbox/` may be reached, on
   * any port: for a name in the hosts file, or a proxy. The API itself is not restricted. @defaultValue `[]`
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Told of every request when its answer has left, or its connection has ended before. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
}

/** A request and what became of it. */
export interface AnsweredRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly path: string;
  /** HTTP status; `undefined` when the connection ended before an answer. */
  readonly status: number | undefined;
  /** Whether the whole answer was sent. */
  readonly complete: boolean;
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
}

/** The sandbox on a port of this machine. */
export interface SandboxServer {
  /** For the client's `baseUrl`, for example `http://127.0.0.1:49152`. */
  readonly url: string;
  /** TCP port. */
  readonly port: number;
  /** Ends every connection, also idle ones, and frees the port; may be repeated. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Puts the service on a port. */
export async function listen(
  service: Service,
  controls: () => Controls,
  options: ListenOptions = {},
): Promise<SandboxServer> {
  const { port, host } = checkOptions(options);
  const local = localOnly(readHosts(options.allowedHosts));
  let origin = '';
  const server = createServer((incoming, outgoing) => {
    report(incoming, outgoing, options.onRequest);
    const request = toRequest(incoming, outgoing, origin);
    request
      .then((received) => getResponse(handlers, received))
      .then((response) => sendResponse(outgoing, response ?? new Response(null, { status: 404 })))
      // A request line that is no URL, a method that `fetch` forbids, a path too long to match; or the connection
      // broke, and nobody reads this.
      .catch(() => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(400).end()));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A server that listens on a port has this form of address; the other form belongs to pipes.
  const address = server.address() as AddressInfo;
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  const handlers = createHandlers(service, controls, origin, local);

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      // The only error it may bring is that the server is closed already.
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: origin, port: address.port, close, [Symbol.asyncDispose]: close };
}

function report(
  { method = '', url: path = '' }: IncomingMessage,
  outgoing: ServerResponse,
  onRequest: ListenOptions['onRequest'],
): void {
  if (!onRequest) return;
  const start = performance.now();
  outgoing.once('close', () => {
    const status = outgoing.headersSent ? outgoing.statusCode : undefined;
    const complete = outgoing.writableFinished;
    onRequest({ method, path, status, complete, milliseconds: performance.now() - start });
  });
}

function checkOptions({ port = 0, host = '127.0.0.1' }: ListenOptions): { port: number; host: string } {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigurationError('port', 'must be a whole number from 0 to 65535');
  }
  const loopback: readonly string[] = ['127.0.0.1', '::1'];
  if (!loopback.includes(host)) throw new ConfigurationError('host', 'must be 127.0.0.1 or ::1');
  return { port, host };
}

function readHosts(names: readonly string[] = []): Set<string> {
  return new Set(
    names.map((name) => {
      const host = hostName(name);
      if (host === undefined) {
        throw new ConfigurationError('allowedHosts', 'must be host names, without scheme, port or path');
      }
      return host;
    }),
  );
}
