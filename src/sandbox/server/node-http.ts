import type { IncomingMessage, ServerResponse } from 'node:http';

import type { BodyStart } from '../requests/request-log.ts';
import { defaultMaxBodyBytes } from './respond.ts';

/** One byte more than any operation accepts: enough to detect a body that is too large. */
const keptBytes = defaultMaxBodyBytes + 1;

/**
 * Converts a request of `node:http` to a `Request`, whose signal aborts when the connection closes. Rejects if the
 * request target is not a URL, or if `fetch` forbids the method. The log keeps the start of the body.
 */
export async function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  log: BodyStart,
): Promise<Request> {
  const target = incoming.url ?? '/';
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const disconnection = new AbortController();
  outgoing.once('close', () => disconnection.abort());

  const body = await readBody(incoming, log);
  const url = new URL(target.startsWith('/') ? origin + target : target);
  return new Request(url, {
    method,
    headers,
    signal: disconnection.signal,
    ...(method === 'GET' || method === 'HEAD' || body.length === 0 ? {} : { body }),
  });
}

/** Reads a body to its end, so that the connection can be reused, but keeps at most `keptBytes` and a chunk. */
async function readBody(incoming: IncomingMessage, log: BodyStart): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    log.add(chunk);
    if (length >= keptBytes) continue;
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  return Buffer.concat(chunks);
}

/** Sends a `Response` through `node:http`. The log keeps the start of its body. */
export async function sendResponse(
  outgoing: ServerResponse,
  response: Response,
  log: BodyStart,
): Promise<void> {
  if (response.type === 'error') {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => outgoing.setHeader(name, value));
  // Chunk by chunk: a large body is not buffered a second time, and the body of a fault may fail or never end.
  for await (const chunk of response.body ?? []) {
    log.add(chunk);
    await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()));
  }
  outgoing.end();
}
