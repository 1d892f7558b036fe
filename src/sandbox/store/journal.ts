import { createHash, type Hash } from 'node:crypto';
import { fdatasyncSync, fstatSync, ftruncateSync, readFileSync, readSync, writeSync } from 'node:fs';

import * as z from 'zod';

import { ConfigurationError } from '../../errors/index.ts';
import { parseJson } from '../json.ts';
import type { LedgerShape } from '../ledger/shape.ts';
import { altered, type DataFile, DataFileError, openDataFile, writeFailed } from './data-file.ts';
import { type Change, isValidChange, tableNames } from './tables.ts';

const version = { sandbox: 1 };
const changesSchema = z.array(z.object({ table: z.enum(tableNames), key: z.string(), row: z.unknown() }));
const headSchema = z.object({
  sandbox: z.literal(version.sandbox),
  seed: z.int(),
  size: z.int(),
  start: z.int(),
  end: z.int(),
  initial: changesSchema.optional(),
});
const lineBreak = 0x0a;

/**
 * An append-only file of JSON lines: the first describes the ledger, and has the initial state if a seed file gave it;
 * each other one has all changes of a request.
 *
 * A line is valid once it ends with a line break. It is on the disk before the response is sent, so that a crash loses
 * nothing that was confirmed. A partial line, left by a crash, was not confirmed and is removed.
 */
export class Journal {
  /** The ledger that the file belongs to; `undefined` for a new file. */
  readonly shape: LedgerShape | undefined;
  /** The initial state, if it is in the file. */
  readonly initial: readonly Change[] | undefined;
  readonly #data: DataFile;
  readonly #file: number;
  #lines: readonly string[];
  /** Bytes of the first line, and of all lines. */
  #headLength: number;
  #length: number;
  /** When this sandbox last changed the file, and the hash of its content since then. */
  #changed = 0;
  #hash: Hash;
  /** Whether a write failed and may have left a partial line. */
  #torn = false;
  #closed = false;

  /**
   * @throws ConfigurationError if the file cannot be opened, or is not a sandbox data file.
   * @throws DataFileError if another sandbox uses it.
   */
  constructor(path: string) {
    this.#data = openDataFile(path);
    this.#file = this.#data.file;
    const bytes = readFileSync(this.#file);
    this.#length = bytes.lastIndexOf(lineBreak) + 1;
    this.#headLength = bytes.indexOf(lineBreak) + 1;
    const [head, ...lines] = bytes.toString('utf8', 0, this.#length).split('\n').slice(0, -1);
    this.#lines = lines;
    const described = head === undefined ? undefined : headSchema.safeParse(parseJson(head)).data;
    this.shape = described && {
      seed: described.seed,
      size: described.size,
      start: described.start,
      end: described.end,
    };
    const initial = described?.initial;
    if (head === undefined ? !isPartialHead(bytes.toString()) : !this.shape) {
      this.close();
      throw new ConfigurationError('data', `${path} is not a sandbox data file: choose another one`);
    }
    if (initial && !initial.every(isValidChange)) {
      this.close();
      throw damaged(path, 1);
    }
    // The rows match their tables: `isValidChange` has just validated them.
    this.initial = initial as Change[] | undefined;
    this.#hash = hashOf(bytes.subarray(0, this.#length));
    ftruncateSync(this.#file, this.#length);
    this.#noteChange();
  }

  /** Writes the first line of a new file, with the initial state unless it is the default. */
  begin({ seed, size, start, end }: LedgerShape, initial?: readonly Change[]): void {
    this.#append({ ...version, seed, size, start, end, initial });
    this.#headLength = this.#length;
  }

  /** Yields the changes of each request, in order; can be called once. */
  *replay(): Generator<readonly Change[]> {
    const lines = this.#lines;
    this.#lines = [];
    for (const [index, line] of lines.entries()) {
      const changes = changesSchema.safeParse(parseJson(line));
      if (!changes.success || !changes.data.every(isValidChange)) {
        throw damaged(this.#data.path, index + 2);
      }
      // The rows match their tables: `isValidChange` has just validated them.
      yield changes.data as Change[];
    }
  }

  /** Writes the changes of a request to the disk, all or none. */
  append(changes: readonly Change[]): void {
    reporting(() => this.#append(changes));
  }

  /** Removes all changes from the file. */
  clear(): void {
    this.#checkOpen();
    reporting(() => this.#clear());
  }

  /** Closes the file; may be called repeatedly. */
  close(): void {
    if (!this.#closed) this.#data.close();
    this.#closed = true;
  }

  #checkOpen(): void {
    // The descriptor may already belong to another file.
    if (this.#closed) throw new Error('the sandbox is closed');
  }

  #append(value: unknown): void {
    this.#checkOpen();
    if (this.#torn) this.#removePartialLine();
    if (!this.#isUnchanged()) throw altered(this.#data.path);
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      for (let sent = 0; sent < line.byteLength;) sent += writeSync(this.#file, line, sent);
      fdatasyncSync(this.#file);
    } catch (error) {
      this.#torn = true;
      this.#removePartialLine();
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

  /** Whether the file is as this sandbox left it; it is only read if its modification time has changed. */
  #isUnchanged(): boolean {
    const { size, mtimeMs } = fstatSync(this.#file);
    if (size !== this.#length) return false;
    return mtimeMs === this.#changed || this.#hash.copy().digest().equals(hashOf(this.#bytes()).digest());
  }

  #bytes(): Buffer {
    const bytes = Buffer.alloc(this.#length);
    readSync(this.#file, bytes, 0, this.#length, 0);
    return bytes;
  }

  /** Removes what a failed write has left; if that fails too, the next write tries again. */
  #removePartialLine(): void {
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

/** Writes to stderr why a change failed: the client may not show the response, or there may be none. */
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
    `line ${line} of ${path} is damaged. Restore the file from a copy; or delete line ${line} and all following lines ` +
      'to keep the earlier changes; or choose another file',
  );
}

/** Whether a file without a line break is empty, or a crash interrupted the write of its first line. */
function isPartialHead(head: string): boolean {
  const start = JSON.stringify(version).slice(0, -1);
  return head.startsWith(start) || start.startsWith(head);
}
