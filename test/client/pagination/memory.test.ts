// @module-tag slow
// @module-tag memory
import { expect, test } from 'vitest';

import { type CallOptions, type DriftEvent, type TransactionListQuery } from '../../../src/client/index.ts';
import { eventually } from '../../support/eventually.ts';
import { rowsAt, serveLedger } from '../../support/ledger.ts';
import { type ReceivedRequest, type Reply, startService } from '../../support/service.ts';
import { collectGarbage, ParsedPages, Watch } from '../../support/watch.ts';

const pages = 8;
const limit = 10;
const spacing = 10_000;
const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-01T00:13:20Z', limit };
/** The page at hand, and the one before it. */
const latest = 2;

const ledger = rowsAt(Array.from({ length: pages * limit }, (_, index) => index * spacing));
const drifting = ledger.map(({ transactionDetails, ...row }) => ({
  ...row,
  transactionDetails: { ...transactionDetails, type: 'partial_refund' },
}));

/** How a list is read. */
interface Way {
  readonly way: string;
  /** How many pages it may have in memory beside the one at hand. */
  readonly ahead: number;
  readonly query?: Partial<TransactionListQuery>;
  readonly options?: CallOptions;
  readonly rows?: typeof ledger;
  readonly drifts?: readonly string[];
}

const ways: readonly Way[] = [
  { way: 'with prefetch', ahead: 1 },
  { way: 'without prefetch', ahead: 0, query: { prefetch: false } },
  { way: 'under a signal that outlives it', ahead: 1, options: { signal: new AbortController().signal } },
  {
    way: 'over rows that drift',
    ahead: 1,
    rows: drifting,
    drifts: ['results[].transactionDetails.type'],
  },
];

/** A list of a service of its own, and the drift that it reports. */
async function prepareWalk({ query, options }: Way, reply: (request: ReceivedRequest) => Reply) {
  const server = await startService(reply);
  const drifts: DriftEvent[] = [];
  const client = server.client({ retry: false, onDrift: (event) => drifts.push(event) });
  return {
    list: client.transactions.list({ ...range, ...query }, options),
    drifts,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Waits until a collection has freed what is expected: the runtime holds what has just ended for some turns. */
async function released(check: () => void): Promise<void> {
  await eventually(async () => {
    await collectGarbage();
    check();
  });
}

/** Reads so many rows, and keeps none. */
async function read(rows: AsyncIterator<object, void>, watch: Watch, count: number): Promise<void> {
  while (watch.size < count) {
    const { done, value } = await rows.next();
    if (done) return;
    watch.add(value);
  }
}

test.each(ways)('iteration $way holds no page that was delivered', async (example) => {
  await using walk = await prepareWalk(example, serveLedger(example.rows ?? ledger));
  using parsed = new ParsedPages();
  const delivered = new Watch();
  const firstRows = new Watch();
  let checks = 0;

  for await (const page of walk.list.pages()) {
    delivered.add(page);
    for (const row of page.results.slice(0, 1)) firstRows.add(row);
    if (delivered.size % 4 > 0) continue;
    // What is requested ahead is received.
    if (example.ahead > 0 && delivered.size < pages)
      await eventually(() => expect(parsed.size).toBeGreaterThan(delivered.size));
    await released(() => {
      expect(delivered.held(latest) + firstRows.held(latest)).toBe(0);
      expect(parsed.held()).toBeLessThanOrEqual(1 + example.ahead);
    });
    checks += 1;
  }

  expect(checks).toBeGreaterThanOrEqual(2);
  expect(parsed.size).toBeGreaterThanOrEqual(pages);
  expect(walk.drifts.map(({ path }) => path)).toEqual(example.drifts ?? []);
});

test.each(ways)('iteration $way holds nothing once it is left', async (example) => {
  await using walk = await prepareWalk(example, serveLedger(example.rows ?? ledger));
  using parsed = new ParsedPages();
  const delivered = new Watch();
  const rows = walk.list[Symbol.asyncIterator]();

  await read(rows, delivered, limit + 1);
  // A prefetched page is released too.
  await eventually(() => expect(parsed.size).toBeGreaterThan(example.ahead > 0 ? 2 : 1));
  await rows.return?.();

  await released(() => expect([delivered.held(), parsed.held()]).toEqual([0, 0]));
  // Keeps the iterator alive until here.
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});
