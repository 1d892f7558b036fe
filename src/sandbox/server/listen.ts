import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getResponse, type HttpHandler } from 'msw';
import * as z from 'zod';

import { inputObject } from '../../api/input-object.ts';
import { ConfigurationError } from '../../errors/index.ts';
import { rejectedOption } from '../../options/rules.ts';
import { isOwnPath } from '../pages/page.ts';
import type { BodyStart } from '../requests/body-start.ts';
import type { Service } from '../service.ts';
import { failureResponse, logFailure } from './failure.ts';
import { createHandlers } from './handlers.ts';
import { hostName, isAllowedHost, localOnly } from './local-only.ts';
import { sendResponse, toRequest } from './node-http.ts';
import { Recording } from './recording.ts';

/** Options of {@link Sandbox.listen}. */
export interface ListenOptions {
  /** TCP port. @defaultValue `0`: any free port */
  readonly port?: number | undefined;
  /** A loopback address; the sandbox does not serve other machines. @defaultValue `'127.0.0.1'` */
  readonly host?: '127.0.0.1' | '::1' | undefined;
  /**
   * Host names that may be used for `/`, pages and `/_sandbox/`, on any port, in addition to localhost and the
   * loopback addresses: for a name in the hosts file, or a proxy. Their pages may also send requests to `/_sandbox/`, and
   * the forms of pages; name `localhost` to allow those of its other ports. The API itself is not restricted.
   * @defaultValue `[]`
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Called with every request once its response is sent, or its connection has closed. */
  readonly onRequest?: ((request: HandledRequest) => void) | undefined;
}

/** A request and its outcome. */
export interface HandledRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path and query, as received. */
  readonly path: string;
  /** HTTP status; `undefined` if the connection closed before a response. */
  readonly status: number | undefined;
  /** Whether the response was sent completely. */
  readonly complete: boolean;
  /** Duration in milliseconds. */
  readonly milliseconds: number;
}

/** A server on a port of this machine, as returned by {@link Sandbox.listen}. */
export interface SandboxServer {
  /** Base URL for the client, for example `http://127.0.0.1:49152`. */
  readonly url: string;
  /** TCP port. */
  readonly port: number;
  /** Closes all connections, including idle ones, and frees the port; may be called repeatedly. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts an HTTP server for the service. */
export async function listen(service: Service, options: ListenOptions = {}): Promise<SandboxServer> {
  const { port, host, allowedHosts, onRequest } = readOptions(options);
  const hosts = readHosts(allowedHosts);
  let origin = '';
  const server = createServer((incoming, outgoing) => {
    const recording = isOwnPath(incoming.url ?? '') ? undefined : new Recording();
    report(incoming, outgoing, (handled) => {
      recording?.addTo(service, handled, incoming, outgoing);
      onRequest?.(handled);
    });
    toRequest(incoming, outgoing, origin, recording?.body).then(
      (request) => {
        if (recording) recording.request = request;
        return serve(handlers, request, outgoing, recording?.response);
      },
      // The request target is not a URL or is too long, or `fetch` forbids the method; or the connection broke, and
      // nobody reads this.
      () => outgoing.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A server that listens on a port has this form of address; the other form belongs to pipes.
  const address = server.address() as AddressInfo;
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  const handlers = createHandlers(service, origin, {
    checkHost: localOnly(hosts),
    pageOriginOf: (request) => originOf(request, hosts) ?? origin,
  });
  service.origins.add(origin);

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      service.origins.delete(origin);
      // Its only error is that the server is already closed.
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: origin, port: address.port, close, [Symbol.asyncDispose]: close };
}

/** Sends the response to a request; never rejects. */
async function serve(
  handlers: HttpHandler[],
  request: Request,
  outgoing: ServerResponse,
  log: BodyStart | undefined,
): Promise<void> {
  const fail = (error: unknown): Response => {
    // What fails because the client has gone is no error of the sandbox.
    if (!request.signal.aborted) logFailure(request, error);
    return failureResponse(request);
  };
  const response = await getResponse(handlers, request).catch(fail);
  try {
    await sendResponse(outgoing, response ?? new Response(null, { status: 404 }), log);
  } catch (error) {
    // The body of a fault is meant to fail.
    if (!outgoing.headersSent) fail(error);
    outgoing.destroy();
  }
}

/** The origin that the client used, if its host is allowed: a name in the hosts file, or that of a proxy. */
function originOf({ headers }: Request, allowedHosts: ReadonlySet<string>): string | undefined {
  const host = headers.get('host');
  if (host === null || !isAllowedHost(host, allowedHosts)) return undefined;
  const scheme = headers.get('x-forwarded-proto')?.startsWith('https') ? 'https' : 'http';
  return `${scheme}://${host}`;
}

function report(
  { method = '', url: path = '' }: IncomingMessage,
  outgoing: ServerResponse,
  onRequest: (request: HandledRequest) => void,
): void {
  const start = performance.now();
  outgoing.once('close', () => {
    const status = outgoing.headersSent ? outgoing.statusCode : undefined;
    const complete = outgoing.writableFinished;
    onRequest({ method, path, status, complete, milliseconds: performance.now() - start });
  });
}

const portRule = { error: 'must be an integer from 0 to 65535' };
const optionsSchema = inputObject(
  { example: '{ port: 8080 }', unknown: 'is not an option of listen' },
  {
    port: z.int(portRule).min(0, portRule).max(65_535, portRule).default(0),
    host: z.enum(['127.0.0.1', '::1'], { error: 'must be 127.0.0.1 or ::1' }).default('127.0.0.1'),
    allowedHosts: z
      .array(z.string({ error: 'must be a string' }), { error: 'must be an array of host names' })
      .readonly()
      .optional(),
    onRequest: z
      .custom<ListenOptions['onRequest']>((value) => typeof value === 'function', {
        error: 'must be a function',
      })
      .optional(),
  },
);

function readOptions(options: ListenOptions): z.output<typeof optionsSchema> {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) throw rejectedOption(checked.error);
  return checked.data;
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
