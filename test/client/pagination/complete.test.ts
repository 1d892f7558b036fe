import { expect, test } from 'vitest';

import type { Checkpoint, PublisherError, TransactionListQuery } from '../../../src/client/index.ts';
import { offerReport } from '../../literals/offers.ts';
import { transaction } from '../../literals/transactions.ts';
import { type LocalReply, serveInProcess } from '../../support/in-process.ts';
import { october } from '../../support/ranges.ts';
import { failureOf } from '../../support/service.ts';

const rows = Array.from({ length: 30 }, (_, index) => transaction(index));
/** The first page of ten, then the second one, and so on. */
const page = (from: number, to: number, totalCount: unknown, nextCursor: string | null): LocalReply => ({
  json: { totalCount, nextCursor, results: rows.slice(from, to) },
});
const whole = [page(0, 10, 30, 'a'), page(10, 20, 30, 'b'), page(20, 30, 30, null)];
const invalid = { ...transaction(29), timestamp: null };
const setAside: LocalReply = {
  json: { totalCount: 30, nextCursor: null, results: [...rows.slice(20, 29), invalid] },
};

async function read(replies: readonly LocalReply[], query: Partial<TransactionListQuery> = {}) {
  const service = serveInProcess(replies);
  const checkpoints: Checkpoint[] = [];
  const list = service
    .client({ onDrift: () => undefined })
    .transactions.list({ ...october, limit: 10, ...query });
  const run = async (): Promise<void> => {
    for await (const { checkpoint } of list.pages()) {
      // As a program stores it.
      checkpoints.push(JSON.parse(JSON.stringify(checkpoint)) as Checkpoint);
    }
  };
  const error = await run().then(
    () => undefined,
    (failure: unknown) => failure as PublisherError,
  );
  return { checkpoints, error, last: checkpoints.at(-1), requests: service.requests.length };
}

const runs = [
  ['all of 30 rows', whole, {}, 0],
  ['10 of 30 rows, after a lost cursor', [page(0, 10, 30, null)], {}, 20],
  ['29 of 30 rows', [page(0, 10, 30, 'a'), page(10, 20, 30, 'b'), page(20, 29, 30, null)], {}, 1],
  ['none of 30 rows', [page(0, 0, 30, null)], {}, 30],
  [
    '30 rows of a count of 20',
    [page(0, 10, 20, 'a'), page(10, 20, 20, 'b'), page(20, 30, 20, null)],
    {},
    -10,
  ],
  [
    '29 valid rows and one that is set aside',
    [...whole.slice(0, 2), setAside],
    { onInvalidRow: () => undefined },
    0,
  ],
  [
    '29 rows, and one that is repeated and dropped',
    [page(0, 10, 30, 'a'), page(10, 20, 30, 'b'), page(19, 29, 30, null)],
    {},
    1,
  ],
] as const;

test.each(runs)(
  'the last checkpoint says how many rows are missing of %s',
  async (_, replies, query, missing) => {
    const { checkpoints, last, error } = await read(replies, query);

    expect(error).toBeUndefined();
    expect(last?.missing).toBe(missing);
    expect(checkpoints.slice(0, -1).filter((checkpoint) => 'missing' in checkpoint)).toEqual([]);
  },
);

test.each(runs)('requireComplete throws unless all came: %s', async (_, replies, query, missing) => {
  const { error, last } = await read(replies, { ...query, requireComplete: true });

  if (missing === 0) {
    expect(error).toBeUndefined();
  } else {
    expect(error).toMatchObject({ name: 'PaginationError', checkpoint: last });
    expect(error?.message).toContain(String(Math.abs(missing)));
  }
});

test('requireComplete throws again on a resume, until the service has the rest', async () => {
  const short = [page(0, 10, 30, 'a'), page(10, 20, 30, null)];
  const { error } = await read(short, { requireComplete: true });
  const query = { requireComplete: true, resume: error?.checkpoint };

  const again = await read([page(10, 20, 30, null)], query);
  expect(again.error).toMatchObject({ name: 'PaginationError' });
  const later = await read([page(10, 20, 30, 'b'), page(20, 30, 30, null)], query);
  expect(later.error).toBeUndefined();
  expect(later.last).toMatchObject({ rows: 30, missing: 0 });
});

test.each([
  ['without a count', [page(0, 10, null, null)], 'no count'],
  [
    'if rows are missing',
    [page(0, 10, 12, null)],
    "transactions.list: 2 rows of the service's count were not received, and requireComplete is set",
  ],
  ['if there are more rows', [page(0, 10, 9, null)], "1 rows more than the service's count were received"],
  ['if the data changed meanwhile', [page(0, 10, 19, 'a'), page(10, 20, 20, null)], 'changed'],
])('requireComplete throws %s', async (_, replies, words) => {
  const { error } = await read(replies, { requireComplete: true });

  expect(error).toMatchObject({ name: 'PaginationError' });
  expect(error?.message).toContain(words);
});

test('an iteration that starts at a cursor has no count to compare with, also once it is resumed', async () => {
  const drift: string[] = [];
  const service = serveInProcess([page(10, 20, 30, 'b'), page(20, 30, 30, null)]);
  const client = service.client({ onDrift: ({ path }) => drift.push(path) });
  const first = await client.transactions.getPage({ ...october, limit: 10, cursor: 'a' });

  for await (const { checkpoint } of client.transactions
    .list({ ...october, resume: first.checkpoint })
    .pages())
    expect(checkpoint).toMatchObject({ fromCursor: true, rows: 20 });

  expect(first.checkpoint.missing).toBeUndefined();
  expect(drift).toEqual([]);
  for (const start of [{ cursor: 'a' }, { resume: first.checkpoint }]) {
    const { error, requests } = await read(whole, { limit: undefined, ...start, requireComplete: true });
    expect(error).toMatchObject({ issues: [{ path: 'requireComplete' }] });
    expect(requests).toBe(0);
  }
});

const offers = (from: number, to: number, totalCount: unknown): LocalReply => ({
  json: {
    ...offerReport,
    result: {
      totalCount,
      offers: Array.from({ length: to - from }, (_, at) => ({ offerId: `offer-${from + at}` })),
    },
  },
});

test.each([
  ['as many offers as are counted', [offers(0, 10, 20), offers(10, 20, 20)], undefined],
  ['fewer offers', [offers(0, 10, 20), offers(10, 10, 20)], '10 offers'],
  ['more offers', [offers(0, 10, 12), offers(10, 20, 12)], '8 offers'],
  ['no count', [offers(0, 10, null), offers(10, 10, null)], 'no count'],
])('offers.list with requireComplete, of %s', async (_, replies, words) => {
  const { offers: client } = serveInProcess(replies).client({ onDrift: () => undefined });

  const read = client.list({ requireComplete: true, limit: 10 }).toArray({ max: 99 });

  if (words === undefined) expect(await read).toHaveLength(20);
  else expect(((await failureOf(read)) as Error).message).toContain(words);
});

test('offers.list rejects a limit of 0, which getPage takes', async () => {
  const service = serveInProcess([offers(0, 0, 20)]);
  const client = service.client();

  expect(await failureOf(client.offers.list({ limit: 0 }).toArray({ max: 9 }))).toMatchObject({
    issues: [{ path: 'limit' }],
  });
  expect(await client.offers.getPage({ limit: 0 })).toMatchObject({ offers: [], totalCount: 20 });
  expect(service.requests).toHaveLength(1);
});
