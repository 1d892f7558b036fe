import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Checkpoint, Transaction } from 'publisher-commerce';

import type { SavedTotals } from './totals.ts';

/** What is exported: resuming requires the same range and page size as before. */
export interface Range {
  readonly startDate: string;
  readonly endDate: string;
  readonly limit: number;
}

/** Everything that a later run needs to continue from here. */
export interface Bookmark {
  readonly range: Range;
  readonly checkpoint: Checkpoint;
  readonly totals: SavedTotals;
  readonly sandboxTransactions?: number | undefined;
}

interface StoredBookmark extends Bookmark {
  /** Length of the file when the bookmark was written; anything beyond was written by a killed run. */
  readonly bytes: number;
}

/**
 * An NDJSON file with a bookmark beside it. Rows are written first, then the bookmark, atomically: if a run is killed in
 * between, the next run truncates the rows after the bookmark.
 */
export class LedgerFile {
  readonly bookmark: Bookmark | undefined;
  readonly #file: FileHandle;
  readonly #path: string;
  #bytes: number;

  private constructor(path: string, file: FileHandle, bookmark: StoredBookmark | undefined) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bookmark?.bytes ?? 0;
    this.bookmark = bookmark;
  }

  static async open(path: string, resume: boolean): Promise<LedgerFile> {
    await mkdir(dirname(path), { recursive: true });
    const bookmark = resume ? await readBookmark(path) : undefined;
    if (!bookmark) await rm(bookmarkPath(path), { force: true });
    const file = await open(path, bookmark ? 'r+' : 'w');
    await file.truncate(bookmark?.bytes ?? 0);
    return new LedgerFile(path, file, bookmark);
  }

  /** Appends the rows, then updates the bookmark. */
  async append(rows: readonly Transaction[], bookmark: Bookmark): Promise<void> {
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await this.#file.write(lines, 0, lines.byteLength, this.#bytes);
    await this.#file.datasync();
    this.#bytes += lines.byteLength;

    const stored: StoredBookmark = { ...bookmark, bytes: this.#bytes };
    const target = bookmarkPath(this.#path);
    await writeFile(`${target}.new`, JSON.stringify(stored), { flush: true });
    await rename(`${target}.new`, target);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

function bookmarkPath(path: string): string {
  return `${path}.checkpoint.json`;
}

async function readBookmark(path: string): Promise<StoredBookmark | undefined> {
  try {
    return JSON.parse(await readFile(bookmarkPath(path), 'utf8')) as StoredBookmark;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
