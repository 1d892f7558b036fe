import type { IncomingMessage, ServerResponse } from 'node:http';

import { defaultMaxBodyBytes } from './answer.ts';

/** One byte more than any operation takes: enough to see that a body is too large. */
const keptBytes = defaultMaxBodyBytes + 1;

/** A request as `node:http` received it, as a standard one; its signal ends with the connection. */
export async function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<Request> {
  const target = incoming.url ?? '/';
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const disconnection = new AbortController();
  outgoing.once('close', () => disconnection.abort());

  const body = await readBody(incoming);
  return new Request(target.startsWith('/') ? origin + target : target, {
    method,
    headers,
    signal: disconnection.signal,
    ...(method === 'GET' || method === 'HEAD' || body.length === 0 ? {} : { body }),
  });
}

/** Reads a body to its end, so that the connection can be used again, but keeps no more than is needed. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    if (length >= keptBytes) continue;
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  return Buffer.concat(chunks);
}

/** Sends a standard response through `node:http`. */
export async function sendResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  if (response.type === 'error') {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => outgoing.setHeader(name, value));
  // As it comes: a large body is not gathered here once more, and that of a fault may break off or never end.
  for await (const chunk of response.body ?? []) {
    await new Promise<void>((resolve) => outgoing.write(chunk, () => resolve()));
  }
  outgoing.end();
}
