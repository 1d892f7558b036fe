import { expect, test } from 'vitest';

import type { PaginationError } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { held } from '../../support/pages.ts';
import { printed } from '../../support/printed.ts';
import { october, octoberQuery } from '../../support/ranges.ts';
import { failureOf, startService, token } from '../../support/service.ts';

const range = { ...october, limit: 2 };

const echoedCursors: readonly (readonly [string, object])[] = [
  ['the token', { nextCursor: token }],
  ['the token, in the ready query', { nextPageQuery: `?cursor=${token}&limit=2` }],
  ['the token, encoded twice in the ready query', { nextPageQuery: '?cursor=a%252Ftoken%252Bof%253Dours' }],
];

test.each(echoedCursors)(
  'a cursor that is %s is neither sent nor put into a checkpoint',
  async (_, cursor) => {
    await using service = await startService(({ url }) =>
      url.includes('cursor=second')
        ? { json: { totalCount: 9, ...cursor, results: [transaction(2), transaction(3)] } }
        : { json: { totalCount: 9, nextCursor: 'second', results: [transaction(0), transaction(1)] } },
    );
    const sent = JSON.stringify(cursor).includes('%252F') ? 'a/token+of=ours' : token;
    const client = service.client({ token: sent });
    const ids: string[] = [];

    const read = async (): Promise<void> => {
      for await (const row of client.transactions.list(range)) ids.push(row.transactionDetails.id);
    };
    const error = (await failureOf(read())) as PaginationError;

    expect(error).toMatchObject({
      name: 'PaginationError',
      operation: 'transactions.list',
      cursor: expect.stringContaining('[token]') as string,
      checkpoint: { cursor: 'second', rowsToSkip: 0, pages: 1, rows: 2 },
    });
    expect(error.message).toContain('contains the publisher token');
    expect(ids).toEqual(['transaction-0', 'transaction-1']);
    expect(service.requests).toHaveLength(2);
    expect(printed(error)).not.toContain(sent);
  },
);

test('a single page with the token as its cursor is not returned', async () => {
  await using service = await startService([
    { json: { totalCount: 9, nextCursor: token, results: [transaction()] } },
  ]);

  const error = await failureOf(service.client().transactions.getPage({ ...range, cursor: 'mine' }));

  expect(error).toMatchObject({
    name: 'PaginationError',
    cursor: '[token]',
    checkpoint: { cursor: 'mine', rowsToSkip: 0, pages: 0, rows: 0 },
  });
  expect(printed(error)).not.toContain(token);
});

test('an echoed cursor is not sent early, before the rest of its page is received', async () => {
  const head = `{"totalCount":9,"nextCursor":"${token}","nextPageQuery":null,"results":`;
  await using service = await startService([
    held(head, (response) => setTimeout(() => response.end(`${JSON.stringify([transaction()])}}`), 50)),
  ]);

  const error = await failureOf(service.client().transactions.list(range).toArray({ max: 10 }));

  expect(error).toMatchObject({ name: 'PaginationError', checkpoint: { cursor: null, rows: 0 } });
  expect(service.requests).toHaveLength(1);
});

test.each([
  { cursor: token },
  { resume: { query: octoberQuery, cursor: token, rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 } },
])('a start at a cursor that contains the token is not sent: %j', async (start) => {
  await using service = await startService([]);
  const list = service.client().transactions.list({ ...range, ...start });

  expect(await failureOf(list.toArray({ max: 10 }))).toMatchObject({ name: 'PaginationError' });
  expect(service.requests).toHaveLength(0);
});

test('a short token is no reason to distrust a cursor', async () => {
  await using service = await startService([
    { json: { totalCount: 2, nextCursor: 'page-2-7', results: [transaction(0)] } },
    { json: { totalCount: 2, nextCursor: null, results: [transaction(1)] } },
  ]);

  const rows = await service.client({ token: 'page-2' }).transactions.list(range).toArray({ max: 10 });

  expect(rows).toHaveLength(2);
});
