import { ConfigurationError } from '../errors/index.ts';
import { checkToken, type TokenOption } from '../options/token.ts';
import { SentTokens } from './sent-tokens.ts';

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
   * Returns the token to send now.
   *
   * @throws {@link ConfigurationError} when the user-supplied function throws or returns no token
   */
  async read(): Promise<string> {
    if (typeof this.#source === 'string') return this.#source;
    let token: string;
    try {
      token = await this.#source();
    } catch (error) {
      // Only the error's name: its message is not ours, and might hold a secret.
      const name = error instanceof Error ? error.name : typeof error;
      throw new ConfigurationError('token', `the function failed (${name})`);
    }
    const checked = checkToken(token);
    this.sent.remember(checked);
    return checked;
  }
}
