import { expect, test } from 'vitest';

import { ConfigurationError, ConnectionError, type TransactionPage } from '../../../src/client/index.ts';
import { fakeTransactions, paginate, type PaginateOptions } from '../../../src/sandbox/index.ts';
import { failureOf } from '../../support/service.ts';

const rows = fakeTransactions([{}, {}, {}, {}, {}]);

async function pagesOf(options: PaginateOptions): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  for await (const page of paginate(rows, options).pages()) pages.push(page);
  return pages;
}

test('rows are paginated as those of the service are', async () => {
  const pages = await pagesOf({ limit: 2 });
  const read: unknown[] = [];
  for await (const row of paginate(rows)) read.push(row);

  expect(read).toEqual(rows);
  expect(pages.map(({ results, totalCount, index }) => [results.length, totalCount, index])).toEqual([
    [2, 5, 0],
    [2, 5, 1],
    [1, 5, 2],
  ]);
  expect(pages.map(({ cursor }) => cursor)).toEqual([null, pages[0]?.nextCursor, pages[1]?.nextCursor]);
  expect(pages.at(-1)?.nextCursor).toBeNull();
  expect(await paginate(rows, { limit: 2 }).toArray({ max: 5 })).toEqual(rows);
  expect(await failureOf(paginate(rows, { limit: 2 }).toArray({ max: 4 }))).toMatchObject({
    name: 'PaginationError',
    checkpoint: { cursor: null, rows: 0 },
  });
});

test('without rows there is one empty page', async () => {
  expect(await paginate([]).toArray({ max: 1 })).toEqual([]);
});

test('a checkpoint of any page resumes after its rows', async () => {
  const pages = await pagesOf({ limit: 2 });

  for (const [index, { checkpoint }] of pages.entries()) {
    const rest = await paginate(rows, { limit: 2, resume: checkpoint }).toArray({ max: 10 });
    expect(rest).toEqual(rows.slice(2 * (index + 1)));
  }
});

test('an error is thrown after the last row, with the checkpoint to resume from', async () => {
  const error = new ConnectionError('the connection was lost', { operation: 'transactions.list' });
  const read: unknown[] = [];
  const loop = async (): Promise<void> => {
    for await (const row of paginate(rows, { limit: 2, error })) read.push(row);
  };

  expect(await failureOf(loop())).toBe(error);
  expect(read).toEqual(rows);
  expect(error.checkpoint).toMatchObject({ rows: 5, pages: 3 });
  expect(
    await paginate([...rows, ...rows], { limit: 2, resume: error.checkpoint }).toArray({ max: 10 }),
  ).toEqual(rows);
});

test('an invalid option is rejected by name', async () => {
  const checkpoint = (await pagesOf({}))[0]?.checkpoint;
  const invalid: [string, object][] = [
    ['limit', { limit: 0 }],
    ['pageSize', { pageSize: 2 }],
    ['resume', { resume: { ...checkpoint, cursor: 'eyJvIjoxMH0=' } }],
    ['error', { error: 'lost' }],
  ];
  for (const [option, options] of invalid) {
    expect(() => paginate(rows, options)).toThrow(ConfigurationError);
    expect(() => paginate(rows, options)).toThrow(new RegExp(`^${option}: `));
  }
});
