import { nameErrorClass, PublisherError } from '../../errors/publisher-error.ts';

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
