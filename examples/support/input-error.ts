/** An invalid option or file; the message names it. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
