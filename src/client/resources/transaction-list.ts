import * as z from 'zod';

import type { QueryParameters } from '../api/operation.ts';
import { checkInput, toInputIssues } from '../api/input-object.ts';
import { getTransactions, type TransactionQuery, transactionQuerySchema } from '../api/transactions.ts';
import type { InvalidRow } from '../validation/validation.ts';
import { type Checkpoint, invalidRequest } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { functionRule } from '../options/rules.ts';
import { checkpointInput } from '../pagination/checkpoint.ts';
import type { PaginationProgress } from '../pagination/transaction-page.ts';

/** Which transactions to iterate over, and how. */
export interface TransactionListQuery extends Omit<TransactionQuery, 'cursor'> {
  /** Rows per page, 1 to 10 000. @defaultValue that of the checkpoint, else `1000`; the service's own default is 10 */
  limit?: number | undefined;
  /** Starts at the cursor of an earlier page; prefer `resume`, which also keeps the position within a page. */
  cursor?: string | null | undefined;
  /** Resumes from a checkpoint of the same dates, sort direction and `queryParams`. `null` and `undefined` mean none. */
  resume?: Checkpoint | null | undefined;
  /**
   * Whether to throw {@link PaginationError} after the last page if rows may be missing: `checkpoint.missing` is not 0, the
   * data changed meanwhile, or the service returned no count. A resume throws again until the service has the rest.
   * Cannot be combined with `cursor`, before which rows are not counted.
   * @defaultValue `false`
   */
  requireComplete?: boolean | undefined;
  /** Called before each page is delivered. */
  onProgress?: ((progress: PaginationProgress) => void) | undefined;
  /**
   * Called with each row whose essential fields are missing or invalid; the page is then delivered without the row.
   * It is awaited before the page is delivered. If it throws, the iteration stops and the page counts as undelivered.
   * With `responseValidation: 'strict'` any mismatch makes a row invalid.
   * @defaultValue none: an invalid row throws {@link ResponseValidationError}
   */
  onInvalidRow?: ((event: InvalidRowEvent) => unknown) | undefined;
  /**
   * Whether to stop after `totalCount` rows even if the service returns a next cursor. This saves a request if the
   * last page has a cursor, and loses rows if the count is capped or stale.
   * @defaultValue `false`
   */
  endAtTotalCount?: boolean | undefined;
  /**
   * Whether to request the next page while the current one is being received or processed; one page ahead at most.
   * @defaultValue `true`
   */
  prefetch?: boolean | undefined;
}

/** An invalid row, as `onInvalidRow` receives it. */
export interface InvalidRowEvent extends InvalidRow {
  /** Cursor of the page that contains the row; `null` for the first page. */
  readonly cursor: string | null;
}

const flag = z.boolean({ error: 'must be true or false' });

const listQuerySchema = transactionQuerySchema
  .safeExtend({
    resume: checkpointInput.nullish().transform((resume) => resume ?? undefined),
    onProgress: functionRule<TransactionListQuery['onProgress']>().optional(),
    onInvalidRow: functionRule<TransactionListQuery['onInvalidRow']>().optional(),
    endAtTotalCount: flag.default(false),
    prefetch: flag.default(true),
    requireComplete: flag.default(false),
  })
  .refine(({ resume, cursor }) => resume === undefined || cursor === undefined, {
    path: ['cursor'],
    error: 'must not be combined with resume, which contains its own cursor',
  })
  .refine(({ resume, cursor, requireComplete }) => !requireComplete || !(cursor ?? resume?.fromCursor), {
    path: ['requireComplete'],
    error: 'must not be combined with a cursor, before which rows are not counted',
  });

/** A validated query of `transactions.list`. */
export type CheckedListQuery = z.output<typeof listQuerySchema>;

/** Validates a query of `transactions.list`, fills in its defaults, and moves its undocumented fields to `queryParams`. */
export function checkListQuery(
  query: TransactionListQuery,
  options: CallOptions,
): readonly [CheckedListQuery, CallOptions] {
  const checked = checkInput(listQuerySchema, query, (Object(options) as CallOptions).unknownFields);
  if ('issues' in checked) throw invalidRequest(getTransactions.name, toInputIssues(checked.issues, 'query'));
  const fields = Object.entries(checked.value as object as QueryParameters);
  const undocumented = fields.filter(([name]) => !Object.hasOwn(listQuerySchema.shape, name));
  if (undocumented.length === 0) return [checked.value, options];
  return [
    checked.value,
    { ...options, queryParams: { ...options.queryParams, ...Object.fromEntries(undocumented) } },
  ];
}
