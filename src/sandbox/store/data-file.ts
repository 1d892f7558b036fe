import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs';

import { ConfigurationError } from '../../errors/index.ts';
import { nameErrorClass, PublisherError } from '../../errors/publisher-error.ts';
import { kindOf } from '../../files/file-kind.ts';
import { FileLock, FileLockedError } from '../../files/file-lock.ts';

/** As `a+`, but without following a link. Windows cannot: there, the last one is undefined, which counts as 0. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW;

/** The open and locked file of the option `data`. */
export interface DataFile {
  /** Its descriptor. */
  readonly file: number;
  /** Its path, without symbolic links. */
  readonly path: string;
  /** Closes and unlocks the file. */
  readonly close: () => void;
}

/**
 * Opens a file and locks it.
 *
 * @throws ConfigurationError if it is not a regular file, or cannot be opened.
 * @throws DataFileError if another sandbox uses it.
 */
export function openDataFile(given: string): DataFile {
  // Checked before it is opened: opening a pipe or a device may hang, or have side effects.
  const stats = statSync(given, { throwIfNoEntry: false, bigint: false });
  if (stats) checkRegular(given, stats);
  // A link to a file is followed; one to nothing is not, because that would create a file elsewhere.
  const name = stats ? realpathSync(given) : given;
  const file = attempt(given, 'cannot be opened as a file', () => openSync(name, flags, 0o666));
  try {
    checkRegular(given, fstatSync(file));
    const path = realpathSync(given);
    const lock = attempt(given, 'cannot be locked (its folder must be writable)', () => {
      try {
        return new FileLock(path, 'a sandbox');
      } catch (error) {
        if (error instanceof FileLockedError)
          throw new DataFileError('data_file_locked', path, error.message);
        throw ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '') ? writeFailed(path, error) : error;
      }
    });
    return {
      file,
      path,
      close: () => {
        closeSync(file);
        lock.release();
      },
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function attempt<T>(path: string, problem: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    throw new ConfigurationError('data', `${path} ${problem}: ${codeOf(error) ?? 'unknown reason'}`);
  }
}

function checkRegular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  throw new ConfigurationError('data', `must be a regular file, but ${path} is ${kindOf(stats)}`);
}

/** Thrown if the file of the option `data` is in use, or cannot be written to; the change was not made. */
export class DataFileError extends PublisherError {
  readonly code: 'data_file_locked' | 'data_file_write_failed' | 'data_file_altered';
  /** Path of the file. */
  readonly path: string;

  constructor(code: DataFileError['code'], path: string, message: string) {
    super(message, { outcome: 'rejected' });
    this.code = code;
    this.path = path;
  }
}
nameErrorClass(DataFileError, 'DataFileError');

/** The error for a write that failed. */
export function writeFailed(path: string, error: unknown): DataFileError {
  const code = codeOf(error) ?? 'unknown reason';
  const what = explanations[code] ?? ['the system reported an error', 'fix the cause and repeat the request'];
  return new DataFileError(
    'data_file_write_failed',
    path,
    `The change was not made: it cannot be written to ${path}, because ${what[0]} (${code}). To continue, ${what[1]}; ` +
      'the sandbox need not be restarted',
  );
}

/** The error for a file that another program changed after the sandbox last wrote to it. */
export function altered(path: string): DataFileError {
  return new DataFileError(
    'data_file_altered',
    path,
    `The change was not made: another program changed ${path} while the sandbox was running. ` +
      'Restore the file; or stop the sandbox, delete the file or choose another one, and restart',
  );
}

/** The code of a system error, for example `ENOSPC`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** The cause, and what to do. */
const explanations: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['the disk is full', 'free some space and repeat the request'],
  EDQUOT: ['your disk quota is exceeded', 'free some space and repeat the request'],
  EFBIG: ['the file has reached the maximum size (ulimit -f)', 'raise that limit, or reset the sandbox'],
  EIO: ['the disk reported an error', 'check the disk'],
  EROFS: ['the disk is read-only', 'make it writable and repeat the request'],
};
