import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import { integerBetween } from '../../client/api/input.ts';
import type { Transaction, TransactionReport } from '../../client/api/transactions.ts';
import { type Checkpoint, invalidOption } from '../../client/errors/index.ts';
import { rejectedOption } from '../../client/options/rules.ts';
import { checkpointBefore, checkpointInput } from '../../client/pagination/checkpoint.ts';
import { cursorPages } from '../../client/pagination/cursor-pages.ts';
import { PageComparison } from '../../client/pagination/page-comparison.ts';
import { createPaginator } from '../../client/pagination/paginator.ts';
import { transactionIdentity } from '../../client/pagination/row-identity.ts';
import type { TransactionPaginator } from '../../client/pagination/transaction-page.ts';

/** Options of {@link paginate}; all are optional. */
export interface PaginateOptions {
  /** Rows per page, 1 to 10 000. @defaultValue `1000`, as for `transactions.list` */
  readonly limit?: number | undefined;
  /** Resumes from a checkpoint of a paginator of the same rows and `limit`. */
  readonly resume?: Checkpoint | null | undefined;
  /** Thrown after the last row, for example a `ConnectionError`. @defaultValue none: pagination ends */
  readonly error?: Error | undefined;
}

const optionsSchema = inputObject(
  { example: '{ limit: 2 }', unknown: 'is not an option of paginate' },
  {
    limit: integerBetween(1, 10_000).default(1000),
    resume: checkpointInput.nullish(),
    error: z.instanceof(Error, { error: 'must be an Error' }).optional(),
  },
);

/**
 * Returns a paginator over the given rows, for a fake of `client.transactions`: pages, cursors and checkpoints are made
 * as for responses of the service, and nothing is sent.
 *
 * @throws `ConfigurationError` naming the invalid option.
 *
 * @example
 * ```ts
 * import type { PublisherClient } from 'publisher-commerce';
 * import { fakeTransactions, paginate } from 'publisher-commerce/sandbox';
 *
 * const rows = fakeTransactions([{}, {}, { transactionDetails: { type: 'refund' } }]);
 * const transactions: Pick<PublisherClient['transactions'], 'list'> = {
 *   list: ({ resume }) => paginate(rows, { limit: 2, resume }),
 * };
 * const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
 * for await (const page of transactions.list(october).pages()) {
 *   console.log(page.results.length, page.checkpoint);
 * }
 * ```
 */
export function paginate(rows: readonly Transaction[], options: PaginateOptions = {}): TransactionPaginator {
  const checked = optionsSchema.safeParse(options);
  if (!checked.success) throw rejectedOption(checked.error);
  const { limit, resume, error } = checked.data;
  const start = resume ?? checkpointBefore(allTime, {});
  if (!isOffset(start.cursor)) throw invalidOption('resume', 'must be a checkpoint of the same rows');

  const report = (): void => undefined;
  return createPaginator({
    name: 'paginate',
    startsAt: () => start,
    pages: () =>
      cursorPages({
        operation: 'paginate',
        start,
        limit,
        countable: false,
        endAtTotalCount: false,
        prefetch: false,
        report,
        comparison: new PageComparison({ start, identity: unidentified, report }),
        fetchPage: (cursor) => {
          const offset = Number(cursor ?? 0);
          if (error && offset >= rows.length) return Promise.reject(error);
          return Promise.resolve({ page: pageAt(rows, offset, limit, error !== undefined), invalidRows: [] });
        },
      }),
    rowsOf: (page) => page.results,
  });
}

/** Given rows are of no range. */
const allTime = { startDate: '0001-01-01T00:00:00.000Z', endDate: '9999-12-31T23:59:59.999Z' };

/** Given rows may be equal, and in any order. */
const unidentified = { ...transactionIdentity, keyOf: () => undefined };

/** Cursors are offsets. */
function isOffset(cursor: string | null): boolean {
  return cursor === null || /^\d+$/.test(cursor);
}

function pageAt(
  rows: readonly Transaction[],
  offset: number,
  limit: number,
  continues: boolean,
): TransactionReport {
  const end = Math.min(offset + limit, rows.length);
  const nextCursor = end < rows.length || continues ? String(end) : null;
  return {
    totalCount: rows.length,
    nextCursor,
    nextPageQuery: nextCursor && `?cursor=${nextCursor}`,
    results: rows.slice(offset, end),
  };
}
