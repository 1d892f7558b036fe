import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';

import type { Transaction } from '../../../client/api/transactions.ts';
import type { Checkpoint } from '../../../client/errors/index.ts';
import type { InvalidRow } from '../../../client/validation/validation.ts';
import { packageVersion } from '../../../client/runtime/runtime.ts';
import type { ReceiptCollector } from '../../../ledger/index.ts';
import { writeAtomically } from '../../files/atomic-file.ts';
import { ownerOnly } from '../../files/output-file.ts';
import type { ExportPaths, Replaced } from '../../ledger-files/delivery.ts';
import { chosenColumnNames, type ExportSettings } from '../../ledger-files/export-settings.ts';
import type { ExportEncoder } from '../../ledger-files/formats/encoder.ts';
import type { StoredExport } from '../../ledger-files/stored-export.ts';
import { type FileDigest, PartFile } from './part-file.ts';

/** How often to store where to continue, in milliseconds: each time waits for the disk. */
const saveInterval = 500;

/** How far an export is, besides its rows. */
type Stage = Pick<StoredExport, 'hasAllRows' | 'receipt'>;

/** What the files of an export have. */
type Written = Stage & Pick<StoredExport, 'part' | 'quarantine' | 'checkpoint'>;

const nothing: Written = {
  part: { bytes: 0, sha256: createHash('sha256').digest('hex') },
  quarantine: null,
  checkpoint: null,
  hasAllRows: false,
  receipt: null,
};

/** An export that is written to files. */
interface WrittenExport {
  readonly settings: ExportSettings;
  readonly paths: ExportPaths;
  /** Where to continue; `undefined` for a new export. */
  readonly stored: StoredExport | undefined;
  /** The files that may be replaced once the export ends. */
  readonly replaces: Replaced;
  readonly encoder: ExportEncoder;
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
    // Before its files: a part without a state is somebody else's.
    if (!stored) await store(written, nothing);
    const part = await open(paths.part, stored?.part);
    const { quarantine: path } = settings;
    const quarantine = path === null ? undefined : await open(path, stored?.quarantine);
    return new ExportWriter(written, part, quarantine);
  }

  /** Size and hash of `FILE.part`. */
  digest(): FileDigest {
    return this.#part.digest();
  }

  /** Writes what the file begins with. */
  async begin(): Promise<void> {
    await this.#part.append(this.#export.encoder.header);
  }

  /** Writes what the file ends with. */
  async end(): Promise<void> {
    await this.#part.append(this.#export.encoder.footer());
    await this.save({ hasAllRows: true });
  }

  /** Writes a page; its rows must be in the receipt. */
  async write(
    rows: readonly Transaction[],
    invalidRows: readonly InvalidRow[],
    checkpoint: Checkpoint,
  ): Promise<void> {
    await this.#part.append(this.#export.encoder.encode(rows));
    await this.#quarantine?.append(this.#export.encoder.encodeInvalid(invalidRows));
    // From the first page on, a write that fails loses at most the rows of half a second.
    const isFirstPage = !this.hasPages;
    this.#checkpoint = checkpoint;
    if (isFirstPage || performance.now() - this.#savedAt >= saveInterval) await this.save();
  }

  /** Removes the files of an export that has received nothing, and not those of another one in their place. */
  async remove(): Promise<void> {
    await this.#part.checkPath();
    const { settings, paths } = this.#export;
    for (const path of [settings.quarantine, paths.part, paths.progress])
      if (path !== null) await rm(path, { force: true });
  }

  /** Whether a page was received. */
  get hasPages(): boolean {
    return this.#checkpoint !== null;
  }

  /** Stores where to continue, after everything before it is on the disk. */
  async save({ hasAllRows = false, receipt = null }: Partial<Stage> = {}): Promise<void> {
    await this.#part.checkPath();
    await this.#part.sync();
    await this.#quarantine?.sync();
    await store(this.#export, {
      part: this.#part.digest(),
      quarantine: this.#quarantine?.digest() ?? null,
      checkpoint: this.#checkpoint,
      hasAllRows,
      receipt,
    });
    this.#savedAt = performance.now();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#part.close();
    await this.#quarantine?.close();
  }
}

/** Replaces `FILE.part.json`. */
async function store(
  { settings, paths, replaces, encoder, receipt, onSaved }: WrittenExport,
  written: Written,
): Promise<void> {
  const stored: StoredExport = {
    exportVersion: 3,
    packageVersion,
    settings,
    columns: chosenColumnNames(settings),
    receiptState: receipt.state(),
    groups: encoder.groups(),
    replaces,
    ...written,
  };
  await writeAtomically(paths.progress, `${JSON.stringify(stored)}\n`, { mode: ownerOnly });
  onSaved(stored.receiptState.rows);
}
