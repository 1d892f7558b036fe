import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { ConfigurationError } from '../../client/errors/index.ts';
import { nameErrorClass, PublisherError } from '../../client/errors/publisher-error.ts';
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
      throw new ConfigurationError('data', `must be a regular file, but ${given} is ${kindOf(stats)}`);
    }
    this.#mode = stats?.mode ?? 0o666;
    // A link to a file is followed: the file is replaced, not the link.
    this.path = attempt(given, 'cannot be opened as a file', () =>
      stats ? realpathSync(given) : join(realpathSync(dirname(given)), basename(given)),
    );
    this.#lock = attempt(given, 'cannot be locked (its folder must be writable)', () => lock(this.path));
    try {
      this.content = attempt(given, 'cannot be opened as a file', () =>
        stats ? readFileSync(this.path, 'utf8') : '',
      );
    } catch (error) {
      this.close();
      throw error;
    }
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
      const failure = writeFailed(this.path, error);
      // The client may not show the response, or there may be none.
      console.error(`publisher-commerce sandbox: ${failure.message}`);
      throw failure;
    }
  }

  /** Unlocks the file; may be called repeatedly. */
  close(): void {
    this.#closed = true;
    this.#lock.release();
  }
}

function lock(path: string): FileLock {
  try {
    return new FileLock(path, 'a sandbox');
  } catch (error) {
    if (error instanceof FileLockedError) throw new DataFileError('data_file_locked', path, error.message);
    throw ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '') ? writeFailed(path, error) : error;
  }
}

function attempt<T>(path: string, problem: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    throw new ConfigurationError('data', `${path} ${problem}: ${errorCode(error) ?? 'unknown reason'}`);
  }
}

/** Thrown if the file of the option `data` is in use, or cannot be written to; the change was not made. */
export class DataFileError extends PublisherError {
  readonly code: 'data_file_locked' | 'data_file_write_failed';
  /** Path of the file. */
  readonly path: string;

  constructor(code: DataFileError['code'], path: string, message: string) {
    super(message, { outcome: 'rejected' });
    this.code = code;
    this.path = path;
  }
}
nameErrorClass(DataFileError, 'DataFileError');

function writeFailed(path: string, error: unknown): DataFileError {
  const cause = errorCode(error) ?? 'unknown reason';
  const advice = 'To continue, remove the cause and repeat the request; the sandbox need not be restarted';
  const message = `The change was not made: it cannot be written to ${path} (${cause}). ${advice}`;
  return new DataFileError('data_file_write_failed', path, message);
}
