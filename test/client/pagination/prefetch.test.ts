import { setImmediate as turn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ServerError } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { eventually } from '../../support/eventually.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, type ReceivedRequest, type Service } from '../../support/service.ts';

const pages = 4;

/** Pages of two rows, `0` to `3`; one may fail. */
const serve = (failing?: number): Service =>
  serveInProcess((request) => {
    const page = pageOf(request);
    if (page === failing) return { status: 500, json: { message: 'down' } };
    const nextCursor = page + 1 < pages ? String(page + 1) : null;
    return {
      json: { totalCount: 2 * pages, results: [2 * page, 2 * page + 1].map(transaction), nextCursor },
    };
  });

function pageOf({ url }: ReceivedRequest): number {
  return Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
}

/** The pages that were requested, once no more are. */
async function requested({ requests }: Service): Promise<number[]> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
  return requests.map(pageOf);
}

test.each([
  {
    prefetch: true,
    after: [
      [0, 1],
      [0, 1, 2],
    ],
  },
  { prefetch: false, after: [[0], [0, 1]] },
])(
  'with prefetch $prefetch the next page is requested before it is read, and no further one',
  async ({ prefetch, after }) => {
    const service = serve();
    const list = service.client().transactions.list({ ...october, prefetch });
    const iterator = list.pages()[Symbol.asyncIterator]();

    for (const expected of after) {
      await iterator.next();
      expect(await requested(service)).toEqual(expected);
    }
    await iterator.return?.();
  },
);

test.each([true, false])('with prefetch %s the rows and checkpoints are the same', async (prefetch) => {
  const service = serve();
  const seen: unknown[] = [];
  const list = service.client().transactions.list({ ...october, prefetch });
  for await (const { results, checkpoint } of list.pages()) {
    seen.push([results.length, checkpoint.cursor, checkpoint.rows]);
  }

  expect(seen).toEqual([
    [2, '1', 2],
    [2, '2', 4],
    [2, '3', 6],
    [2, '3', 8],
  ]);
  expect(service.requests).toHaveLength(pages);
});

test('a prefetched page that fails throws at its turn, with the checkpoint before it', async () => {
  const service = serve(2);
  const ids: string[] = [];
  const read = async (): Promise<void> => {
    for await (const { transactionDetails } of service.client({ retry: false }).transactions.list(october)) {
      ids.push(transactionDetails.id);
      if (ids.length === 3) await eventually(() => expect(service.requests).toHaveLength(3));
    }
  };
  const error = await failureOf(read());

  expect(ids).toHaveLength(4);
  expect(error).toBeInstanceOf(ServerError);
  expect((error as ServerError).checkpoint).toMatchObject({ cursor: '2', rowsToSkip: 0, pages: 2, rows: 4 });
});
