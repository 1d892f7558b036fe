import type { IncomingMessage, ServerResponse } from 'node:http';

import { receive } from './node-request.ts';
import { sendResponse } from './send-response.ts';

const nothing = new Uint8Array();

/**
 * Serves a handler of the Fetch standard through `node:http`, Express, Fastify or NestJS.
 *
 * The body must not have been parsed: the signature is verified on its raw bytes. If a parser ran first, the raw bytes
 * are taken from `req.rawBody` or `req.body` where they are there as a `Buffer`; else the callback is answered with 500
 * and the publisher is told what to change.
 *
 * A response that precedes the end of the request body carries `connection: close`; at most 64 KiB more of the body are
 * read, and the socket is destroyed after one second at the latest.
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
): (req: IncomingMessage, res: ServerResponse) => void {
  return (incoming, outgoing) => {
    // The connection is closed by the response before: nothing can be sent for a request that follows on it.
    if (incoming.socket.writableEnded) return;
    answer(handler, incoming, outgoing).catch((error: unknown) => {
      // Handlers of this package never throw: it is another one, which has no other way to be heard.
      process.emitWarning(error instanceof Error ? error : String(error));
      if (outgoing.headersSent) outgoing.destroy();
      else sendResponse(incoming, outgoing, new Response(null, { status: 500 }), nothing);
    });
  };
}

async function answer(
  handler: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { response, body } = await respond(handler, incoming, outgoing);
  // The rest of a small body is often in the bytes that Node is still parsing.
  if (!incoming.complete) await new Promise((resolve) => setImmediate(resolve));
  // Something else has answered, or nobody is there any more.
  if (outgoing.headersSent || outgoing.destroyed) return;
  sendResponse(incoming, outgoing, response, body);
}

async function respond(
  handler: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<{ response: Response; body: Uint8Array }> {
  // The Fetch standard has no requests with these.
  if (/^(connect|trace|track)$/i.test(incoming.method ?? '')) {
    return { response: new Response(null, { status: 405, headers: { allow: 'POST' } }), body: nothing };
  }
  const { request, release } = receive(incoming, outgoing);
  try {
    const response = await handler(request);
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  } finally {
    release();
  }
}
