import { constants } from 'node:fs';

import * as z from 'zod';

import type { Checkpoint } from '../../errors/index.ts';
import type { Receipt, ReceiptState } from '../../ledger/index.ts';
import { CommandError } from '../command-error.ts';
import { type ExportSettings, exportSettingsSchema } from './export-settings.ts';
import { openRegular } from '../open-regular.ts';
import type { FileDigest } from './part-file.ts';
import { isMissing } from '../system-errors.ts';

/** Where an export continues: the content of `FILE.part.json`. */
export interface StoredExport {
  readonly exportVersion: 1;
  readonly settings: ExportSettings;
  /** Of `FILE.part` up to here. */
  readonly part: FileDigest;
  /** Of the file of invalid rows; `null` without one. */
  readonly quarantine: FileDigest | null;
  /** `null` before the first page. */
  readonly checkpoint: Checkpoint | null;
  readonly receiptState: ReceiptState | null;
  readonly encoder: { readonly rows: number; readonly state: unknown };
  /** The receipt, once all rows are in `FILE.part`. */
  readonly receipt: Receipt | null;
}

const digest = z.strictObject({ bytes: z.int().min(0), sha256: z.string() });
// The state, the checkpoint and the receipt are validated where they are used.
const json = z.looseObject({}).nullable();
const schema = z.strictObject({
  exportVersion: z.literal(1),
  settings: exportSettingsSchema,
  part: digest,
  quarantine: digest.nullable(),
  checkpoint: json,
  receiptState: json,
  encoder: z.strictObject({ rows: z.int().min(0), state: z.unknown() }),
  receipt: json,
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
