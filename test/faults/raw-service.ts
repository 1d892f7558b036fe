import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A request as received. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  /** The whole head, as it was sent. */
  readonly head: string;
  readonly body: string;
  /** How many requests were received on the same connection before it. */
  readonly earlierOnConnection: number;
}

/** What the service does with a request, byte by byte. */
export interface Action {
  /** Whether the work is done before the fault. */
  readonly applies: boolean;
  readonly write: (socket: Socket, json: string) => void;
}

/**
 * A service on bare TCP that produces each fault byte by byte, and keeps a ledger of what it received and what it
 * did.
 */
export class RawService {
  readonly received: RawRequest[] = [];
  readonly applied: RawRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  port = 0;

  constructor(
    responseTo: (request: RawRequest) => unknown,
    /** What to do with the n-th request, counted from 1. */
    plan: (nth: number, request: RawRequest) => Action,
  ) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      // What the client does to the connection is its own affair.
      socket.on('error', () => undefined);
      let buffered = Buffer.alloc(0);
      let count = 0;
      socket.on('data', (chunk: Buffer) => {
        buffered = Buffer.concat([buffered, chunk]);
        const request = parse(buffered, count);
        if (!request) return;
        buffered = Buffer.alloc(0);
        count += 1;
        this.received.push(request);
        const action = plan(this.received.length, request);
        if (action.applies) this.applied.push(request);
        action.write(socket, JSON.stringify(responseTo(request)));
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens; on the port it had before, if it had one. */
  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A whole request, or `undefined` while parts of it are on their way; the client never pipelines. */
function parse(bytes: Buffer, earlierOnConnection: number): RawRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString('latin1');
  const body = bytes.subarray(end + 4);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (body.byteLength < length) return undefined;
  const [method = '', url = ''] = head.split(' ');
  return { method, url, head, body: body.toString(), earlierOnConnection };
}
