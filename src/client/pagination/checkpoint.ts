import * as z from 'zod';

import { countInput, dateTimeInput } from '../api/input.ts';
import { inputObject } from '../api/input-object.ts';
import { isAfter } from '../api/instant.ts';
import type { TransactionQuery } from '../api/transactions.ts';
import type { UtcRange } from '../api/utc-range.ts';
import { PublisherError, type Checkpoint, invalidRequest } from '../errors/index.ts';
import { searchParamsOf } from '../http/prepare.ts';
import { type CallOptions, queryRule } from '../options/call-options.ts';

type CheckpointQuery = Checkpoint['query'];

const cursorRule = { error: 'must be the cursor of a checkpoint: a string that is not empty, or null' };
const text = z.string({ error: 'must be a string' });
const example = 'error.checkpoint or page.checkpoint';

const stored = inputObject(example, {
  query: z.object(
    { startDate: dateTimeInput, endDate: dateTimeInput, sortDirection: z.enum(['asc', 'desc']) },
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
  border: inputObject(example, {
    received: countInput,
    totalCount: z.int({ error: 'must be an integer' }).optional(),
    lastRow: text.optional(),
    repeated: text.optional(),
  }).optional(),
  queryParams: text.optional(),
});

/** Validates a checkpoint that was stored. */
// A field that is `undefined` counts as missing.
export const checkpointInput = stored.transform((checkpoint) => checkpoint as Checkpoint);

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
  const queryParams = sent.toString();
  return {
    query: { startDate, endDate, sortDirection },
    ...firstPage,
    cursor,
    ...(queryParams !== '' && { queryParams }),
  };
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
  return (
    isInstant(one.startDate, other.startDate) &&
    isInstant(one.endDate, other.endDate) &&
    one.sortDirection === other.sortDirection
  );
}

function describe({ startDate, endDate, sortDirection }: CheckpointQuery): string {
  return `${startDate} to ${endDate}, ${sortDirection}`;
}

/** Adds the checkpoint where an iteration failed to its error. */
export function withCheckpoint(error: unknown, checkpoint: Checkpoint): unknown {
  if (error instanceof PublisherError) error.checkpoint = checkpoint;
  return error;
}
