import type { IncomingMessage, ServerResponse } from 'node:http';

import { ConfigurationError } from '../errors/index.ts';
import type { NodeRequest, NodeResponse } from './node-messages.ts';
import { toFetchRequest } from './node-request.ts';
import { sendResponse } from './send-response.ts';

const noBody = new Uint8Array();

/**
 * Converts a handler of the Fetch standard to a request listener for `node:http`, Express, Fastify or NestJS.
 *
 * The signature is verified on the raw bytes of the body, so mount the handler before any body parser. If a parser ran
 * first, the raw bytes are read from `req.rawBody` or `req.body` if one of them is a `Buffer`. Otherwise the response
 * is 500, and the log explains what to change.
 *
 * A response sent before the end of the request body has the header `connection: close`. At most 64 KiB more of the
 * body are read, and the socket is destroyed after at most one second.
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
    throw new ConfigurationError('handler', 'must be a function, for example createGameAuthHandler({ … })');
  }
  return (incoming, outgoing) => {
    // A previous response has closed the connection: nothing can be sent for a request that follows on it.
    if (incoming.socket.writableEnded) return;
    respond(handler, incoming, outgoing).catch((error: unknown) => {
      // Handlers of this package never throw. Another handler has no other way to report its error.
      process.emitWarning(error instanceof Error ? error : String(error));
      if (outgoing.headersSent) outgoing.destroy();
      else sendResponse(incoming, outgoing, new Response(null, { status: 500 }), noBody);
    });
  };
}

async function respond(
  handler: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { response, body } = await callHandler(handler, incoming, outgoing);
  // The rest of a small body is often in the bytes that Node is still parsing.
  if (!incoming.complete) await new Promise((resolve) => setImmediate(resolve));
  // Something else has sent a response, or the connection is closed.
  if (outgoing.headersSent || outgoing.destroyed) return;
  sendResponse(incoming, outgoing, response, body);
}

async function callHandler(
  handler: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<{ response: Response; body: Uint8Array }> {
  // The Fetch standard forbids these methods.
  if (/^(connect|trace|track)$/i.test(incoming.method ?? '')) {
    return { response: new Response(null, { status: 405, headers: { allow: 'POST' } }), body: noBody };
  }
  const { request, release } = toFetchRequest(incoming, outgoing);
  try {
    const response = await handler(request);
    return { response, body: new Uint8Array(await response.arrayBuffer()) };
  } finally {
    release();
  }
}
