// A sandbox in a process of its own, with a fault on about every tenth page.
import { createSandbox, type FaultPlan } from '../../../src/sandbox/index.ts';
import { randomFrom } from '../../support/random.ts';
import { ledger } from './ledger.ts';

/** Enough for all pages and their retries. */
const requests = 4000;

const operation = 'transactions.list';
const faults: readonly FaultPlan[] = [
  { operation, status: 503, retryAfter: 1 },
  { operation, status: 503 },
  { operation, status: 429, retryAfter: 1 },
  { operation, status: 429, retryAfter: 2 },
  { operation, status: 502 },
  { operation, fault: 'reset' },
  { operation, fault: 'cut_body' },
  { operation, fault: 'malformed_json' },
  { operation, fault: 'empty_page' },
  { operation, fault: 'repeated_cursor' },
  { operation, fault: 'reset' },
  { operation, fault: 'cut_body' },
  { operation, status: 503 },
  { operation, status: 504 },
  // Slow: until the timeout of the worker.
  { operation, fault: 'stalled_body' },
];

const sandbox = createSandbox({ ...ledger, latency: 20, token: process.env['PUBLISHER_TOKEN'] });
const random = randomFrom(ledger.seed);
for (let after = 0; after < requests; after += 1) {
  if (random() >= 0.1) continue;
  const fault = faults[Math.floor(random() * faults.length)];
  if (fault) sandbox.fail({ ...fault, after });
}
let pages = 0;
let faulty = 0;
const server = await sandbox.listen({
  onRequest: ({ status, complete }) => {
    pages += 1;
    if (status !== 200 || !complete) faulty += 1;
  },
});
process.stdout.write(`${server.url}\n`);
// The test may end before it can stop this process.
process.stdin.resume().once('end', () => process.exit());
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify({ pages, faulty })}\n`);
  process.exit();
});
