import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Action } from './raw-service.ts';

type Headers = Readonly<Record<string, string | number>>;

/** Writes a head and the given part of a body, and leaves the connection open. */
function writeResponse(socket: Socket, status: number, headers: Headers, body: string | Buffer): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} -\r\n${lines.join('')}\r\n`);
  socket.write(body);
}

function whole(socket: Socket, status: number, body: string | Buffer, headers: Headers = {}): void {
  writeResponse(socket, status, { 'content-length': Buffer.byteLength(body), ...headers }, body);
}

/** The documented response. */
export const good: Action = { applies: true, write: (socket, json) => whole(socket, 200, json) };

export const resetBeforeResponse: Action = { applies: false, write: (socket) => socket.resetAndDestroy() };
export const closedAfterWork: Action = { applies: true, write: (socket) => socket.destroy() };
export const silence: Action = { applies: true, write: () => undefined };

export const cutBody: Action = {
  applies: true,
  write: (socket, json) => {
    writeResponse(socket, 200, { 'content-length': Buffer.byteLength(json) }, json.slice(0, json.length / 2));
    socket.end();
  },
};
export const resetBody: Action = {
  applies: true,
  write: (socket, json) => {
    writeResponse(socket, 200, { 'content-length': Buffer.byteLength(json) }, json.slice(0, json.length / 2));
    setTimeout(() => socket.resetAndDestroy(), 20);
  },
};
export const cutChunks: Action = {
  applies: true,
  write: (socket, json) => {
    const half = json.slice(0, json.length / 2);
    const chunk = `${Buffer.byteLength(half).toString(16)}\r\n${half}\r\n`;
    writeResponse(socket, 200, { 'transfer-encoding': 'chunked' }, chunk);
    socket.end();
  },
};

export const stalledBody: Action = {
  applies: true,
  write: (socket, json) =>
    writeResponse(socket, 200, { 'content-length': Buffer.byteLength(json) }, json.slice(0, json.length / 2)),
};
export const drippingBody: Action = {
  applies: true,
  write: (socket, json) => {
    writeResponse(socket, 200, { 'content-length': Buffer.byteLength(json) }, '');
    let sent = 0;
    const timer = setInterval(() => socket.write(json.charAt(sent++)), 100);
    socket.on('close', () => clearInterval(timer));
  },
};

export const cutGzip: Action = {
  applies: true,
  write: (socket, json) => {
    const compressed = gzipSync(json);
    whole(socket, 200, compressed.subarray(0, compressed.length - 12), { 'content-encoding': 'gzip' });
  },
};
export const cutBrotli: Action = {
  applies: true,
  write: (socket, json) => {
    const compressed = brotliCompressSync(json);
    whole(socket, 200, compressed.subarray(0, compressed.length - 6), { 'content-encoding': 'br' });
  },
};
export const corruptGzip: Action = {
  applies: true,
  write: (socket, json) => {
    // So large that the decoder has begun when it reaches the damage, and no larger: the client waits meanwhile.
    const compressed = gzipSync(
      JSON.stringify({ ...(JSON.parse(json) as object), filler: noise(2_000_000) }),
    );
    const middle = Math.floor(compressed.length / 2);
    compressed.fill(0xff, middle, middle + 4096);
    whole(socket, 200, compressed, { 'content-encoding': 'gzip' });
  },
};

/** A string that hardly compresses, the same each time. */
function noise(length: number): string {
  let state = 1;
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = 33 + ((state >>> 24) % 90);
  }
  return bytes.toString('latin1').replaceAll(/["\\]/g, '.');
}

/** A page of a proxy or of another site, whatever was done before. */
export const htmlWith = (status: number): Action => ({
  applies: status < 300,
  write: (socket) =>
    whole(socket, status, '<html><body>Please log in</body></html>', { 'content-type': 'text/html' }),
});
export const html = htmlWith(200);
export const brokenJson: Action = {
  applies: true,
  write: (socket, json) => whole(socket, 200, json.slice(0, -1)),
};
export const emptyBody: Action = { applies: true, write: (socket) => whole(socket, 200, '') };
export const noContent: Action = { applies: true, write: (socket) => writeResponse(socket, 204, {}, '') };
export const notUtf8: Action = {
  applies: true,
  write: (socket) => whole(socket, 200, Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])),
};

/** Other JSON than the documented response. */
export const responding = (json: string): Action => ({
  applies: true,
  write: (socket) => whole(socket, 200, json),
});

/** The documented response with null for its first amount or identifier. */
export const mismatch: Action = {
  applies: true,
  write: (socket, json) =>
    whole(
      socket,
      200,
      json.replace(/"(amount|priceInUsdCents|checkoutSessionToken)":("[^"]*"|\d+)/, '"$1":null'),
    ),
};

export const tooLarge: Action = {
  applies: true,
  write: (socket, json) => {
    const compressed = gzipSync(
      JSON.stringify({ ...(JSON.parse(json) as object), filler: 'x'.repeat(200_000) }),
    );
    whole(socket, 200, compressed, { 'content-encoding': 'gzip' });
  },
};

/** An error status, and whether the work was done nevertheless. */
export function status(
  code: number,
  headers: Headers = {},
  applies = false,
  body: unknown = { message: 'no' },
): Action {
  return { applies, write: (socket) => whole(socket, code, JSON.stringify(body), headers) };
}
