// @module-tag slow
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import {
  type CallOptions,
  type DriftEvent,
  ServerError,
  type TransactionListQuery,
} from '../../src/index.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { failureOf, type ReceivedRequest, type Reply, startService } from '../support/service.ts';
import { collectGarbage, ParsedPages, Watch } from '../support/watch.ts';

const pages = 15;
const limit = 10;
const spacing = 10_000;
const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-01T00:25:00Z', limit };
/** The page at hand, and the one before it. */
const latest = 2;

/** How a list is read. */
interface Way {
  readonly way: string;
  /** How many pages it may have in memory beside the one at hand. */
  readonly ahead: number;
  readonly query?: Partial<TransactionListQuery>;
  readonly options?: CallOptions;
}

const ways: readonly Way[] = [
  { way: 'with prefetch', ahead: 1 },
  { way: 'without prefetch', ahead: 0, query: { prefetch: false } },
  { way: 'in four windows', ahead: 7, query: { windows: 4 } },
  { way: 'under a signal that outlives it', ahead: 1, options: { signal: new AbortController().signal } },
];

const ledger = rowsAt(Array.from({ length: pages * limit }, (_, index) => index * spacing));
const drifting = ledger.map(({ transactionDetails, ...row }) => ({
  ...row,
  transactionDetails: { ...transactionDetails, type: 'partial_refund' },
}));

const cases = ways.flatMap((way) => [
  { ...way, kind: 'documented rows', rows: ledger, drifts: [] },
  { ...way, kind: 'rows that drift', rows: drifting, drifts: ['results[].transactionDetails.type'] },
]);

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

/** Reads so many rows, and keeps none. */
async function read(rows: AsyncIterator<object, void>, watch: Watch, count: number): Promise<void> {
  while (watch.size < count) {
    const { done, value } = await rows.next();
    if (done) return;
    watch.add(value);
  }
}

test.each(cases)('iteration $way over pages of $kind holds no page that was delivered', async (example) => {
  await using walk = await prepareWalk(example, serveLedger(example.rows));
  using parsed = new ParsedPages();
  const delivered = new Watch();
  const firstRows = new Watch();
  const checkpoints: unknown[] = [];
  const old: number[] = [];
  let inMemory = 0;

  for await (const page of walk.list.pages()) {
    delivered.add(page);
    for (const row of page.results.slice(0, 1)) firstRows.add(row);
    checkpoints.push(page.checkpoint);
    // A slow loop lets prefetching get ahead.
    if (checkpoints.length === 3) await delay(100);
    await collectGarbage();
    old.push(delivered.held(latest) + firstRows.held(latest));
    inMemory = Math.max(inMemory, parsed.held());
  }

  expect(old).toEqual(checkpoints.map(() => 0));
  expect(inMemory).toBeLessThanOrEqual(1 + example.ahead);
  expect(parsed.size).toBeGreaterThanOrEqual(pages);
  expect(walk.drifts.map(({ path }) => path)).toEqual(example.drifts);
});

test.each(cases)('iteration $way over $kind holds no page whose rows were delivered', async (example) => {
  await using walk = await prepareWalk(example, serveLedger(example.rows));
  using parsed = new ParsedPages();
  const delivered = new Watch();
  const old: number[] = [];

  for await (const row of walk.list) {
    delivered.add(row);
    if (delivered.size % (5 * limit) > 0) continue;
    await collectGarbage();
    old.push(delivered.held(latest * limit));
  }
  await collectGarbage();

  expect(old).toEqual([0, 0, 0]);
  expect(parsed.held()).toBe(0);
  expect(delivered.size).toBe(pages * limit);
});

test.each(cases)('iteration $way over $kind holds nothing once it is left', async (example) => {
  await using walk = await prepareWalk(example, serveLedger(example.rows));
  using parsed = new ParsedPages();
  const delivered = new Watch();
  const rows = walk.list[Symbol.asyncIterator]();

  await read(rows, delivered, limit + 1);
  // A prefetched page is released too.
  await vi.waitFor(() => expect(parsed.size).toBeGreaterThan(example.ahead > 0 ? 2 : 1));
  await rows.return?.();
  await collectGarbage();

  expect([delivered.held(), parsed.held()]).toEqual([0, 0]);
  // Keeps the iterator alive until here.
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});

test.each(ways)('iteration $way that fails holds no page, and neither does its error', async (way) => {
  const serve = serveLedger(ledger);
  await using walk = await prepareWalk(way, (request) => {
    const reply = serve(request);
    return JSON.stringify(reply).includes('"transaction-85"') ? { status: 500, json: {} } : reply;
  });
  using parsed = new ParsedPages();
  const delivered = new Watch();

  const error = await failureOf(read(walk.list[Symbol.asyncIterator](), delivered, pages * limit));
  await collectGarbage();

  expect([delivered.held(), parsed.held()]).toEqual([0, 0]);
  expect(delivered.size).toBeGreaterThan(limit);
  // Keeps the error alive until here.
  expect(error).toBeInstanceOf(ServerError);
});
