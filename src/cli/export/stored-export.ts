import { constants } from 'node:fs';

import * as z from 'zod';

import type { Checkpoint } from '../../client/errors/index.ts';
import { utcMonth } from '../../client/api/utc-range.ts';
import type { Receipt, ReceiptState } from '../../ledger/index.ts';
import { CommandError, isMissing } from '../command-error.ts';
import { grouped } from '../format.ts';
import { type ExportSettings, exportSettingsSchema } from './export-settings.ts';
import { type FileDigest, openRegular } from './part-file.ts';

/** Where an export continues: the content of `FILE.part.json`. */
export interface StoredExport {
  readonly exportVersion: 2;
  readonly settings: ExportSettings;
  /** Of `FILE.part` up to here. */
  readonly part: FileDigest;
  /** Of the file of invalid rows; `null` without one. */
  readonly quarantine: FileDigest | null;
  /** `null` before the first page. */
  readonly checkpoint: Checkpoint | null;
  readonly receiptState: ReceiptState;
  /** Whether `FILE.part` has every row, so that nothing is requested any more. */
  readonly hasAllRows: boolean;
  /** The receipt, once the file has nothing left to get but its name. */
  readonly receipt: Receipt | null;
}

const digest = z.strictObject({ bytes: z.int().min(0), sha256: z.string() });
// The state, the checkpoint and the receipt are validated where they are used.
const json = z.looseObject({});
const schema = z.strictObject({
  exportVersion: z.literal(2),
  settings: exportSettingsSchema,
  part: digest,
  quarantine: digest.nullable(),
  checkpoint: json.nullable(),
  receiptState: json,
  hasAllRows: z.boolean(),
  receipt: json.nullable(),
});

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
    // Written by this command.
    return schema.parse(JSON.parse(text)) as unknown as StoredExport;
  } catch {
    throw new CommandError(
      'progress_unreadable',
      `${path} is not the state of an export of this version: start again with --force`,
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
