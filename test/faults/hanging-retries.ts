// The program of hanging-retries.test.ts: each first attempt fails, the second hangs, and a garbage collection comes in
// between. It prints a line of JSON for each case and then has to end by itself.
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { type CallOptions, PublisherClient } from '../../src/client/index.ts';
import { october } from '../support/ranges.ts';
import { collectGarbage } from '../support/watch.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n';

/** How a first attempt fails. */
const faults: Readonly<Record<string, (socket: Socket) => void>> = {
  'status 503': (socket) => socket.write('HTTP/1.1 503 Unavailable\r\ncontent-length: 2\r\n\r\n{}'),
  'status 429': (socket) =>
    socket.write('HTTP/1.1 429 Too Many Requests\r\nretry-after: 0\r\ncontent-length: 2\r\n\r\n{}'),
  reset: (socket) => socket.resetAndDestroy(),
  'malformed JSON': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n{'),
};

/** Where the second attempt hangs. */
const hangs: Readonly<Record<string, (socket: Socket) => void>> = {
  'before its headers': () => undefined,
  'in its body': (socket) => socket.write(`${head}{`),
};

/** How a call ends whose second attempt hangs; each resolves with the name of what it throws. */
const endings: Readonly<
  Record<string, (client: PublisherClient, hanging: Promise<true>) => Promise<string | undefined>>
> = {
  abort: async (client, hanging) => {
    const controller = new AbortController();
    void hanging.then(() => controller.abort(new Error('enough')));
    return read(client, { signal: controller.signal });
  },
  timeout: (client) => read(client, { timeout: 300, retry: { limit: 1 } }),
  totalTimeout: (client) => read(client, { totalTimeout: 1500 }),
  'leaving a loop over rows': async (client, hanging) => {
    const rows = client.transactions.list(october)[Symbol.asyncIterator]();
    const next = rows.next();
    await hanging;
    await rows.return?.();
    return (await next).done ? undefined : 'a row';
  },
  'leaving a loop over pages under a signal': async (client, hanging) => {
    const { signal } = new AbortController();
    const pages = client.transactions.list(october, { signal }).pages()[Symbol.asyncIterator]();
    const next = pages.next();
    await hanging;
    await pages.return?.();
    return (await next).done ? undefined : 'a page';
  },
};

async function read(client: PublisherClient, options: CallOptions): Promise<string | undefined> {
  try {
    await client.pricePoints.get(999, options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

/** Whether the hanging socket was closed within a second of the call's end. */
async function run(fault: string, hang: string, ending: string): Promise<void> {
  const { promise: hanging, resolve: hung } = Promise.withResolvers<true>();
  const { promise: closed, resolve: close } = Promise.withResolvers<true>();
  let requests = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      requests += 1;
      if (requests === 1) {
        faults[fault]?.(socket);
        return;
      }
      socket.on('close', () => close(true));
      hangs[hang]?.(socket);
      void collectTwice().then(() => hung(true));
    });
  });
  const url = await listen(server);
  const client = new PublisherClient({ baseUrl: url, token: 'a-token-of-no-interest' });
  const thrown = await endings[ending]?.(client, hanging);
  const ended = await Promise.race([closed, wait(1000, false, { ref: false })]);
  console.log(JSON.stringify({ case: `${fault}, then hanging ${hang}: ${ending}`, requests, thrown, ended }));
  server.close();
}

/** Collects garbage once the client has had time to read what was sent, so that it holds no more than it has to. */
async function collectTwice(): Promise<void> {
  await wait(30);
  await collectGarbage();
  await collectGarbage();
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

for (const fault of Object.keys(faults)) {
  for (const hang of Object.keys(hangs)) {
    await Promise.all(Object.keys(endings).map((ending) => run(fault, hang, ending)));
  }
}
