import { constants } from 'node:fs';

import * as z from 'zod';

import { utcMonth } from '../../client/api/utc-range.ts';
import type { Checkpoint } from '../../client/errors/index.ts';
import type { Receipt, ReceiptState } from '../../ledger/index.ts';
import { openRegular } from '../files/regular-files.ts';
import { unreadableVersion } from '../files/stored-version.ts';
import { CommandError, isMissing } from '../terminal/command-error.ts';
import { grouped } from '../terminal/format.ts';
import { chosenColumnNames, exportSettingsSchema } from './export-settings.ts';

const digest = z.strictObject({ bytes: z.int().min(0), sha256: z.string() });

/** An object that is validated where it is used. */
function object<Value extends object>() {
  return z.custom<Value>((value) => typeof value === 'object' && value !== null);
}

const schema = z.strictObject({
  exportVersion: z.literal(3),
  /** The version of this package that wrote it; 0.1.0 did not say. */
  packageVersion: z.string().optional(),
  settings: exportSettingsSchema.strict(),
  /** The names of the columns that its rows have, in order; all columns, for a format that has none. */
  columns: z.array(z.string()).readonly(),
  /** Of `FILE.part` up to here. */
  part: digest,
  /** Of the file of invalid rows; `null` without one. */
  quarantine: digest.nullable(),
  /** `null` before the first page. */
  checkpoint: object<Checkpoint>().nullable(),
  receiptState: object<ReceiptState>(),
  /** The groups of rows of a Parquet file, which its end lists. */
  groups: z.array(z.string()).readonly(),
  /**
   * Tells the files that the export may replace once it ends; `null` if there was none when it began. Unknown of an export
   * that 0.1.0 began.
   */
  replaces: z.strictObject({ file: z.string().nullable(), receipt: z.string().nullable() }).optional(),
  /** Whether `FILE.part` has every row, so that nothing is requested any more. */
  hasAllRows: z.boolean(),
  /** The receipt, once the file has nothing left to get but its name. */
  receipt: object<Receipt>().nullable(),
});

/** Where an export continues: the content of `FILE.part.json`. */
export type StoredExport = Readonly<z.output<typeof schema>>;

/**
 * Reads `FILE.part.json`; `undefined` if it does not exist.
 *
 * @throws CommandError if it is not the state of an export.
 */
export async function readStoredExport(path: string): Promise<StoredExport | undefined> {
  let text: string;
  try {
    await using file = await openRegular(path, constants.O_RDONLY);
    text = await file.readFile('utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    const stored: unknown = JSON.parse(text);
    const other = unreadableVersion(Object(stored) as Record<string, unknown>, 'exportVersion', 3);
    if (other !== undefined)
      throw new CommandError('progress_unreadable', `${path} ${other}, or start again with --force`);
    return schema.parse(stored);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const why = issue ? `, ${issue.path.join('.')}: ${issue.message}` : '';
    throw new CommandError(
      'progress_unreadable',
      `${path} is not the state of an export of this version${why}: start again with --force`,
    );
  }
}

/** Says what an unfinished export is, before anything about it is compared. */
export function describeStored(out: string, { settings, receiptState }: StoredExport): string {
  const { startDate, endDate, origin } = settings;
  const month = startDate.slice(0, 7);
  const isMonth = utcMonth(month).startDate === startDate && utcMonth(month).endDate === endDate;
  const range = isMonth ? month : `${startDate} to ${endDate}`;
  const from = origin ?? 'the built-in sandbox';
  return `${out} has an unfinished export of ${range} from ${from} (${grouped(receiptState.rows)} rows)`;
}

/**
 * Checks that the rows which are missing would have the columns of those that `FILE.part` has: another version of this package
 * may have others.
 *
 * @throws CommandError naming what differs
 */
export function checkStoredColumns(out: string, stored: StoredExport): void {
  const columns = chosenColumnNames(stored.settings);
  if (columns.join() === stored.columns.join()) return;
  const added = columns.filter((name) => !stored.columns.includes(name));
  const missing = stored.columns.filter((name) => !columns.includes(name));
  const differences = [
    ...(added.length > 0 ? [`its rows have no ${added.join(', ')}`] : []),
    ...(missing.length > 0 ? [`this version has no ${missing.join(', ')}`] : []),
    ...(added.length + missing.length === 0 ? ['their order is another one'] : []),
  ];
  throw new CommandError(
    'columns_differ',
    `${describeStored(out, stored)}. Another version of this package began it with other columns: ` +
      `${differences.join(', and ')}. Start again with --force`,
  );
}
