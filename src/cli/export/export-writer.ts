import type { InvalidRow } from '../../validation/validation.ts';
import type { ExportSettings } from './export-settings.ts';
import { PartFile } from './part-file.ts';
import type { StoredExport } from './stored-export.ts';
import { writeAtomically } from '../write-atomically.ts';

/** Where to continue, and what is complete by then. */
export type Boundary = Pick<StoredExport, 'checkpoint' | 'receiptState' | 'encoder' | 'receipt'>;

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
