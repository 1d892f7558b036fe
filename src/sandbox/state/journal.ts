import { createHash, type Hash } from 'node:crypto';
import { fdatasyncSync, fstatSync, ftruncateSync, readFileSync, readSync, writeSync } from 'node:fs';

import * as z from 'zod';

import { ConfigurationError } from '../../errors/index.ts';
import type { LedgerShape } from '../ledger/clock.ts';
import { parseJson } from '../parse-json.ts';
import { altered, DataFileError, writeFailed } from './data-file-error.ts';
import { type DataFile, openDataFile } from './data-file.ts';
import { isSound } from './row-schemas.ts';
import { type Change, tableNames } from './tables.ts';

const version = { sandbox: 1 };
const headSchema = z.object({
  sandbox: z.literal(version.sandbox),
  seed: z.int(),
  size: z.int(),
  start: z.int(),
  end: z.int(),
});
const changesSchema = z.array(z.object({ table: z.enum(tableNames), key: z.string(), row: z.unknown() }));
const lineBreak = 0x0a;

/**
 * A file of JSON lines that only grows: the first tells the ledger, each other one holds all changes of a request.
 *
 * A line counts when its line break is there. It is on the disk before its request is answered, so that a crash
 * loses nothing that was answered; a line that a crash cut off was not answered, and is cut off for good.
 */
export class Journal {
  /** The ledger that the file belongs to; `undefined` while the file is new. */
  readonly shape: LedgerShape | undefined;
  readonly #data: DataFile;
  readonly #file: number;
  #lines: readonly string[];
  /** Bytes of the first line, and of all lines. */
  #headLength: number;
  #length: number;
  /** When the file was last changed, by this sandbox, and what it holds since then. */
  #changed = 0;
  #hash: Hash;
  /** Whether a write failed, and may have left a part of a line. */
  #torn = false;
  #closed = false;

  /**
   * @throws ConfigurationError when the file cannot be opened, or is none of a sandbox.
   * @throws DataFileError when another sandbox has it.
   */
  constructor(path: string) {
    this.#data = openDataFile(path);
    this.#file = this.#data.file;
    const bytes = readFileSync(this.#file);
    this.#length = bytes.lastIndexOf(lineBreak) + 1;
    this.#headLength = bytes.indexOf(lineBreak) + 1;
    const [head, ...lines] = bytes.toString('utf8', 0, this.#length).split('\n').slice(0, -1);
    this.#lines = lines;
    this.shape = head === undefined ? undefined : headSchema.safeParse(parseJson(head)).data;
    if (head === undefined ? !isCutOffHead(bytes.toString()) : !this.shape) {
      this.close();
      throw new ConfigurationError('data', `${path} is a file of something else: name a new one`);
    }
    this.#hash = hashOf(bytes.subarray(0, this.#length));
    ftruncateSync(this.#file, this.#length);
    this.#noteChange();
  }

  /** Begins a new file. */
  begin({ seed, size, start, end }: LedgerShape): void {
    this.#append({ ...version, seed, size, start, end });
    this.#headLength = this.#length;
  }

  /** Gives the changes of each request, in their order, and forgets them. */
  *replay(): Generator<readonly Change[]> {
    const lines = this.#lines;
    this.#lines = [];
    for (const [index, line] of lines.entries()) {
      const changes = changesSchema.safeParse(parseJson(line));
      if (!changes.success || !changes.data.every(isSound)) {
        throw damaged(this.#data.path, index + 2);
      }
      // Each row is one of its table: `append` wrote it, and its form was checked just now.
      yield changes.data as Change[];
    }
  }

  /** Puts the changes of a request on the disk, all or none. */
  append(changes: readonly Change[]): void {
    reporting(() => this.#append(changes));
  }

  /** Forgets every change. */
  clear(): void {
    this.#checkOpen();
    reporting(() => this.#clear());
  }

  /** Releases the file; may be repeated. */
  close(): void {
    if (!this.#closed) this.#data.close();
    this.#closed = true;
  }

  #checkOpen(): void {
    // The number may already be that of another file.
    if (this.#closed) throw new Error('the sandbox is closed');
  }

  #append(value: unknown): void {
    this.#checkOpen();
    if (this.#torn) this.#cutOff();
    if (!this.#isOwn()) throw altered(this.#data.path);
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      for (let sent = 0; sent < line.byteLength;) sent += writeSync(this.#file, line, sent);
      fdatasyncSync(this.#file);
    } catch (error) {
      this.#torn = true;
      this.#cutOff();
      throw writeFailed(this.#data.path, error);
    }
    this.#length += line.byteLength;
    this.#hash.update(line);
    this.#noteChange();
  }

  #clear(): void {
    try {
      ftruncateSync(this.#file, this.#headLength);
      this.#length = this.#headLength;
      this.#hash = hashOf(this.#bytes());
      fdatasyncSync(this.#file);
    } catch (error) {
      throw writeFailed(this.#data.path, error);
    } finally {
      this.#noteChange();
    }
  }

  /** Whether the file is as this sandbox has left it; it is read only if its time says otherwise. */
  #isOwn(): boolean {
    const { size, mtimeMs } = fstatSync(this.#file);
    if (size !== this.#length) return false;
    return mtimeMs === this.#changed || this.#hash.copy().digest().equals(hashOf(this.#bytes()).digest());
  }

  #bytes(): Buffer {
    const bytes = Buffer.alloc(this.#length);
    readSync(this.#file, bytes, 0, this.#length, 0);
    return bytes;
  }

  /** Removes what a write left that failed; if that fails too, the next write tries again. */
  #cutOff(): void {
    try {
      ftruncateSync(this.#file, this.#length);
      this.#torn = false;
    } catch {
      // The caller reports why the write failed.
    }
    this.#noteChange();
  }

  #noteChange(): void {
    this.#changed = fstatSync(this.#file).mtimeMs;
  }
}

function hashOf(bytes: Uint8Array): Hash {
  return createHash('sha1').update(bytes);
}

/** Writes to stderr why a change failed: who sent the request may not show the response, or there may be none. */
function reporting(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof DataFileError) console.error(`publisher-commerce sandbox: ${error.message}`);
    throw error;
  }
}

function damaged(path: string, line: number): ConfigurationError {
  return new ConfigurationError(
    'data',
    `${path} is damaged in line ${line}. Restore it from a copy, delete line ${line} and all that follow to keep ` +
      'what was changed before, or name a new file',
  );
}

/** Whether a file without a line break is one that a crash cut off in its first line, or an empty one. */
function isCutOffHead(text: string): boolean {
  const start = JSON.stringify(version).slice(0, -1);
  return text.startsWith(start) || start.startsWith(text);
}
