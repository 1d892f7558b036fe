import * as z from 'zod';

import { isObject } from '../../../client/api/input.ts';
import { utcDay } from '../../../client/api/utc-range.ts';
import type { Checkpoint } from '../../../client/errors/index.ts';
import { packageVersion } from '../../../client/runtime/runtime.ts';
import { receiptStateSchema } from '../../../ledger/receipt.ts';
import { checkJson, readJson } from '../../files/json-file.ts';
import { unreadableVersion } from '../../files/stored-version.ts';
import { UsageError } from '../../terminal/command-error.ts';
import { line } from './catalog.ts';
import { dayCountsSchema } from './day-counts.ts';
import { knownRowsSchema } from './known-rows.ts';

const date = z.iso.datetime({ precision: 3 });
// The checkpoint is validated where it is used.
const page = { limit: z.int(), checkpoint: z.custom<Checkpoint>(isObject), receipt: receiptStateSchema };

const settingsSchema = z.strictObject({
  /** Decimals of currencies, where they differ from ISO 4217: `HUF=0,KWD=2`. */
  currency_digits: z.string(),
  drop: z.array(z.string()).readonly(),
  hash: z.array(z.string()).readonly(),
  /** Identifies the key of hashed columns; `null` without any. */
  hash_key: z.string().nullable(),
});

/** The settings that decide what the columns of a transaction contain. */
export type RowSettings = Readonly<z.output<typeof settingsSchema>>;

/** Which form of a state this is, and the version of this package that wrote it; a state of 0.1.0 does not tell. */
const writer = { state_version: z.int().optional(), package_version: z.string().optional() };
const stateVersion = 1;

const positionSchema = z.strictObject({
  ...writer,
  /** Of the service. */
  origin: z.string(),
  /** The first day that was ever read. */
  start_date: date,
  /** Those of all days that were read. */
  settings: settingsSchema,
  /** The day to read next; the same as `end_date` once a run is done. */
  next_date: date,
  /** Where the run ends, excluded. */
  end_date: date,
  /** What the days had that were read before; a state of 0.1.0 does not tell. */
  counts: dayCountsSchema.optional(),
  /** The newest rows that were read, the newest first. */
  newest: knownRowsSchema.optional(),
  /** A time of the service, and when this machine's clock has first seen about that; a state of 0.1.0 does not tell. */
  clock: z.strictObject({ service: date, machine: date }).optional(),
  /** What was read of that day, in pages of this size; if another version wrote it, the day is read from its start. */
  page: z.strictObject(page).optional().catch(undefined),
});

/** How far transactions were read. */
export type TapPosition = Readonly<z.output<typeof positionSchema>>;

const bookmarks = z.looseObject({ transactions: positionSchema.optional() });
/** What a tool puts around a state, such as `singer_state`, would else be that of a first run. */
const stateSchema = z
  .looseObject({ bookmarks: bookmarks.optional() })
  .refine((state) => state.bookmarks !== undefined || Object.keys(state).length === 0, {
    path: ['bookmarks'],
    error: 'is required, except in the empty state {} of a first run',
  });
const writtenSchema = z.looseObject({
  bookmarks: z.looseObject({ transactions: z.looseObject(writer).optional() }).optional(),
});
/** A state as the tap prints it; a target prints the value alone. */
const messageSchema = z.object({ type: z.literal('STATE'), value: z.unknown() });

/** Returns the STATE message of a position. */
export function stateMessage(position: TapPosition): string {
  const transactions = { ...position, state_version: stateVersion, package_version: packageVersion };
  return line({ type: 'STATE', value: { bookmarks: { transactions } } });
}

/**
 * Reads the file of `--state`; an empty one is that of a first run.
 *
 * @throws UsageError if it is of another version, service or settings, lacks days before its first one, or is of the future
 */
export async function readState(
  path: string,
  { origin, start_date: start, settings }: Pick<TapPosition, 'origin' | 'start_date' | 'settings'>,
): Promise<TapPosition | undefined> {
  const content = await readJson('state', path, {});
  const { data: message } = messageSchema.safeParse(content);
  const value = message ? message.value : content;
  checkVersion(writtenSchema.safeParse(value).data?.bookmarks?.transactions);
  const state = checkJson('state', path, stateSchema, value);
  const position = state.bookmarks?.transactions;
  if (!position) return undefined;
  if (position.origin !== origin)
    throw new UsageError(`--state: is of ${position.origin}, but the service is ${origin}`);
  if (position.start_date > start)
    throw new UsageError(
      `start_date: is before ${position.start_date}, where --state begins; for days before it, leave out --state`,
    );
  checkSettings(position.settings, settings);
  const today = utcDay('today').startDate;
  if (position.next_date > today)
    throw new UsageError(
      `--state: its next_date, ${position.next_date}, is after today, ${today}; leave out --state, to read all days again`,
    );
  return position;
}

/** Of another version, all of it may be different, so it is asked first. */
function checkVersion({ state_version, package_version }: Pick<TapPosition, keyof typeof writer> = {}): void {
  const written = { state_version, packageVersion: package_version };
  const other = unreadableVersion(written, 'state_version', stateVersion);
  if (other !== undefined) throw new UsageError(`--state: ${other}`);
}

/** Rows of two settings in one table would be a mixture that nobody sees. */
function checkSettings(stored: RowSettings, given: RowSettings): void {
  const wayOut = 'set it as before, or leave out --state, to read all days again';
  for (const [name, none] of [
    ['currency_digits', 'ISO 4217'],
    ['drop', 'none'],
    ['hash', 'none'],
  ] as const) {
    const [before, now] = [stored[name], given[name]].map((value) => String(value) || none);
    if (before !== now) throw new UsageError(`${name}: is ${now}, but --state is of ${before}; ${wayOut}`);
  }
  if (stored.hash_key !== given.hash_key)
    throw new UsageError(`PUBLISHER_HASH_KEY: is another key than that of --state; ${wayOut}`);
}
