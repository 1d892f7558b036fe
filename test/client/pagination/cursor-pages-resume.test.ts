import { expect, test } from 'vitest';

import { type Checkpoint, PaginationError, ServerError } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { october, octoberQuery } from '../../support/ranges.ts';
import { cursorOf, pagesOf, readUntilFailure, servePages } from './scripted-pages.ts';

const fiveRows = servePages({
  '': { rows: [1, 2], next: 'b' },
  b: { rows: [3, 4], next: 'c' },
  c: { rows: [5] },
});
const start: Checkpoint = {
  query: octoberQuery,
  cursor: null,
  rowsToSkip: 0,
  pages: 0,
  rows: 0,
  invalidRows: 0,
};

async function idsOf(...parameters: Parameters<typeof pagesOf>): Promise<unknown[]> {
  const pages = await pagesOf(...parameters);
  return pages.flatMap(({ results }) => results.map(({ orderId }) => orderId));
}

test('every page has its cursor, its index and the checkpoint after it', async () => {
  expect(await pagesOf(serveInProcess(fiveRows))).toMatchObject([
    {
      cursor: null,
      nextCursor: 'b',
      index: 0,
      checkpoint: { cursor: 'b', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 },
    },
    {
      cursor: 'b',
      nextCursor: 'c',
      index: 1,
      checkpoint: { cursor: 'c', rowsToSkip: 0, pages: 2, rows: 4, invalidRows: 0 },
    },
    {
      cursor: 'c',
      nextCursor: null,
      index: 2,
      checkpoint: { cursor: 'c', rowsToSkip: 1, pages: 3, rows: 5, invalidRows: 0 },
    },
  ]);
});

test('an error has a checkpoint, and resuming continues with the next undelivered row', async () => {
  let broken = true;
  const service = serveInProcess((request) =>
    broken && cursorOf(request.url) === 'b' ? { status: 500, json: {} } : fiveRows(request),
  );
  const { seen, error } = await readUntilFailure(service);

  expect(error).toBeInstanceOf(ServerError);
  const { checkpoint } = error as ServerError;
  expect(checkpoint).toMatchObject({ cursor: 'b', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 });
  expect(seen).toEqual(['order-1', 'order-2']);
  broken = false;
  const stored = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
  expect(await idsOf(service, stored)).toEqual(['order-3', 'order-4', 'order-5']);
});

test('every resume after a cursor that led back to an earlier page ends with the same error, and delivers no row twice', async () => {
  const service = serveInProcess(
    servePages({
      '': { rows: [1, 2], next: 'b', totalCount: 8 },
      b: { rows: [3, 4], next: 'c', totalCount: 8 },
      c: { rows: [5, 6], next: 'b', totalCount: 8 },
    }),
  );
  const first = await readUntilFailure(service);
  let { error } = first;
  const seen = [...first.seen];

  for (let run = 0; run < 3; run += 1) {
    expect(error).toMatchObject({ code: 'pagination', cursor: 'b', checkpoint: { cursor: 'c', rows: 6 } });
    const { checkpoint } = error as PaginationError;
    const resumed = await readUntilFailure(service, JSON.parse(JSON.stringify(checkpoint)) as Checkpoint);
    seen.push(...resumed.seen);
    ({ error } = resumed);
  }

  expect(error).toBeInstanceOf(PaginationError);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6].map((row) => `order-${row}`));
});

test('resuming in the middle of a page skips the rows that were delivered, over several pages if need be', async () => {
  const resume = { ...start, rowsToSkip: 3, rows: 3 };

  expect(await idsOf(serveInProcess(fiveRows), resume)).toEqual(['order-4', 'order-5']);
});

test('resuming behind the last page delivers nothing twice, and only what was added since', async () => {
  let added: number[] = [];
  const service = serveInProcess(({ url }) =>
    cursorOf(url) === 'b'
      ? { json: { totalCount: 3 + added.length, results: [3, ...added].map(transaction) } }
      : { json: { totalCount: 3 + added.length, results: [1, 2].map(transaction), nextCursor: 'b' } },
  );
  const end = (await pagesOf(service)).at(-1)?.checkpoint;

  expect(await idsOf(service, end)).toEqual([]);
  added = [4, 5];
  expect(await idsOf(service, end)).toEqual(['order-4', 'order-5']);
});

test('with endAtTotalCount a resumed run ends with the last row: those that it skips count once', async () => {
  // A service that names a cursor on its last page.
  const service = serveInProcess(servePages({ '': { rows: [1, 2, 3], next: 'behind the last row' } }));
  const resume = { ...start, rowsToSkip: 2, rows: 2 };
  const list = service.client().transactions.list({ ...october, endAtTotalCount: true, resume });

  expect((await list.toArray({ max: 10 })).map(({ orderId }) => orderId)).toEqual(['order-3']);
  expect(service.requests).toHaveLength(1);
});

test('a last page that has become shorter keeps how many of its rows were delivered', async () => {
  const shorter = serveInProcess(servePages({ c: { rows: [5] } }));
  const resume: Checkpoint = { ...start, cursor: 'c', rowsToSkip: 3, pages: 3, rows: 7 };
  const list = shorter.client({ onDrift: () => undefined }).transactions.list({ ...october, resume });
  const checkpoints: Checkpoint[] = [];
  for await (const { checkpoint } of list.pages()) checkpoints.push(checkpoint);

  // Or a later resume, once the page has its rows again, would deliver two of them twice.
  expect(checkpoints.at(-1)).toMatchObject({ cursor: 'c', rowsToSkip: 3, changed: true });
});
