import * as z from 'zod';

import { dateTimeInput, integerBetween } from '../contract/input-fields.ts';
import { type Transaction, type TransactionQuery, transactionQuerySchema } from '../contract/transactions.ts';
import type { InvalidRow } from '../contract/validation/validation.ts';
import type { Schema } from '../contract/operation.ts';
import { toIssue } from '../contract/validation/validate.ts';
import { type CheckpointInput, InvalidRequestError } from '../errors/index.ts';
import type { Progress } from '../pagination/cursor-pages.ts';
import type { TransactionPage } from '../pagination/transaction-page.ts';
import type { Paginator } from '../pagination/paginator.ts';

/** Which transactions to walk over, and how. */
export interface TransactionListQuery extends Omit<TransactionQuery, 'cursor'> {
  /** Rows a page, 1 to 10 000. @defaultValue `1000`, where the service's own default is 10 */
  readonly limit?: number | undefined;
  /** Start from this cursor of an earlier page; a checkpoint is the better bookmark. */
  readonly cursor?: string | undefined;
  /** Go on from a checkpoint, with the same dates, limit and direction. */
  readonly resume?: CheckpointInput | undefined;
  /** Called with each page that is delivered. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Sets aside a row whose essential field is missing or wrong, instead of failing its page: store the row and look at
   * it later. It is awaited before the page is delivered without the row; what it throws stops the pagination, and the
   * page counts as undelivered. With `responseValidation: 'strict'` every mismatch makes a row invalid.
   * @defaultValue none: an invalid row throws {@link ResponseValidationError}
   */
  readonly onInvalidRow?: ((event: InvalidRowEvent) => unknown) | undefined;
  /**
   * Whether pagination ends once `totalCount` rows have been received, although the service names a next cursor. It
   * saves a request where the last page names a cursor, and loses rows where the count is capped or stale.
   * @defaultValue `false`
   */
  readonly endAtTotalCount?: boolean | undefined;
  /**
   * Whether the next page is asked for while the one before is still coming, or worked on; never more than one ahead.
   * @defaultValue `true`
   */
  readonly prefetch?: boolean | undefined;
  /**
   * Cuts the range into windows of about a page each and asks for so many at the same time, 1 to 64. The rows and their
   * order are those of a single walk; twice as many windows, of a page or two, may wait in memory. Not together with
   * `cursor`; a checkpoint of a walk without windows is continued without them. @defaultValue `1`, a single walk
   */
  readonly windows?: number | undefined;
}

/** A row that was set aside. */
export interface InvalidRowEvent extends InvalidRow {
  /** Cursor of the page that the row is on; `null` for the first page. */
  readonly cursor: string | null;
}

/** A range of transactions, as it is cut into windows. */
export type TransactionRange = Omit<TransactionQuery, 'cursor'>;

/** A part of a range, as plain JSON: a query that `transactions.list` walks, in any process. */
export interface TransactionWindow {
  /** Start of the window. */
  readonly startDate: string;
  /** End of the window. */
  readonly endDate: string;
  /** Rows a page. */
  readonly limit: number;
  /** Order by `timestamp`. */
  readonly sortDirection: 'asc' | 'desc';
}

/** A walk over transactions: rows with `for await`, or whole pages. */
export type TransactionPaginator = Paginator<TransactionPage, Transaction>;

const defaultLimit = 1000;
const count = z.int({ error: 'must be an integer' }).min(0, { error: 'must not be negative' });
const flag = z.boolean({ error: 'must be true or false' }).optional();
const checkpoint = z.strictObject({
  cursor: z.string().min(1).nullable(),
  rowsToSkip: count,
  pages: count,
  rows: count,
  invalidRows: count.default(0),
  window: z
    .strictObject({
      startDate: dateTimeInput,
      endDate: dateTimeInput,
      rows: count,
      seen: z.array(z.string()),
    })
    .optional(),
});

const listQuerySchema = transactionQuerySchema
  .safeExtend({
    resume: checkpoint.optional(),
    onProgress: z
      .custom<TransactionListQuery['onProgress']>(isFunction, { error: 'must be a function' })
      .optional(),
    onInvalidRow: z
      .custom<TransactionListQuery['onInvalidRow']>(isFunction, { error: 'must be a function' })
      .optional(),
    endAtTotalCount: flag,
    prefetch: flag,
    windows: integerBetween(1, 64).optional(),
  })
  .refine(({ resume, cursor }) => resume === undefined || cursor === undefined, {
    path: ['cursor'],
    error: 'must not be given together with resume, which holds a cursor of its own',
  })
  .refine(({ windows = 1, cursor }) => windows === 1 || cursor === undefined, {
    path: ['windows'],
    error: 'must not be given together with cursor, which belongs to a single walk',
  })
  .refine(
    ({ resume, startDate, endDate }) =>
      !resume?.window ||
      (Date.parse(resume.window.startDate) >= Date.parse(startDate) &&
        Date.parse(resume.window.endDate) <= Date.parse(endDate)),
    {
      path: ['resume'],
      error: 'must be a checkpoint of the same range: its window lies outside startDate and endDate',
      when: ({ issues }) => issues.length === 0,
    },
  );

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

const planSchema = transactionQuerySchema.safeExtend({
  cursor: z.undefined({ error: 'must not be given: it belongs to a single walk' }).optional(),
  n: integerBetween(1, 1000),
});

/** A walk's query, checked, with its defaults. */
export function checkListQuery(query: TransactionListQuery) {
  const {
    limit = defaultLimit,
    endAtTotalCount = false,
    prefetch = true,
    windows = 1,
    ...rest
  } = check(listQuerySchema, query, 'transactions.list');
  return { ...rest, limit, endAtTotalCount, prefetch, windows };
}

/** A walk's query as it was found good. */
export type CheckedListQuery = ReturnType<typeof checkListQuery>;

/** A range to plan windows for, checked, with its defaults. */
export function checkPlan(query: TransactionRange, n: number) {
  const {
    limit = defaultLimit,
    sortDirection = 'asc',
    ...rest
  } = check(planSchema, { ...query, n }, 'transactions.planWindows');
  return { ...rest, limit, sortDirection };
}

function check<T>(schema: Schema<T>, value: unknown, operation: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidRequestError(operation, result.error.issues.map(toIssue));
}
