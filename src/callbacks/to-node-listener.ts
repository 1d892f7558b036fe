import type { IncomingMessage, ServerResponse } from 'node:http';

import { toRequest } from './node-request.ts';

/**
 * Serves a handler of the Fetch standard through `node:http`, Express, Fastify or NestJS.
 *
 * The body must not have been parsed: the signature is verified on its raw bytes. If a parser ran first, the raw bytes
 * are taken from `req.rawBody` or `req.body` where they are there as a `Buffer`; else the callback is answered with 500
 * and the publisher is told what to change.
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
    answer(handler, incoming, outgoing).catch((error: unknown) => {
      // Handlers of this package never throw: it is another one, which has no other way to be heard.
      process.emitWarning(error instanceof Error ? error : String(error));
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

async function answer(
  handler: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // The Fetch standard has no requests with these.
  if (/^(connect|trace|track)$/i.test(incoming.method ?? '')) {
    outgoing.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  const response = await handler(toRequest(incoming, outgoing));
  const body = Buffer.from(await response.arrayBuffer());
  // Something else has answered, or nobody is there any more.
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => outgoing.appendHeader(name, value));
  if (response.status !== 204) outgoing.setHeader('content-length', body.byteLength);
  outgoing.end(body);
}
