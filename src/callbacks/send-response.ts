import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is still read of a request body after its response: so many bytes, for so many milliseconds. */
const drainedBytes = 64 * 1024;
const drainTime = 1000;

/** Sends a response; one that precedes the end of the request body is the last on its connection. */
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
    // A body that nobody has read would block the next request on this connection.
    incoming.resume();
  } else {
    outgoing.setHeader('connection', 'close');
    drainBeforeClosing(incoming);
  }
  outgoing.end(body);
}

/**
 * Replaces how Node closes the connection once the response is sent: at once, and a socket that is closed with bytes
 * unread is reset, which can discard the response before the client has read it. Here the sending half is closed
 * first; the socket is destroyed when the body has ended, the client has closed its half, or the time is over.
 */
function drainBeforeClosing(incoming: IncomingMessage): void {
  const { socket } = incoming;
  // The sockets of test doubles and of other runtimes are not all of node:net.
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
      // The client has the rest of the time to read the response, but its body is not taken from the network.
      incoming.pause();
      socket.pause();
    });
    incoming.resume();
  };
}
