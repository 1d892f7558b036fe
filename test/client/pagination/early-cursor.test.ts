import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import {
  type ClientOptions,
  ConnectionError,
  type ResponseEvent,
  type TransactionListQuery,
} from '../../../src/client/index.ts';
import { eventually } from '../../support/eventually.ts';
import { allRows, cursors, headOf, held, idsOf, range, rowsOf, servePages } from '../../support/pages.ts';
import { failureOf, startService } from '../../support/service.ts';

test('the next page is requested while the body of the one before is still being received', async () => {
  await using service = await startService(
    servePages((cursor) => {
      const page = Number(cursor);
      if (page === 3) return undefined;
      return held(headOf(page), async (response) => {
        await eventually(() => expect(cursors(service)).toContain(String(page + 1)));
        response.end(`${rowsOf(page)}}`);
      });
    }),
  );

  expect(await idsOf(service.client().transactions.list(range))).toEqual(allRows);
  expect(cursors(service)).toEqual(['0', '1', '2', '3']);
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

test('a page received early requests no page itself before its turn', async () => {
  const { promise: held0, resolve } = Promise.withResolvers<ServerResponse>();
  await using service = await startService(
    servePages((cursor) => (cursor === '0' ? held(headOf(0), resolve) : undefined)),
  );
  const walk = service.client().transactions.list(range).pages()[Symbol.asyncIterator]();

  const first = walk.next();
  const response = await held0;
  await eventually(() => expect(cursors(service)).toEqual(['0', '1']));
  await delay(50);
  expect(cursors(service)).toEqual(['0', '1']);

  response.end(`${rowsOf(0)}}`);
  await first;
  await delay(50);
  expect(cursors(service)).toEqual(['0', '1']);

  await walk.next();
  await eventually(() => expect(cursors(service)).toEqual(['0', '1', '2']));
  await walk.return?.();
});

test('a page requested by a cursor that the rest of the body does not confirm is dropped', async () => {
  const { promise: dropped, resolve } = Promise.withResolvers<unknown>();
  await using service = await startService(
    servePages((cursor) => {
      if (cursor === 'wrong') return (response) => void response.on('close', resolve);
      if (cursor !== '0') return undefined;
      return held(headOf(0, 'wrong'), async (response) => {
        await eventually(() => expect(cursors(service)).toEqual(['0', 'wrong']));
        response.end(`${rowsOf(0)},"nextCursor":"1"}`);
      });
    }),
  );

  expect(await idsOf(service.client().transactions.list(range))).toEqual(allRows);
  await dropped;
  expect(cursors(service)).toEqual(['0', 'wrong', '1', '2', '3']);
});

test('a last page drops the page requested after it before it is delivered', async () => {
  const { promise: dropped, resolve } = Promise.withResolvers<unknown>();
  await using service = await startService(
    servePages((cursor) => {
      if (cursor === '1') return (response) => void response.on('close', resolve);
      return held(headOf(0), async (response) => {
        await eventually(() => expect(cursors(service)).toEqual(['0', '1']));
        response.end(`${rowsOf(0)},"nextCursor":null,"nextPageQuery":null}`);
      });
    }),
  );
  // The page is complete, but its count is that of all pages.
  const client = service.client({ logLevel: 'off' });
  const walk = client.transactions.list(range).pages()[Symbol.asyncIterator]();

  expect(await walk.next()).toMatchObject({ value: { nextCursor: null } });
  await dropped;
  expect(await walk.next()).toMatchObject({ done: true });
});

test('a page truncated after its head is retried, and the page requested early is kept', async () => {
  let broken = false;
  await using service = await startService(
    servePages((cursor) => {
      if (cursor !== '0' || broken) return undefined;
      broken = true;
      return held(headOf(0), async (response) => {
        await eventually(() => expect(cursors(service)).toEqual(['0', '1']));
        response.destroy();
      });
    }),
  );

  expect(await idsOf(service.client().transactions.list(range))).toEqual(allRows);
  expect(cursors(service)).toEqual(['0', '1', '0', '2', '3']);
});

test('a page that fails after its head throws with its checkpoint, and drops the page after it', async () => {
  const ended: ResponseEvent[] = [];
  await using service = await startService(
    servePages((cursor) => {
      if (cursor === '2') return () => undefined;
      if (cursor !== '1') return undefined;
      return held(headOf(1), async (response) => {
        await eventually(() => expect(cursors(service)).toEqual(['0', '1', '2']));
        response.destroy();
      });
    }),
  );
  const client = service.client({ retry: false, hooks: { onResponse: (event) => void ended.push(event) } });

  const read = async (): Promise<void> => {
    for await (const row of client.transactions.list(range)) expect(row).toBeDefined();
  };

  const error = await failureOf(read());

  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as ConnectionError).checkpoint).toMatchObject({
    cursor: '1',
    rowsToSkip: 0,
    pages: 1,
    rows: 2,
    invalidRows: 0,
  });
  await eventually(() =>
    expect(ended.map(({ error: code }) => code)).toEqual([undefined, 'connection', 'aborted']),
  );
});

test.each(['leaving the loop', 'an abort'])('%s aborts both pages in flight', async (how) => {
  const controller = new AbortController();
  const closed: Promise<unknown>[] = [];
  await using service = await startService(
    servePages((cursor) => held(headOf(Number(cursor)), (response) => closed.push(once(response, 'close')))),
  );
  const list = service.client().transactions.list(range, { signal: controller.signal });
  const walk = list.pages()[Symbol.asyncIterator]();

  const first = walk.next();
  await eventually(() => expect(closed).toHaveLength(2));
  if (how === 'leaving the loop') {
    await walk.return?.();
    expect(await first).toEqual({ done: true, value: undefined });
  } else {
    controller.abort();
    expect(await failureOf(first)).toBe(controller.signal.reason);
  }

  await Promise.all(closed);
  expect(cursors(service)).toEqual(['0', '1']);
});
