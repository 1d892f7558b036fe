import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { integerBetween } from '../../client/api/input.ts';
import { inputObject } from '../../client/api/input-object.ts';
import { functionRule, rejectedOption } from '../../client/options/rules.ts';
import { isOwnPath } from '../paths.ts';
import { BodyStart, type HandledRequest } from '../requests/request-log.ts';
import { firstResponse, type Handler } from '../router.ts';
import type { Service } from '../service.ts';
import { failureResponse, logFailure } from './failure.ts';
import { createHandlers } from './handlers.ts';
import { type AllowedHosts, hostName, isAllowedHost, localOnly } from './local-only.ts';
import { sendResponse, toRequest } from './node-http.ts';
import { describeOutcome } from '../operations/faults/parse-fault.ts';
import type { Fields } from '../requests/secret-filter.ts';

/** Options of {@link Sandbox.listen}. */
export type ListenOptions = {
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
};

/** A server on a port of this machine, as returned by {@link Sandbox.listen}. */
export interface SandboxServer {
  /** Base URL for the client, for example `http://127.0.0.1:49152`. */
  readonly url: string;
  /** TCP port that the server has, which the system chose for `port: 0`. */
  readonly port: number;
  /** Closes all connections, including idle ones, and frees the port; may be called repeatedly. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Milliseconds that a connection stays open between requests: a client may work on a page for more than Node's 5 s. */
const keepAliveTimeout = 60_000;

/** Starts an HTTP server for the service. */
export async function listen(service: Service, options: ListenOptions = {}): Promise<SandboxServer> {
  const { port, host, allowedHosts: hosts, onRequest } = readOptions(options);
  let origin = '';
  const server = createServer({ keepAliveTimeout }, (incoming, outgoing) => {
    const { method = '', url: path = '' } = incoming;
    const [body, response] = [new BodyStart(), new BodyStart()];
    // `undefined` until it is read: by it, its fault is known.
    let request: Request | undefined;
    const start = performance.now();
    outgoing.once('close', () => {
      const status = outgoing.headersSent ? outgoing.statusCode : undefined;
      const complete = outgoing.writableFinished;
      const handled = { method, path, status, complete, milliseconds: performance.now() - start };
      const plan = request && service.faults.injectedInto(request);
      if (!isOwnPath(path)) {
        const headers = fieldsOf(incoming.headersDistinct);
        const responseHeaders = fieldsOf(outgoing.getHeaders());
        const fault = plan && describeOutcome(plan);
        service.requests.add({ ...handled, headers, body, fault, responseHeaders, response });
      }
      onRequest?.(handled);
    });
    toRequest(incoming, outgoing, origin, body).then(
      (received) => {
        request = received;
        return serve(handlers, received, outgoing, response);
      },
      // The request target is not a URL, or `fetch` forbids the method; or the connection broke, and
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
  handlers: readonly Handler[],
  request: Request,
  outgoing: ServerResponse,
  log: BodyStart,
): Promise<void> {
  const fail = (error: unknown): Response => {
    // What fails because the client has gone is no error of the sandbox.
    if (!request.signal.aborted) logFailure(request, error);
    return failureResponse(request);
  };
  const response = await firstResponse(handlers, request).catch(fail);
  try {
    await sendResponse(outgoing, response ?? new Response(null, { status: 404 }), log);
  } catch (error) {
    // The body of a fault is meant to fail.
    if (!outgoing.headersSent) fail(error);
    outgoing.destroy();
  }
}

/** The origin that the client used, if its host is allowed: a name in the hosts file, or that of a proxy. */
function originOf({ headers }: Request, allowedHosts: AllowedHosts): string | undefined {
  const host = headers.get('host');
  if (host === null || !isAllowedHost(host, allowedHosts)) return undefined;
  const scheme = headers.get('x-forwarded-proto')?.startsWith('https') ? 'https' : 'http';
  return `${scheme}://${host}`;
}

const hostRule = { error: 'must be host names, without scheme, port or path' };
const optionsSchema = inputObject(
  { example: '{ port: 8080 }', unknown: 'is not an option of listen' },
  {
    port: integerBetween(0, 65_535).default(0),
    host: z.enum(['127.0.0.1', '::1'], { error: 'must be 127.0.0.1 or ::1' }).default('127.0.0.1'),
    allowedHosts: z
      .array(z.string(hostRule), hostRule)
      .refine((names) => names.every((name) => hostName(name) !== undefined), hostRule)
      .default([])
      .transform((names) => new Set(names.map(hostName))),
    onRequest: functionRule<NonNullable<ListenOptions['onRequest']>>().optional(),
  },
);

function readOptions(options: ListenOptions): z.output<typeof optionsSchema> {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) throw rejectedOption(checked.error);
  return checked.data;
}

function fieldsOf(
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): Fields {
  return Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]);
}
