import { nameErrorClass, PublisherError } from '../../errors/publisher-error.ts';

/** The file of the option `data` is in use, or a change cannot be written to it; the change was not made. */
export class DataFileError extends PublisherError {
  readonly code: 'data_file_locked' | 'data_file_write_failed' | 'data_file_altered';
  /** The file. */
  readonly path: string;

  constructor(code: DataFileError['code'], path: string, message: string) {
    super(message, { outcome: 'rejected' });
    this.code = code;
    this.path = path;
  }
}
nameErrorClass(DataFileError, 'DataFileError');

/** A write that the system did not do. */
export function writeFailed(path: string, error: unknown): DataFileError {
  const code = codeOf(error) ?? 'unknown reason';
  const what = explanations[code] ?? [
    'the system reported an error',
    'repeat the request once that is solved',
  ];
  return new DataFileError(
    'data_file_write_failed',
    path,
    `The change was not made: it cannot be written to ${path}, because ${what[0]} (${code}). To go on, ${what[1]}; ` +
      'the sandbox need not be restarted',
  );
}

/** A file that something else has changed since the sandbox last wrote to it. */
export function altered(path: string): DataFileError {
  return new DataFileError(
    'data_file_altered',
    path,
    `The change was not made: something else has changed ${path} while the sandbox was running. ` +
      'Restore the file, or stop the sandbox, delete the file, or name another one, and start it again',
  );
}

/** The system's name of an error, for example `ENOSPC`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** What happened, and what to do. */
const explanations: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['the disk is full', 'free some space and repeat the request'],
  EDQUOT: ['your quota on the disk is used up', 'free some space and repeat the request'],
  EFBIG: [
    'the file has reached the largest size that is allowed (ulimit -f)',
    'raise that limit, or reset the sandbox',
  ],
  EIO: ['the disk reported an error', 'check the disk'],
  EROFS: ['the disk is read-only', 'make it writable and repeat the request'],
};
