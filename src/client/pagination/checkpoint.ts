import * as z from 'zod';

import { countInput, dateTimeInput } from '../api/input.ts';
import { inputObject } from '../api/input-object.ts';
import { isAfter } from '../api/instant.ts';
import { limitInput, type TransactionQuery } from '../api/transactions.ts';
import type { UtcRange } from '../api/utc-range.ts';
import { type Checkpoint, type CheckpointBorder, invalidRequest, PublisherError } from '../errors/index.ts';
import { searchParamsOf } from '../http/prepare.ts';
import { type CallOptions, queryRule } from '../options/call-options.ts';

type CheckpointQuery = Checkpoint['query'];

const cursorRule = { error: 'must be the cursor of a checkpoint: a string that is not empty, or null' };
const text = z.string({ error: 'must be a string' });
const integer = z.int({ error: 'must be an integer' });
const flag = z.boolean({ error: 'must be true or false' });
const example = 'error.checkpoint or page.checkpoint';

const storedBorder = inputObject(example, {
  received: countInput,
  totalCount: integer.optional(),
  lastRow: text.optional(),
  repeated: text.optional(),
} satisfies Record<keyof CheckpointBorder, z.ZodType>).transform(
  ({ received, totalCount, lastRow, repeated }) =>
    allFields<CheckpointBorder>({ received, totalCount, lastRow, repeated }),
);

/** Validates a checkpoint that was stored. */
// A field that is `undefined` counts as missing.
export const checkpointInput = inputObject(example, {
  query: z.object(
    {
      startDate: dateTimeInput,
      endDate: dateTimeInput,
      sortDirection: z.enum(['asc', 'desc']),
    } satisfies Record<keyof CheckpointQuery, z.ZodType>,
    {
      error: 'is required: it has the range that the checkpoint continues; without it, start without resume',
    },
  ),
  cursor: z.string(cursorRule).min(1, cursorRule).nullable(),
  limit: limitInput.nullable().optional(),
  rowsToSkip: countInput,
  pages: countInput,
  rows: countInput,
  invalidRows: countInput,
  changed: flag.optional(),
  missing: integer.optional(),
  fromCursor: flag.optional(),
  border: storedBorder.optional(),
  queryParams: text.optional(),
} satisfies Record<keyof Checkpoint, z.ZodType>).transform(
  ({ limit, changed, missing, fromCursor, border, queryParams, ...required }) =>
    allFields<Checkpoint>({ ...required, limit, changed, missing, fromCursor, border, queryParams }),
);

/** All fields by name, an optional one also as `undefined`: what lists them does not compile until it has one that is added. */
type AllFields<Fields> = { readonly [Name in keyof Required<Fields>]: Fields[Name] };

/** Returns the fields that are set. */
export function allFields<Fields extends object>(fields: AllFields<Fields>): Fields {
  // Entries have lost the names; only optional fields can be `undefined`.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

/** The position before the first page. */
export const firstPage = { cursor: null, rowsToSkip: 0, pages: 0, rows: 0, invalidRows: 0 } as const;

/** A query, as it is sent. */
interface SentQuery extends UtcRange, Pick<TransactionQuery, 'sortDirection'> {
  readonly cursor?: string | null | undefined;
  /** `null` if none is sent. */
  readonly limit?: number | null | undefined;
}

/** Returns the checkpoint before the first page of a query, or before the page of its cursor. */
export function checkpointBefore(
  { startDate, endDate, sortDirection = 'asc', cursor = null, limit = null }: SentQuery,
  options: CallOptions | undefined,
): Checkpoint {
  // Invalid ones are rejected with the first request.
  const { data = {} } = queryRule.safeParse((Object(options) as CallOptions).queryParams);
  const sent = searchParamsOf(data);
  sent.sort();
  return allFields<Checkpoint>({
    query: allFields<CheckpointQuery>({ startDate, endDate, sortDirection }),
    ...firstPage,
    cursor,
    limit: cursor === null ? undefined : limit,
    changed: undefined,
    missing: undefined,
    fromCursor: cursor === null ? undefined : true,
    border: undefined,
    queryParams: sent.toString() || undefined,
  });
}

/** What a page adds to a checkpoint. */
interface PageOutcome {
  /** The cursor to continue with; `null` without one, after the last page or if it leads back. */
  readonly next: string | null;
  /** Rows as received, with those that were skipped. */
  readonly received: number;
  /** Rows per page, as requested; `null` if the service's default was. */
  readonly limit: number | null;
  /** The service's count, if this is the last page and it has one. */
  readonly totalCount: number | undefined;
  readonly isDelivered: boolean;
  readonly rows: number;
  readonly invalidRows: number;
  readonly changed: boolean;
  readonly border: CheckpointBorder;
}

/** Returns the checkpoint after a page, from the one before it. */
export function checkpointAfter(before: Checkpoint, page: PageOutcome): Checkpoint {
  const { query, queryParams, rowsToSkip, fromCursor } = before;
  // Without a cursor to continue with, resume on this page, after its rows.
  const cursor = page.next ?? before.cursor;
  const rows = before.rows + page.rows;
  const invalidRows = before.invalidRows + page.invalidRows;
  return allFields<Checkpoint>({
    query,
    cursor,
    limit: cursor === null ? undefined : page.limit,
    rowsToSkip:
      page.next === null ? Math.max(rowsToSkip, page.received) : Math.max(0, rowsToSkip - page.received),
    pages: before.pages + (page.isDelivered ? 1 : 0),
    rows,
    invalidRows,
    changed: page.changed || undefined,
    missing: page.totalCount === undefined || fromCursor ? undefined : page.totalCount - rows - invalidRows,
    fromCursor,
    border: page.border,
    queryParams,
  });
}

/**
 * Validates that a checkpoint is of the query that it is passed to: its cursor would deliver another part of other rows.
 *
 * @throws {@link InvalidRequestError} with both ranges
 */
export function checkResume(
  operation: string,
  resume: Checkpoint,
  { query, queryParams }: Checkpoint,
  limit: number | undefined,
): void {
  const reject = (message: string, path = 'resume'): never => {
    throw invalidRequest(operation, [{ path, message }]);
  };
  if (!isSame(resume.query, query)) {
    reject(
      `must be a checkpoint of the same range and direction: it is of ${describe(resume.query)}, the query is of ` +
        `${describe(query)}; start without resume, or continue the other range: list({ ...resume.query, resume })`,
    );
  }
  if (resume.queryParams !== queryParams) reject('must be a checkpoint with the same queryParams');
  // A cursor is documented with the parameters of its query; that of version 0.1.0 does not know its limit.
  if (limit === undefined || resume.limit === undefined || limit === resume.limit) return;
  reject(
    `must be that of the checkpoint, ${resume.limit ?? "the service's own"}, and not ${limit}: leave it out; if a page ` +
      'is too large, raise maxResponseBytes, or start the range again',
    'limit',
  );
}

function isSame(one: CheckpointQuery, other: CheckpointQuery): boolean {
  const isInstant = (date: string, otherDate: string): boolean =>
    !isAfter(date, otherDate) && !isAfter(otherDate, date);
  const same: Record<keyof CheckpointQuery, boolean> = {
    startDate: isInstant(one.startDate, other.startDate),
    endDate: isInstant(one.endDate, other.endDate),
    sortDirection: one.sortDirection === other.sortDirection,
  };
  return Object.values(same).every(Boolean);
}

function describe({ startDate, endDate, sortDirection }: CheckpointQuery): string {
  return `${startDate} to ${endDate}, ${sortDirection}`;
}

/** Adds the checkpoint where an iteration failed to its error. */
export function withCheckpoint(error: unknown, checkpoint: Checkpoint): unknown {
  if (error instanceof PublisherError) error.checkpoint = checkpoint;
  return error;
}
