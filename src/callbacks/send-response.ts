import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a request body is still read after its response: bytes, and milliseconds. */
const drainedBytes = 64 * 1024;
const drainTime = 1000;

/** Sends a response. If it precedes the end of the request body, it closes the connection. */
export function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: Uint8Array,
): void {
  outgoing.statusCode = status;
  headers.forEach((value, name) => outgoing.appendHeader(name, value));
  if (status !== 204) outgoing.setHeader('content-length', body.byteLength);
  if (incoming.complete || incoming.httpVersionMajor > 1) {
    // An unread body would block the next request on this connection.
    incoming.resume();
  } else {
    outgoing.setHeader('connection', 'close');
    drainBeforeClosing(incoming);
  }
  outgoing.end(body);
}

/**
 * Closes the connection more gently than Node does. Node closes it immediately after the response, and a socket that is
 * closed with unread bytes is reset, which can discard the response before the client has read it. Here the sending
 * half is closed first. The socket is destroyed at the end of the body, when the client closes its half, or after
 * `drainTime`.
 */
function drainBeforeClosing(incoming: IncomingMessage): void {
  const { socket } = incoming;
  // The sockets of test doubles and of other runtimes may not come from node:net.
  if (!('destroySoon' in socket)) return;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), drainTime);
    socket.once('close', () => clearTimeout(timer));
    incoming.once('end', destroySoon);
    let drained = 0;
    incoming.on('data', ({ byteLength }: Uint8Array) => {
      drained += byteLength;
      if (drained < drainedBytes) return;
      // The client may use the remaining time to read the response, but no more of its body is read.
      incoming.pause();
      socket.pause();
    });
    incoming.resume();
  };
}
