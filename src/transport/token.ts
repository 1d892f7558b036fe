import { ConfigurationError } from '../errors/index.ts';
import { SentTokens } from './sent-tokens.ts';

/** The publisher token, or a function that gives it, called once for each request. */
export type TokenOption = string | (() => string | Promise<string>);

/** The publisher token, kept where no printer, spread or serializer reaches it. */
export class Token {
  /** The tokens that were read, by which echoes of them are recognized. */
  readonly sent = new SentTokens();
  readonly #source: TokenOption;

  constructor(option: TokenOption) {
    this.#source = typeof option === 'string' ? checkToken(option) : option;
    if (typeof this.#source === 'string') this.sent.remember(this.#source);
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
    const checked = checkToken(token);
    this.sent.remember(checked);
    return checked;
  }
}

/**
 * A token without the white space around it, as a header can carry it.
 *
 * @throws {@link ConfigurationError} naming the option it is of, never quoting it
 */
export function checkToken(token: unknown, option = 'token'): string {
  if (typeof token !== 'string') throw new ConfigurationError(option, 'must be text');
  const trimmed = token.trim();
  if (trimmed === '') throw new ConfigurationError(option, 'must not be empty');
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigurationError(
      option,
      'must be printable ASCII without spaces or line breaks inside it; check how it was copied',
    );
  }
  return trimmed;
}
