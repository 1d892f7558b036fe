import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { eventually } from '../../support/eventually.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { october } from '../../support/ranges.ts';
import { failureOf } from '../../support/service.ts';
import { servePages } from './scripted-pages.ts';

const twoPages = servePages({ '': { rows: [1, 2], next: 'b' }, b: { rows: [3] } });

test('each for await starts from the beginning', async () => {
  const service = serveInProcess(twoPages);
  const list = service.client().transactions.list(october);

  expect(await list.toArray({ max: 10 })).toHaveLength(3);
  expect(await list.toArray({ max: 10 })).toHaveLength(3);
  expect(service.requests).toHaveLength(4);
});

test('onProgress is called for every page, and what it throws does not end pagination', async () => {
  const progress: unknown[] = [];
  const { transactions } = serveInProcess(twoPages).client({ logLevel: 'off' });
  const onProgress = (event: unknown): never => {
    progress.push(event);
    throw new Error('a progress bar broke');
  };

  expect(await transactions.list({ ...october, onProgress }).toArray({ max: 10 })).toHaveLength(3);
  expect(progress).toEqual([
    { pages: 1, rows: 2, invalidRows: 0, totalCount: 3 },
    { pages: 2, rows: 3, invalidRows: 0, totalCount: 3 },
  ]);
});

test.each(['rows', 'pages'])('after an abort in the loop no further %s are delivered', async (what) => {
  const service = serveInProcess(twoPages);
  const controller = new AbortController();
  const list = service.client().transactions.list(october, { signal: controller.signal });
  const walk = (what === 'rows' ? list : list.pages())[Symbol.asyncIterator]();

  await walk.next();
  await eventually(() => expect(service.requests).toHaveLength(2)); // also the next page
  controller.abort();

  expect(await failureOf(walk.next())).toBe(controller.signal.reason);
});

test('a Date that is changed during pagination has no effect', async () => {
  const service = serveInProcess(twoPages);
  const startDate = new Date('2026-10-01T00:00:00Z');

  for await (const row of service.client().transactions.list({ ...october, startDate })) {
    expect(row.orderId).toMatch(/^order-/);
    startDate.setFullYear(2000);
  }

  expect(service.requests[1]?.url).toContain('startDate=2026-10-01');
});

test('a paginator that is logged explains how to read it, also if it was awaited', async () => {
  const service = serveInProcess(twoPages);
  const paginator = service.client().transactions.list(october);
  // In JavaScript no compiler says that it is no promise.
  // eslint-disable-next-line @typescript-eslint/await-thenable -- see above
  const awaited = await paginator;

  expect(awaited).toBe(paginator);
  expect(inspect(awaited)).toBe(
    'transactions.list { not read yet, also after "await": ' +
      'use "for await", .pages() or .toArray({ max }); one page: getPage() }',
  );
  expect(service.requests).toEqual([]);
});

test('.pages without its parentheses says what to write', async () => {
  const list: object = serveInProcess(twoPages).client().transactions.list(october);
  const read = async (): Promise<void> => {
    // What callers in JavaScript write.
    for await (const page of (list as { readonly pages: AsyncIterable<unknown> }).pages)
      expect(page).toBeUndefined();
  };

  expect(await failureOf(read())).toMatchObject({
    name: 'InvalidRequestError',
    issues: [{ path: 'pages', message: 'is a method: call .pages()' }],
  });
});
