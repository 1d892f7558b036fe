import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip } from 'node:zlib';

import { expect, test, vi } from 'vitest';

import type { ClientOptions, TransactionListQuery } from '../../src/index.ts';
import { allRows, cursors, headOf, held, idsOf, range, rowsOf, servePages } from '../support/pages.ts';
import { startService } from '../support/service.ts';

test('the next page is requested while the body of the one before is still being received', async () => {
  await using service = await startService(
    servePages((cursor) => {
      const page = Number(cursor);
      if (page === 3) return undefined;
      return held(headOf(page), async (response) => {
        await vi.waitFor(() => expect(cursors(service)).toContain(String(page + 1)));
        response.end(`${rowsOf(page)}}`);
      });
    }),
  );

  expect(await idsOf(service.client().transactions.list(range))).toEqual(allRows);
  expect(cursors(service)).toEqual(['0', '1', '2', '3']);
});

test('the head of a compressed body is read as well', async () => {
  await using service = await startService(
    servePages((cursor) => {
      if (cursor !== '0') return undefined;
      return (response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        const gzip = createGzip();
        gzip.pipe(response);
        gzip.write(headOf(0));
        const finish = async (): Promise<void> => {
          await vi.waitFor(() => expect(cursors(service)).toEqual(['0', '1']));
          gzip.end(`${rowsOf(0)}}`);
        };
        gzip.flush(() => void finish());
      };
    }),
  );

  expect(await idsOf(service.client().transactions.list(range))).toEqual(allRows);
});

interface Unasked {
  readonly where: string;
  readonly query?: Partial<TransactionListQuery>;
  readonly options?: ClientOptions;
  readonly first?: string;
  readonly rest?: string;
}

test.each<Unasked>([
  {
    where: 'the rows come before the cursor',
    first: `{"totalCount":8,"results":${rowsOf(0)}`,
    rest: ',"nextCursor":"1"}',
  },
  {
    where: 'the head comes in pieces',
    first: headOf(0).slice(0, 20),
    rest: `${headOf(0).slice(20)}${rowsOf(0)}}`,
  },
  { where: 'a full page would be the last', query: { limit: 8, endAtTotalCount: true } },
  { where: 'prefetch is off', query: { prefetch: false } },
  { where: 'one call is allowed at a time', options: { maxConcurrency: 1 } },
])('no page is requested early where $where', async ({ query, options, first, rest }) => {
  const { promise: whileHeld, resolve } = Promise.withResolvers<string[]>();
  await using service = await startService(
    servePages((cursor) => {
      if (cursor !== '0') return undefined;
      return held(first ?? headOf(0), async (response) => {
        await delay(50);
        resolve(cursors(service));
        response.end(rest ?? `${rowsOf(0)}}`);
      });
    }),
  );

  const walk = service.client(options).transactions.list({ ...range, ...query });

  expect(await idsOf(walk)).toEqual(allRows);
  expect(await whileHeld).toEqual(['0']);
  expect(cursors(service)).toEqual(['0', '1', '2', '3']);
});

test('with endAtTotalCount no page is requested behind the last by its count, although it names a cursor', async () => {
  await using service = await startService(
    servePages((cursor) => {
      if (cursor !== '3') return undefined;
      return held(headOf(3, 'beyond'), async (response) => {
        await delay(50);
        response.end(`${rowsOf(3)}}`);
      });
    }),
  );

  const query = { ...range, endAtTotalCount: true };
  expect(await idsOf(service.client().transactions.list(query))).toEqual(allRows);
  expect(cursors(service)).toEqual(['0', '1', '2', '3']);
});

test('a page received early requests no page itself before its turn', async () => {
  const { promise: held0, resolve } = Promise.withResolvers<ServerResponse>();
  await using service = await startService(
    servePages((cursor) => (cursor === '0' ? held(headOf(0), resolve) : undefined)),
  );
  const walk = service.client().transactions.list(range).pages()[Symbol.asyncIterator]();

  const first = walk.next();
  const response = await held0;
  await vi.waitFor(() => expect(cursors(service)).toEqual(['0', '1']));
  await delay(50);
  expect(cursors(service)).toEqual(['0', '1']);

  response.end(`${rowsOf(0)}}`);
  await first;
  await delay(50);
  expect(cursors(service)).toEqual(['0', '1']);

  await walk.next();
  await vi.waitFor(() => expect(cursors(service)).toEqual(['0', '1', '2']));
  await walk.return?.();
});
