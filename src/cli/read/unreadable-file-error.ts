/** A ledger file cannot be read; the message names the row if there is one. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
