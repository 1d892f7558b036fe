import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { InvalidRequestError, ServerError, type TransactionListQuery } from '../../src/index.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from '../support/ranges.ts';
import { failureOf, type ReceivedRequest, type Reply, startService } from '../support/service.ts';

const pages = 4;

/** Pages of two rows, `0` to `3`, or what `instead` returns for a page. */
function serve(instead: (page: number) => Reply | undefined = () => undefined) {
  return (request: ReceivedRequest): Reply => {
    const page = pageOf(request);
    const nextCursor = page + 1 < pages ? String(page + 1) : null;
    const results = [transaction(2 * page), transaction(2 * page + 1)];
    return instead(page) ?? { json: { totalCount: 2 * pages, results, nextCursor } };
  };
}

function pageOf({ url }: ReceivedRequest): number {
  return Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
}

test('the next page is requested while the one before is processed, and no further page', async () => {
  await using service = await startService(serve());
  const walk = service.client().transactions.list(october).pages()[Symbol.asyncIterator]();

  await walk.next();
  await vi.waitFor(() => expect(service.requests.map(pageOf)).toEqual([0, 1]));
  await delay(50);
  expect(service.requests.map(pageOf)).toEqual([0, 1]);

  await walk.next();
  await vi.waitFor(() => expect(service.requests.map(pageOf)).toEqual([0, 1, 2]));
  await walk.return?.();
});

test('without prefetch a page is requested only when it is read', async () => {
  await using service = await startService(serve());
  const list = service.client().transactions.list({ ...october, prefetch: false });
  const walk = list.pages()[Symbol.asyncIterator]();

  await walk.next();
  await delay(50);
  expect(service.requests.map(pageOf)).toEqual([0]);

  await walk.next();
  expect(service.requests.map(pageOf)).toEqual([0, 1]);
  await walk.return?.();
});

test.each([true, false])('with prefetch %s the rows and checkpoints are the same', async (prefetch) => {
  await using service = await startService(serve());
  const seen: unknown[] = [];
  for await (const { results, checkpoint } of service
    .client()
    .transactions.list({ ...october, prefetch })
    .pages()) {
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
  await using service = await startService(
    serve((page) => (page === 2 ? { status: 500, json: { message: 'down' } } : undefined)),
  );
  const ids: string[] = [];
  const error = await failureOf(
    (async () => {
      const rows = service.client({ retry: false }).transactions.list(october);
      for await (const { transactionDetails } of rows) {
        ids.push(transactionDetails.id);
        await delay(20);
      }
    })(),
  );

  expect(ids).toHaveLength(4);
  expect(error).toBeInstanceOf(ServerError);
  expect((error as ServerError).checkpoint).toMatchObject({
    cursor: '2',
    rowsToSkip: 0,
    pages: 2,
    rows: 4,
    invalidRows: 0,
  });
});

test('a prefetch that is not a boolean is rejected before anything is sent', async () => {
  await using service = await startService(serve());
  const query = { ...october, prefetch: 1 } as unknown as TransactionListQuery;
  const error = await failureOf(service.client().transactions.list(query).toArray({ max: 1 }));

  expect(error).toBeInstanceOf(InvalidRequestError);
  expect((error as InvalidRequestError).issues).toEqual([
    { path: 'prefetch', message: 'must be true or false' },
  ]);
  expect(service.requests).toEqual([]);
});
