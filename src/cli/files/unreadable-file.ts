/** Returns an error for a row, counted from 1. */
export function unreadableRow(row: number, reason: string): UnreadableFileError {
  return new UnreadableFileError(`row ${row}: ${reason}`);
}

/** Maximum size of a row in a file to read: without its end, a damaged file would be read into memory as one row. */
export const maxRowBytes = 16 * 1024 * 1024;

/** A file cannot be read; the message names the row if there is one. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
