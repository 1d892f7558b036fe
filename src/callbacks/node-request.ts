import type { IncomingMessage, ServerResponse } from 'node:http';

import { alreadyParsed } from './read-raw-body.ts';

/** What frameworks and body parsers add to a request. */
type FrameworkRequest = IncomingMessage & {
  readonly originalUrl?: string;
  readonly body?: unknown;
  readonly rawBody?: unknown;
};

/** A request of the Fetch standard that reads its body from a `node:http` request. */
export interface ConvertedRequest {
  /** Its signal aborts when the connection is closed early. */
  readonly request: Request;
  /** Fails a body that has not been read completely, and leaves the rest on the connection. */
  readonly release: () => void;
}

/** Converts a `node:http` request to a request of the Fetch standard. */
export function toFetchRequest(incoming: FrameworkRequest, outgoing: ServerResponse): ConvertedRequest {
  const connection = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) connection.abort();
  });
  const { method = 'GET' } = incoming;
  const init = { method, headers: headersOf(incoming), signal: connection.signal };
  if (method === 'GET' || method === 'HEAD') {
    return { request: new Request(urlOf(incoming), init), release: () => undefined };
  }
  const { body, release } = bodyOf(incoming);
  // Missing from the DOM's types, but required by Node for a body that is a stream.
  return { request: new Request(urlOf(incoming), { ...init, body, duplex: 'half' } as RequestInit), release };
}

/** Reads the raw headers, because `headers` drops some duplicates. */
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
  const full = `${scheme}://${headers.host ?? 'localhost'}${originalUrl ?? url}`;
  return URL.canParse(full) && !new URL(full).username ? full : `${scheme}://localhost/`;
}

function bodyOf(incoming: FrameworkRequest): {
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  release: () => void;
} {
  const kept = [incoming.rawBody, incoming.body].find((body) => body instanceof Uint8Array);
  if (kept) return { body: new Uint8Array(kept), release: () => undefined };
  const wasRead = incoming.readableDidRead || incoming.readableEnded;
  const { source, release } = wasRead ? unreadable() : rawBytes(incoming);
  // A high-water mark of 0 reads nothing ahead.
  return { body: new ReadableStream<Uint8Array>(source, { highWaterMark: 0 }), release };
}

function unreadable(): BodySource {
  return { source: { start: (controller) => controller.error(alreadyParsed()) }, release: () => undefined };
}

interface BodySource {
  readonly source: UnderlyingDefaultSource<Uint8Array>;
  readonly release: () => void;
}

/** Unlike `Readable.toWeb`, cancelling the body leaves the connection open for the response. */
function rawBytes(incoming: IncomingMessage): BodySource {
  let finished = false;
  let release = (): void => undefined;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => {
      const finish = (settle: () => void): void => {
        if (!finished) settle();
        finished = true;
      };
      release = () =>
        finish(() => controller.error(new Error('the response was sent before the body was read')));
      incoming.on('data', (chunk: Uint8Array) => {
        if (finished) return;
        incoming.pause();
        controller.enqueue(chunk);
      });
      incoming.pause();
      incoming.once('end', () => finish(() => controller.close()));
      incoming.once('close', () =>
        finish(() => controller.error(new Error('the connection was closed before the body was complete'))),
      );
      incoming.once('error', () => undefined);
    },
    pull: () => void incoming.resume(),
    // Unread bytes stay on the connection until the response is sent.
    cancel: () => {
      finished = true;
      incoming.pause();
    },
  };
  return { source, release: () => release() };
}
