import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs';

import { ConfigurationError } from '../../errors/index.ts';
import { kindOf } from '../../files/file-kind.ts';
import { FileLock, FileLockedError } from '../../files/file-lock.ts';
import { codeOf, DataFileError, writeFailed } from './data-file-error.ts';

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
