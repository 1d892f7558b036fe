import { ConfigurationError } from '../errors/index.ts';

/** The publisher token, or a function that gives it, called once for each request. */
export type TokenOption = string | (() => string | Promise<string>);

/** The publisher token, kept where no printer, spread or serializer reaches it. */
export class Token {
  readonly #source: TokenOption;

  constructor(option: TokenOption) {
    this.#source = typeof option === 'string' ? checkToken(option) : option;
  }

  /**
   * The token to send now.
   *
   * @throws {@link ConfigurationError} when the caller's function fails or gives no token
   */
  async read(): Promise<string> {
    if (typeof this.#source === 'string') return this.#source;
    let token: string;
    try {
      token = await this.#source();
    } catch (error) {
      // Only the error's name: its message is not ours, and might hold a secret.
      const name = error instanceof Error ? error.name : typeof error;
      throw new ConfigurationError('token', `the function given for it failed (${name})`);
    }
    return checkToken(token);
  }
}

function checkToken(token: unknown): string {
  if (typeof token !== 'string') throw new ConfigurationError('token', 'must be text');
  const trimmed = token.trim();
  if (trimmed === '') throw new ConfigurationError('token', 'must not be empty');
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigurationError(
      'token',
      'must be printable ASCII without spaces or line breaks inside it; check how it was copied',
    );
  }
  return trimmed;
}
