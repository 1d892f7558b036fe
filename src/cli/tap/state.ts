import * as z from 'zod';

import { isObject } from '../../client/api/input.ts';
import type { Checkpoint } from '../../client/errors/index.ts';
import { receiptStateSchema } from '../../ledger/receipt.ts';
import { UsageError } from '../command-error.ts';
import { readJsonFile } from '../json-file.ts';
import { line } from './catalog.ts';

const date = z.iso.datetime({ precision: 3 });
// The checkpoint is validated where it is used.
const page = { limit: z.int(), checkpoint: z.custom<Checkpoint>(isObject), receipt: receiptStateSchema };

const positionSchema = z.strictObject({
  /** Of the service. */
  origin: z.string(),
  /** The first day that was ever read. */
  start_date: date,
  /** The day to read next; the same as `end_date` once a run is done. */
  next_date: date,
  /** Where the run ends, excluded. */
  end_date: date,
  /** What was read of that day, in pages of this size; if another version wrote it, the day is read from its start. */
  page: z.strictObject(page).optional().catch(undefined),
});

/** How far transactions were read. */
export type Position = Readonly<z.output<typeof positionSchema>>;

const bookmarks = z.looseObject({ transactions: positionSchema.optional() });
const stateSchema = z.looseObject({ bookmarks: bookmarks.optional() });

/** Returns the STATE message of a position. */
export function stateMessage(position: Position): string {
  return line({ type: 'STATE', value: { bookmarks: { transactions: position } } });
}

/** Reads the file of `--state`. @throws UsageError if it is of another service, or lacks days before its first one */
export async function readState(path: string, origin: string, start: string): Promise<Position | undefined> {
  const position = (await readJsonFile('state', path, stateSchema)).bookmarks?.transactions;
  if (position && position.origin !== origin)
    throw new UsageError(`--state: is of ${position.origin}, but the service is ${origin}`);
  if (position && position.start_date > start)
    throw new UsageError(
      `start_date: is before ${position.start_date}, where --state begins; for days before it, leave out --state`,
    );
  return position;
}
