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

/** Where to continue. */
type Place = Stage & Pick<StoredExport, 'checkpoint' | 'receiptState'>;

/**
 * Writes pages to `FILE.part` and their invalid rows to a file, each page while the next one is received, and stores now
 * and then in `FILE.part.json` where to continue.
 */
export class ExportWriter implements AsyncDisposable {
  readonly #settings: ExportSettings;
  readonly #paths: ExportPaths;
  readonly #receipt: ReceiptCollector;
  readonly #onSaved: (rows: number) => void;
  readonly #part: PartFile;
  readonly #quarantine: PartFile | undefined;
  #checkpoint: Checkpoint | null;
  #savedAt = performance.now();
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    settings: ExportSettings,
    paths: ExportPaths,
    receipt: ReceiptCollector,
    onSaved: (rows: number) => void,
    files: { readonly part: PartFile; readonly quarantine: PartFile | undefined },
    checkpoint: Checkpoint | null,
  ) {
    this.#settings = settings;
    this.#paths = paths;
    this.#receipt = receipt;
    this.#onSaved = onSaved;
    this.#part = files.part;
    this.#quarantine = files.quarantine;
    this.#checkpoint = checkpoint;
    onSaved(receipt.state().rows);
  }

  /**
   * Opens the files of an export, or creates them.
   *
   * @param receipt Has the rows that are written; stored with the place to continue.
   * @param onSaved Called with the number of rows that are in the file for good.
   */
  static async open(
    settings: ExportSettings,
    paths: ExportPaths,
    stored: StoredExport | undefined,
    receipt: ReceiptCollector,
    onSaved: (rows: number) => void,
  ): Promise<ExportWriter> {
    const open = (path: string, digest: FileDigest | null | undefined): Promise<PartFile> =>
      digest ? PartFile.reopen(path, digest) : PartFile.create(path);
    const part = await open(paths.part, stored?.part);
    const { quarantine: path } = settings;
    const quarantine = path === null ? undefined : await open(path, stored?.quarantine);
    const checkpoint = stored?.checkpoint ?? null;
    if (stored) await checkCounts(settings, paths, receipt);
    return new ExportWriter(settings, paths, receipt, onSaved, { part, quarantine }, checkpoint);
  }

  /** Size and hash of `FILE.part`. */
  digest(): FileDigest {
    return this.#part.digest();
  }

  /** Starts to write a page, once the page before is written; its rows must be in the receipt. */
  async write(
    bytes: Uint8Array,
    invalidRows: readonly InvalidRow[] = [],
    checkpoint: Checkpoint | null = null,
  ): Promise<void> {
    // From the first page on, a write that fails loses at most the rows of half a second.
    const isFirstPage = checkpoint !== null && !this.hasPages;
    this.#checkpoint = checkpoint;
    const isDue = isFirstPage || performance.now() - this.#savedAt >= saveInterval;
    // Read now: the receipt continues while this is written.
    const place = isDue ? this.#place() : undefined;
    await this.#writing;
    this.#writing = this.#append(bytes, invalidRows).then(() => place && this.#store(place));
    // Thrown where it is awaited.
    this.#writing.catch(() => undefined);
  }

  /** Removes the files of an export that has received nothing, and not those of another one in their place. */
  async remove(): Promise<void> {
    await this.#part.checkPath();
    const { quarantine } = this.#settings;
    for (const path of [this.#paths.part, this.#paths.progress, ...(quarantine === null ? [] : [quarantine])])
      await rm(path, { force: true });
  }

  /** Whether a page was received. */
  get hasPages(): boolean {
    return this.#checkpoint !== null;
  }

  /** Waits until everything is written, and stores where to continue. */
  async save(stage?: Partial<Stage>): Promise<void> {
    await this.#writing;
    await this.#store(this.#place(stage));
  }

  #place({ hasAllRows = false, receipt = null }: Partial<Stage> = {}): Place {
    this.#savedAt = performance.now();
    return { checkpoint: this.#checkpoint, receiptState: this.#receipt.state(), hasAllRows, receipt };
  }

  async #append(bytes: Uint8Array, invalidRows: readonly InvalidRow[]): Promise<void> {
    await this.#part.append(bytes);
    await this.#quarantine?.append(encodeInvalidRows(invalidRows));
  }

  /** Stores where to continue, after everything before it is on the disk. */
  async #store(place: Place): Promise<void> {
    await this.#part.checkPath();
    await this.#part.sync();
    await this.#quarantine?.sync();
    const stored: StoredExport = {
      exportVersion: 2,
      settings: this.#settings,
      part: this.#part.digest(),
      quarantine: this.#quarantine?.digest() ?? null,
      ...place,
    };
    await writeAtomically(this.#paths.progress, `${JSON.stringify(stored)}\n`);
    this.#onSaved(place.receiptState.rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // It failed, or the reason to stop is another.
    await this.#writing.catch(() => undefined);
    await this.#part.close();
    await this.#quarantine?.close();
  }
}
