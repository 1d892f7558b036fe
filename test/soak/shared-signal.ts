// Makes 90 000 calls with one signal, and prints the heap after each tenth of them: `node --expose-gc shared-signal.ts`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { PublisherClient } from '../../src/client/index.ts';
import { pricePointRead } from '../literals/price-points.ts';

const calls = 90_000;
const body = JSON.stringify(pricePointRead);
const server = createServer((_, response) => response.end(body));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = new PublisherClient({ baseUrl, token: 'token-4711' });
const { signal } = new AbortController();

for (let call = 1; call <= calls; call += 1) {
  await client.pricePoints.get(999, { signal });
  if (call % (calls / 10) === 0) console.log(await heap());
}
server.closeAllConnections();
server.close();

/** The size of the heap without garbage, in bytes. */
async function heap(): Promise<number> {
  for (let turn = 0; turn < 5; turn += 1) {
    globalThis.gc?.();
    await wait(20);
  }
  return process.memoryUsage().heapUsed;
}
