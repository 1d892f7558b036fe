import { constants } from 'node:fs';

import * as z from 'zod';

import type { Checkpoint } from '../../errors/index.ts';
import type { Receipt, ReceiptState } from '../../ledger/index.ts';
import type { InvalidRow } from '../../validation/validation.ts';
import { CommandError, isMissing } from '../command-error.ts';
import { writeAtomically } from '../output-file.ts';
import { type ExportSettings, exportSettingsSchema } from './export-settings.ts';
import { type FileDigest, openRegular, PartFile } from './part-file.ts';

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

/** Where to continue, and what is complete by then. */
type Boundary = Pick<StoredExport, 'checkpoint' | 'receiptState' | 'encoder' | 'receipt'>;

/** What a page adds to the files. */
export interface PageOutput {
  readonly bytes: Uint8Array;
  readonly invalidRows: readonly InvalidRow[];
  /** Whether the boundary is before the invalid rows. @defaultValue `false` */
  readonly isBefore?: boolean;
  /** Stored once everything before it is on the disk; `undefined` to continue where stored before. */
  readonly boundary?: Boundary | undefined;
}

const lineBreak = '\n';

/** Writes `FILE.part` and the file of invalid rows, and stores in `FILE.part.json` where to continue. */
export class ExportWriter implements AsyncDisposable {
  readonly #settings: ExportSettings;
  readonly #progressPath: string;
  readonly #part: PartFile;
  readonly #quarantine: PartFile | undefined;

  private constructor(
    settings: ExportSettings,
    progressPath: string,
    part: PartFile,
    quarantine: PartFile | undefined,
  ) {
    this.#settings = settings;
    this.#progressPath = progressPath;
    this.#part = part;
    this.#quarantine = quarantine;
  }

  /** Opens the files of an export, or creates them. */
  static async open(
    settings: ExportSettings,
    paths: { readonly part: string; readonly progress: string },
    stored: StoredExport | undefined,
  ): Promise<ExportWriter> {
    const part = stored ? await PartFile.reopen(paths.part, stored.part) : await PartFile.create(paths.part);
    const { quarantine: path } = settings;
    const digest = stored?.quarantine;
    const quarantine =
      path === null ? undefined : await (digest ? PartFile.reopen(path, digest) : PartFile.create(path));
    return new ExportWriter(settings, paths.progress, part, quarantine);
  }

  /** Size and hash of `FILE.part`. */
  digest() {
    return this.#part.digest();
  }

  /** Appends the output of a page. A boundary is stored only after everything before it is on the disk. */
  async write({ bytes, invalidRows, isBefore = false, boundary }: PageOutput): Promise<void> {
    await this.#part.append(bytes);
    const before = this.#quarantine?.digest();
    if (invalidRows.length > 0) {
      const lines = invalidRows.map(({ row }) => JSON.stringify(row) + lineBreak);
      await this.#quarantine?.append(Buffer.from(lines.join('')));
    }
    if (!boundary) return;
    await this.#part.sync();
    await this.#quarantine?.sync();
    const quarantine = (isBefore ? before : this.#quarantine?.digest()) ?? null;
    const stored: StoredExport = {
      exportVersion: 1,
      settings: this.#settings,
      part: this.#part.digest(),
      quarantine,
      ...boundary,
    };
    await writeAtomically(this.#progressPath, `${JSON.stringify(stored)}${lineBreak}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#part.close();
    await this.#quarantine?.close();
  }
}
