import { ConfigurationError } from '../errors/index.ts';
import { checkToken, type TokenOption } from '../options/token.ts';
import { SentTokens } from './sent-tokens.ts';

/** The publisher token, in a private field so that printing or serializing a client cannot leak it. */
export class Token {
  /** Recently sent tokens, to redact them in responses. */
  readonly sent = new SentTokens();
  readonly #source: TokenOption;

  constructor(option: TokenOption) {
    this.#source = typeof option === 'string' ? checkToken(option) : option;
    if (typeof this.#source === 'string') this.sent.remember(this.#source);
  }

  /**
   * Returns the token for the next request.
   *
   * @throws {@link ConfigurationError} when the user-supplied function throws or returns no token
   */
  async read(): Promise<string> {
    if (typeof this.#source === 'string') return this.#source;
    let token: string;
    try {
      token = await this.#source();
    } catch (error) {
      // Only the error's name: its message may contain a secret.
      const name = error instanceof Error ? error.name : typeof error;
      throw new ConfigurationError('token', `the function threw (${name})`);
    }
    const checked = checkToken(token);
    this.sent.remember(checked);
    return checked;
  }
}
