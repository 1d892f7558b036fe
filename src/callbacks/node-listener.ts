import type { IncomingMessage, ServerResponse } from 'node:http';

import { invalidOption } from '../client/errors/index.ts';
import { unlessAborted } from '../client/runtime/abort.ts';
import { toHeaders, toUrl } from './received-request.ts';

/** A request of a `node:http` server: declared by a few properties, so that it requires no types of Node. */
export type NodeRequest = {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** The request target. */
  readonly url?: string | undefined;
  /** Names and values of the headers in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** Whether the whole request has been received. */
  readonly complete: boolean;
};

/** A response of a `node:http` server: declared by a few properties, so that it requires no types of Node. */
export type NodeResponse = {
  /** HTTP status. */
  readonly statusCode: number;
  /** Whether the headers have been sent. */
  readonly headersSent: boolean;
  /** Whether the response has been ended. */
  readonly writableEnded: boolean;
};

/**
 * Converts a handler of the Fetch standard to a request listener for `node:http`, Express, Fastify or NestJS.
 *
 * The signature is verified on the raw bytes of the body, so mount the handler before any body parser; in Fastify, call
 * it in the route's `onRequest` hook. If a parser ran first, the raw bytes are read from `req.rawBody` or `req.body` if
 * one of them is a `Buffer`. Otherwise the response is 500, and the log explains what to change.
 *
 * If a request is rejected before the end of its body, Node reads the rest and discards it; `requestTimeout` of your
 * server limits how long.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { createGameAuthHandler, timestampedHmac, toNodeListener } from 'publisher-commerce/callbacks';
 *
 * const gameAuth = createGameAuthHandler({
 *   publisherToken: process.env.PUBLISHER_TOKEN,
 *   verifySignature: timestampedHmac({ secret: process.env.CALLBACK_SECRET }),
 *   initiate: () => ({ accessToken: crypto.randomUUID() }),
 * });
 * createServer(toNodeListener(gameAuth)).listen(3000);
 * ```
 */
export function toNodeListener(
  handler: (request: Request) => Response | Promise<Response>,
): (req: NodeRequest, res: NodeResponse) => void;
// An overload: the declaration above requires no types of Node.
export function toNodeListener(
  handler: (request: Request) => Response | Promise<Response>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  // Callers in JavaScript may pass the options of a handler.
  if (typeof (handler as unknown) !== 'function') {
    throw invalidOption('handler', 'must be a function, for example createGameAuthHandler({ … })');
  }
  return (incoming: FrameworkRequest, outgoing: FrameworkResponse) => {
    respond(handler, incoming, outgoing).catch((error: unknown) => {
      // Handlers of this package never throw. Another handler has no other way to report its error.
      process.emitWarning(error instanceof Error ? error : String(error));
      if (outgoing.headersSent) outgoing.destroy?.();
      else sendResponse(incoming, outgoing, new Response(null, { status: 500 }));
    });
  };
}

async function respond(
  handler: (request: Request) => Response | Promise<Response>,
  incoming: FrameworkRequest,
  outgoing: FrameworkResponse,
): Promise<void> {
  const responded = new AbortController();
  let response = new Response(null, { status: 405, headers: { allow: 'POST' } });
  let body = new Uint8Array();
  try {
    // The Fetch standard forbids these methods.
    if (!/^(connect|trace|track)$/i.test(incoming.method ?? '')) {
      response = await handler(toFetchRequest(incoming, outgoing, responded.signal));
      body = new Uint8Array(await response.arrayBuffer());
    }
  } finally {
    responded.abort(new Error('the response was sent before the body was read'));
  }
  // Something else has sent a response, or the connection is closed.
  if (outgoing.headersSent || outgoing.destroyed) return;
  sendResponse(incoming, outgoing, response, body);
}

/** What Node's parser did not make lacks some of it: a request of a serverless adapter, or of a test. */
type FrameworkRequest = Partial<IncomingMessage> & {
  readonly originalUrl?: string;
  readonly body?: unknown;
  readonly rawBody?: unknown;
};
type FrameworkResponse = Partial<ServerResponse> &
  Pick<ServerResponse, 'statusCode' | 'appendHeader' | 'setHeader' | 'end'>;

/** Converts a `node:http` request to a request of the Fetch standard, whose signal aborts when the connection is lost. */
function toFetchRequest(
  incoming: FrameworkRequest,
  outgoing: FrameworkResponse,
  responded: AbortSignal,
): Request {
  const connection = new AbortController();
  outgoing.once?.('close', () => {
    if (!outgoing.writableFinished) connection.abort();
  });
  const { method = 'GET' } = incoming;
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(incoming, responded);
  const init = { method, headers: headersOf(incoming), body, signal: connection.signal };
  // Missing from the DOM's types, but required by Node for a body that is a stream.
  const request = new Request(urlOf(incoming), { ...init, duplex: 'half' } as RequestInit);
  // It is undefined in a fake without a stream, whose body is not raw.
  const wasRead = incoming.readableDidRead !== false || incoming.readableEnded;
  // As after `request.text()`: the body has been used.
  if (wasRead && body instanceof ReadableStream) void request.body?.cancel();
  return request;
}

/** Reads the raw headers if there are any, because `headers` drops some duplicates. */
function headersOf({ rawHeaders = [], headers = {} }: FrameworkRequest): Headers {
  if (rawHeaders.length === 0) return toHeaders(Object.entries(headers));
  const pairs = rawHeaders.flatMap((name, index): [string, string | undefined][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : [],
  );
  return toHeaders(pairs);
}

function urlOf({ originalUrl, url = '/', headers, socket }: FrameworkRequest): string {
  return toUrl('encrypted' in Object(socket) ? 'https' : 'http', headers?.host, originalUrl ?? url);
}

/** The raw body, received no faster than it is read: a handler can respond before its end. */
function bodyOf(
  incoming: FrameworkRequest,
  responded: AbortSignal,
): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  const kept = [incoming.rawBody, incoming.body].find((body) => body instanceof Uint8Array);
  if (kept) return new Uint8Array(kept);
  const chunks: AsyncIterator<Uint8Array, undefined> | undefined = incoming[Symbol.asyncIterator]?.();
  // An iterator that waits for bytes would keep those that follow the response from being discarded.
  responded.addEventListener('abort', () => incoming.removeAllListeners?.('readable'));
  const source: UnderlyingDefaultSource<Uint8Array> = {
    // Unlike in `Readable.toWeb`, there is no `cancel`, which would close the connection before the response.
    pull: async (controller) => {
      const next = chunks && (await unlessAborted(chunks.next(), responded));
      if (next?.value) controller.enqueue(next.value);
      else controller.close();
    },
  };
  // A high-water mark of 0 reads nothing ahead.
  return new ReadableStream(source, { highWaterMark: 0 });
}

function sendResponse(
  incoming: FrameworkRequest,
  outgoing: FrameworkResponse,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body = new Uint8Array(),
): void {
  outgoing.statusCode = status;
  headers.forEach((value, name) => outgoing.appendHeader(name, value));
  if (status !== 204) outgoing.setHeader('content-length', body.byteLength);
  // An unread body would block the next request on this connection.
  incoming.resume?.();
  outgoing.end(body);
}
