/** An option or a file that the user can mend; the message says where. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
