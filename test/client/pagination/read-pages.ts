// Reads eighty pages of a thousand rows, and prints the largest heap in MB. A process of its own: what others have on
// the heap decides when garbage is collected.
import { PublisherClient } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { october } from '../../support/ranges.ts';

const pages = 80;
const body = (index: number): Uint8Array<ArrayBuffer> => {
  const results = Array.from({ length: 1000 }, (_, row) => transaction(index * 1000 + row));
  const nextCursor = index + 1 < pages ? String(index + 1) : null;
  return new TextEncoder().encode(JSON.stringify({ totalCount: 1000 * pages, nextCursor, results }));
};
const bodies = Array.from({ length: pages }, (_, index) => body(index));

let largest = 0;
const client = new PublisherClient({
  baseUrl: 'https://commerce.example.com',
  token: 'a-token-of-a-test',
  fetch: (url) => {
    largest = Math.max(largest, process.memoryUsage().heapUsed);
    return Promise.resolve(new Response(bodies[Number(new URL(url).searchParams.get('cursor'))]));
  },
});
let rows = 0;
for await (const { results } of client.transactions.list(october).pages()) rows += results.length;
console.log(JSON.stringify({ rows, megabytes: Math.round(largest / 1e6) }));
