import { rm } from 'node:fs/promises';

import type { Checkpoint } from '../../client/errors/index.ts';
import type { InvalidRow } from '../../client/validation/validation.ts';
import type { ReceiptCollector } from '../../ledger/index.ts';
import { CommandError } from '../command-error.ts';
import { grouped } from '../format.ts';
import { writeAtomically } from '../output-file.ts';
import { encodeInvalidRows } from './encoder.ts';
import type { ExportPaths } from './export-files.ts';
import type { ExportSettings } from './export-settings.ts';
import { countRows, type FileDigest, PartFile } from './part-file.ts';
import type { StoredExport } from './stored-export.ts';

/** @throws CommandError if the files have other numbers of rows than what is stored about them. */
export async function checkCounts(
  settings: ExportSettings,
  { part, progress }: ExportPaths,
  receipt: ReceiptCollector,
): Promise<void> {
  const { rows, invalidRows } = receipt.state();
  const format = settings.format === 'csv' ? 'csv' : 'jsonl';
  const check = (path: string, found: number, expected: number): void => {
    if (found === expected) return;
    throw new CommandError(
      'part_changed',
      `${path} has ${grouped(found)} rows, and ${progress} counts ${grouped(expected)}: start again with --force`,
    );
  };
  check(part, await countRows(part, format), rows);
  const { quarantine } = settings;
  if (quarantine !== null) check(quarantine, await countRows(quarantine, 'jsonl'), invalidRows);
}

/** How often to store where to continue, in milliseconds: each time waits for the disk. */
const saveInterval = 500;

/** How far an export is, besides its rows. */
type Stage = Pick<StoredExport, 'hasAllRows' | 'receipt'>;

/** An export that is written to files. */
interface WrittenExport {
  readonly settings: ExportSettings;
  readonly paths: ExportPaths;
  /** Where to continue; `undefined` for a new export. */
  readonly stored: StoredExport | undefined;
  /** Has the rows that are written; stored with the place to continue. */
  readonly receipt: ReceiptCollector;
  /** Called with the number of rows that are in the file for good. */
  readonly onSaved: (rows: number) => void;
}

/** Writes pages to `FILE.part` and their invalid rows to a file, and stores now and then where to continue. */
export class ExportWriter implements AsyncDisposable {
  readonly #export: WrittenExport;
  readonly #part: PartFile;
  readonly #quarantine: PartFile | undefined;
  #checkpoint: Checkpoint | null;
  #savedAt = performance.now();

  private constructor(written: WrittenExport, part: PartFile, quarantine: PartFile | undefined) {
    this.#export = written;
    this.#part = part;
    this.#quarantine = quarantine;
    this.#checkpoint = written.stored?.checkpoint ?? null;
    written.onSaved(written.receipt.state().rows);
  }

  /** Opens the files of an export, or creates them. */
  static async open(written: WrittenExport): Promise<ExportWriter> {
    const { settings, paths, stored } = written;
    const open = (path: string, digest: FileDigest | null | undefined): Promise<PartFile> =>
      digest ? PartFile.reopen(path, digest) : PartFile.create(path);
    const part = await open(paths.part, stored?.part);
    const { quarantine: path } = settings;
    const quarantine = path === null ? undefined : await open(path, stored?.quarantine);
    return new ExportWriter(written, part, quarantine);
  }

  /** Size and hash of `FILE.part`. */
  digest(): FileDigest {
    return this.#part.digest();
  }

  /** Writes a page; its rows must be in the receipt. */
  async write(
    bytes: Uint8Array,
    invalidRows: readonly InvalidRow[] = [],
    checkpoint: Checkpoint | null = null,
  ): Promise<void> {
    await this.#part.append(bytes);
    await this.#quarantine?.append(encodeInvalidRows(invalidRows));
    // From the first page on, a write that fails loses at most the rows of half a second.
    const isFirstPage = checkpoint !== null && !this.hasPages;
    this.#checkpoint = checkpoint;
    if (isFirstPage || performance.now() - this.#savedAt >= saveInterval) await this.save();
  }

  /** Removes the files of an export that has received nothing, and not those of another one in their place. */
  async remove(): Promise<void> {
    await this.#part.checkPath();
    const { settings, paths } = this.#export;
    for (const path of [paths.part, paths.progress, settings.quarantine])
      if (path !== null) await rm(path, { force: true });
  }

  /** Whether a page was received. */
  get hasPages(): boolean {
    return this.#checkpoint !== null;
  }

  /** Stores where to continue, after everything before it is on the disk. */
  async save({ hasAllRows = false, receipt = null }: Partial<Stage> = {}): Promise<void> {
    const { settings, paths, receipt: collector, onSaved } = this.#export;
    await this.#part.checkPath();
    await this.#part.sync();
    await this.#quarantine?.sync();
    const stored: StoredExport = {
      exportVersion: 2,
      settings,
      part: this.#part.digest(),
      quarantine: this.#quarantine?.digest() ?? null,
      checkpoint: this.#checkpoint,
      receiptState: collector.state(),
      hasAllRows,
      receipt,
    };
    await writeAtomically(paths.progress, `${JSON.stringify(stored)}\n`);
    onSaved(stored.receiptState.rows);
    this.#savedAt = performance.now();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#part.close();
    await this.#quarantine?.close();
  }
}
