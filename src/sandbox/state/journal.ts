import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';

import * as z from 'zod';

import { ConfigurationError } from '../../errors/index.ts';
import type { LedgerShape } from '../ledger/clock.ts';
import { parseJson } from '../parse-json.ts';
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
  readonly #file: number;
  #lines: readonly string[];
  /** Bytes of the first line, and of all lines. */
  #headLength: number;
  #length: number;
  #closed = false;

  /** @throws ConfigurationError when the file cannot be opened, or is none of a sandbox. */
  constructor(path: string) {
    this.#file = open(path);
    const bytes = readFileSync(this.#file);
    this.#length = bytes.lastIndexOf(lineBreak) + 1;
    this.#headLength = bytes.indexOf(lineBreak) + 1;
    const [head, ...lines] = bytes.toString('utf8', 0, this.#length).split('\n').slice(0, -1);
    this.#lines = lines;
    this.shape = head === undefined ? undefined : headSchema.safeParse(parseJson(head)).data;
    if (head === undefined ? !isCutOffHead(bytes.toString()) : !this.shape) {
      this.close();
      throw new ConfigurationError('data', 'is a file of something else: name a new one');
    }
    ftruncateSync(this.#file, this.#length);
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
      if (!changes.success) throw new ConfigurationError('data', `is damaged in line ${index + 2}`);
      // Each row is one of its table: `append` wrote it, and its type was checked there.
      yield changes.data as Change[];
    }
  }

  /** Puts the changes of a request on the disk, all or none. */
  append(changes: readonly Change[]): void {
    this.#append(changes);
  }

  /** Forgets every change. */
  clear(): void {
    this.#checkOpen();
    ftruncateSync(this.#file, this.#headLength);
    fdatasyncSync(this.#file);
    this.#length = this.#headLength;
  }

  /** Releases the file; may be repeated. */
  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }

  #checkOpen(): void {
    // The number may already be that of another file.
    if (this.#closed) throw new Error('the sandbox is closed');
  }

  #append(value: unknown): void {
    this.#checkOpen();
    if (fstatSync(this.#file).size !== this.#length)
      throw new Error('another process writes to the same file');
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      for (let sent = 0; sent < line.byteLength;) sent += writeSync(this.#file, line, sent);
      fdatasyncSync(this.#file);
    } catch (error) {
      ftruncateSync(this.#file, this.#length);
      throw error;
    }
    this.#length += line.byteLength;
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'a+');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new ConfigurationError('data', `cannot be opened as a file: ${reason}`);
  }
}

/** Whether a file without a line break is one that a crash cut off in its first line, or an empty one. */
function isCutOffHead(text: string): boolean {
  const start = JSON.stringify(version).slice(0, -1);
  return text.startsWith(start) || start.startsWith(text);
}
