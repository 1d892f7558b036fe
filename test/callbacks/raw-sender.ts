import { connect, type Socket } from 'node:net';

/** A client that sends raw bytes, and what it has received. */
export interface RawSender {
  readonly socket: Socket;
  /** Resolves when the connection is closed, with everything that was received. */
  readonly closed: Promise<{ readonly received: string }>;
}

/** Connects and writes the given bytes. A reset also counts as closed. */
export function startSender(port: number, bytes: string | Uint8Array): RawSender {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(bytes);
  const closed = new Promise<{ received: string }>((resolve) => {
    socket.on('close', () => resolve({ received }));
  });
  return { socket, closed };
}

/** The head of a request to the endpoint that announces a body. */
export function headOf(length: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /game-auth HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${length}\r\n${lines.join('')}\r\n`;
}

/** Writes one byte every few milliseconds until the connection is closed. */
export function drip(socket: Socket, milliseconds: number): void {
  const timer = setInterval(() => socket.writable && socket.write('x'), milliseconds);
  socket.once('close', () => clearInterval(timer));
}
