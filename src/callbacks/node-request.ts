import type { IncomingMessage, ServerResponse } from 'node:http';

import { alreadyParsed } from './read-raw-body.ts';

/** What frameworks and body parsers add to a request. */
type FrameworkRequest = IncomingMessage & {
  readonly originalUrl?: string;
  readonly body?: unknown;
  readonly rawBody?: unknown;
};

/** A request of `node:http` as one of the Fetch standard; its signal ends when the connection is lost. */
export function toRequest(incoming: FrameworkRequest, outgoing: ServerResponse): Request {
  const connection = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) connection.abort();
  });
  const { method = 'GET' } = incoming;
  const init = { method, headers: headersOf(incoming), signal: connection.signal };
  return method === 'GET' || method === 'HEAD'
    ? new Request(urlOf(incoming), init)
    : // Undocumented in the DOM's types, and required by Node for a body that is a stream.
      new Request(urlOf(incoming), { ...init, body: bodyOf(incoming), duplex: 'half' } as RequestInit);
}

/** Taken from the raw list, which still has what came twice. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!name.startsWith(':')) headers.append(name, value);
  }
  return headers;
}

function urlOf({ originalUrl, url = '/', headers, socket }: FrameworkRequest): string {
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const whole = `${scheme}://${headers.host ?? 'localhost'}${originalUrl ?? url}`;
  return URL.canParse(whole) && !new URL(whole).username ? whole : `${scheme}://localhost/`;
}

function bodyOf(incoming: FrameworkRequest): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  const kept = [incoming.rawBody, incoming.body].find((body) => body instanceof Uint8Array);
  if (kept) return new Uint8Array(kept);
  const wasRead = incoming.readableDidRead || incoming.readableEnded;
  return new ReadableStream<Uint8Array>(
    wasRead ? { start: (controller) => controller.error(alreadyParsed()) } : rawBytes(incoming),
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}

/** Unlike Node's own conversion, giving up on the body leaves the connection open for the answer. */
function rawBytes(incoming: IncomingMessage): UnderlyingDefaultSource<Uint8Array> {
  let over = false;
  return {
    start: (controller) => {
      incoming.on('data', (chunk: Uint8Array) => {
        if (over) return;
        incoming.pause();
        controller.enqueue(chunk);
      });
      incoming.pause();
      incoming.once('end', () => {
        if (!over) controller.close();
        over = true;
      });
      incoming.once('close', () => {
        if (!over) controller.error(new Error('the connection was closed within the body'));
        over = true;
      });
      incoming.once('error', () => undefined);
    },
    pull: () => void incoming.resume(),
    cancel: () => {
      over = true;
      incoming.resume();
    },
  };
}
