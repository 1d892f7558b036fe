import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { invalidOption } from '../../client/errors/index.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from '../../client/errors/publisher-error.ts';
import { errorCode } from '../../shared/error-code.ts';
import { kindOf } from '../../shared/files/file-kind.ts';
import { FileLock, FileLockedError } from '../../shared/files/file-lock.ts';

/**
 * The file of the option `data`, locked for this process. It is replaced as a whole: its content is always that of the last
 * change that was confirmed, or of one that was not confirmed yet.
 */
export class DataFile {
  /** What the file contained when it was opened; empty if it is new. */
  readonly content: string;
  /** Its path, without links. */
  readonly path: string;
  readonly #lock: FileLock;
  readonly #mode: number;
  #closed = false;

  /**
   * @throws ConfigurationError if it is not a regular file, or cannot be opened.
   * @throws DataFileError if another sandbox uses it.
   */
  constructor(given: string) {
    // Checked before it is opened: opening a pipe or a device may hang, or have side effects.
    const stats = statSync(given, { throwIfNoEntry: false, bigint: false });
    if (stats?.isFile() === false) {
      throw invalidOption('data', `must be a regular file, but ${given} is ${kindOf(stats)}`);
    }
    this.#mode = stats?.mode ?? 0o666;
    let lock: FileLock | undefined;
    try {
      // A link to a file is followed: the file is replaced, not the link.
      this.path = stats ? realpathSync(given) : join(realpathSync(dirname(given)), basename(given));
      lock = new FileLock(this.path, 'a sandbox');
      this.content = stats ? readFileSync(this.path, 'utf8') : '';
    } catch (error) {
      lock?.release();
      if (error instanceof FileLockedError)
        throw new DataFileError(error.message, { code: 'data_file_locked', path: given });
      const cause = errorCode(error) ?? 'unknown reason';
      const rule = `${given} cannot be opened and locked (its folder must be writable): ${cause}`;
      throw invalidOption('data', rule);
    }
    this.#lock = lock;
  }

  /**
   * Replaces the content. A process that is killed loses nothing that was written. A machine without power may lose the
   * last seconds: waiting for the disk would take longer than all else in a change.
   *
   * @throws DataFileError if it cannot be written.
   */
  write(content: Uint8Array): void {
    // The file may already belong to another sandbox.
    if (this.#closed) throw new Error('the sandbox is closed');
    const next = `${this.path}.new`;
    try {
      // A kill, or a write that failed, may have left it.
      rmSync(next, { force: true });
      writeFileSync(next, content, { flag: 'wx', mode: this.#mode });
      renameSync(next, this.path);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      const advice =
        'To continue, remove the cause and repeat the request; the sandbox need not be restarted';
      const message = `The change was not made: it cannot be written to ${this.path} (${cause}). ${advice}`;
      // The client may not show the response, or there may be none.
      console.error(`publisher-commerce sandbox: ${message}`);
      throw new DataFileError(message, { code: 'data_file_write_failed', path: this.path });
    }
  }

  /** Unlocks the file; may be called repeatedly. */
  close(): void {
    this.#closed = true;
    this.#lock.release();
  }
}

/** Thrown if the file of the option `data` is in use, or cannot be written to; the change was not made. */
export class DataFileError extends PublisherError {
  readonly code: 'data_file_locked' | 'data_file_write_failed';
  /** Path of the file. */
  readonly path: string;

  constructor(message: string, context: ErrorContext & Partial<Pick<DataFileError, 'code' | 'path'>> = {}) {
    super(message, { outcome: 'rejected', ...context });
    this.code = context.code ?? 'data_file_write_failed';
    this.path = context.path ?? 'unknown';
  }
}
nameErrorClass(DataFileError, 'DataFileError');
