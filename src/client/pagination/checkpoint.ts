import * as z from 'zod';

import { countInput, dateTimeInput } from '../api/input.ts';
import { inputObject } from '../api/input-object.ts';
import { isAfter } from '../api/instant.ts';
import type { TransactionQuery } from '../api/transactions.ts';
import type { UtcRange } from '../api/utc-range.ts';
import { type Checkpoint, type CheckpointBorder, invalidRequest, PublisherError } from '../errors/index.ts';
import { searchParamsOf } from '../http/prepare.ts';
import { type CallOptions, queryRule } from '../options/call-options.ts';

type CheckpointQuery = Checkpoint['query'];

const cursorRule = { error: 'must be the cursor of a checkpoint: a string that is not empty, or null' };
const text = z.string({ error: 'must be a string' });
const example = 'error.checkpoint or page.checkpoint';

const storedBorder = inputObject(example, {
  received: countInput,
  totalCount: z.int({ error: 'must be an integer' }).optional(),
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
  rowsToSkip: countInput,
  pages: countInput,
  rows: countInput,
  invalidRows: countInput,
  changed: z.boolean({ error: 'must be true or false' }).optional(),
  border: storedBorder.optional(),
  queryParams: text.optional(),
} satisfies Record<keyof Checkpoint, z.ZodType>).transform(({ changed, border, queryParams, ...required }) =>
  allFields<Checkpoint>({ ...required, changed, border, queryParams }),
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

/** Returns the checkpoint before the first page of a query, or before the page of `cursor`. */
export function checkpointBefore(
  { startDate, endDate, sortDirection = 'asc' }: UtcRange & Pick<TransactionQuery, 'sortDirection'>,
  options: CallOptions | undefined,
  cursor: string | null = null,
): Checkpoint {
  // Invalid ones are rejected with the first request.
  const { data = {} } = queryRule.safeParse((Object(options) as CallOptions).queryParams);
  const sent = searchParamsOf(data);
  sent.sort();
  return allFields<Checkpoint>({
    query: allFields<CheckpointQuery>({ startDate, endDate, sortDirection }),
    ...firstPage,
    cursor,
    changed: undefined,
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
  readonly isDelivered: boolean;
  readonly rows: number;
  readonly invalidRows: number;
  readonly changed: boolean;
  readonly border: CheckpointBorder;
}

/** Returns the checkpoint after a page, from the one before it. */
export function checkpointAfter(before: Checkpoint, page: PageOutcome): Checkpoint {
  const { query, queryParams, cursor, rowsToSkip } = before;
  return allFields<Checkpoint>({
    query,
    // Without a cursor to continue with, resume on this page, after its rows.
    ...(page.next === null
      ? { cursor, rowsToSkip: Math.max(rowsToSkip, page.received) }
      : { cursor: page.next, rowsToSkip: Math.max(0, rowsToSkip - page.received) }),
    pages: before.pages + (page.isDelivered ? 1 : 0),
    rows: before.rows + page.rows,
    invalidRows: before.invalidRows + page.invalidRows,
    changed: page.changed || undefined,
    border: page.border,
    queryParams,
  });
}

/**
 * Validates that a checkpoint is of the query that it is passed to: its cursor would deliver another part of other rows.
 *
 * @throws {@link InvalidRequestError} with both ranges
 */
export function checkResume(operation: string, resume: Checkpoint, { query, queryParams }: Checkpoint): void {
  const reject = (message: string): never => {
    throw invalidRequest(operation, [{ path: 'resume', message }]);
  };
  if (!isSame(resume.query, query)) {
    reject(
      `must be a checkpoint of the same range and direction: it is of ${describe(resume.query)}, the query is of ` +
        `${describe(query)}; start without resume, or continue the other range: list({ ...resume.query, resume })`,
    );
  }
  if (resume.queryParams !== queryParams) reject('must be a checkpoint with the same queryParams');
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
