import { invalidOption, type ErrorContext, type Outcome } from '../errors/index.ts';
import { TokenRedactor } from '../errors/token-redactor.ts';
import type { TokenSource } from '../options/environment.ts';
import { checkToken } from '../options/headers.ts';
import { isControlFlow, typeNameOf } from './cause.ts';

/** The publisher token, in a private field so that printing or serializing a client cannot leak it. */
export class Token {
  /** Recently sent tokens, to redact them in responses. */
  readonly redactor = new TokenRedactor();
  readonly #source: TokenSource['value'];
  readonly #option: TokenSource['option'];

  constructor({ value, option }: TokenSource) {
    this.#source = typeof value === 'string' ? checkToken(value, option) : value;
    this.#option = option;
    if (typeof this.#source === 'string') this.redactor.remember(this.#source);
  }

  /**
   * Returns the token for the next request; errors have the context of an attempt that sent nothing.
   *
   * @throws {@link ConfigurationError} when the user-supplied function throws, with its error as the cause, or returns no token
   */
  async read(contextOf: (outcome: Outcome) => ErrorContext): Promise<string> {
    if (typeof this.#source === 'string') return this.#source;
    let token: string | undefined;
    try {
      token = await this.#source();
    } catch (error) {
      if (isControlFlow(error)) throw error;
      const rule = `the \`${this.#option}\` function threw ${typeNameOf(error)}; see the error's cause`;
      throw invalidOption(this.#option, rule, { ...contextOf('not_sent'), cause: error });
    }
    const checked = checkToken(token, this.#option, contextOf('not_sent'));
    this.redactor.remember(checked);
    return checked;
  }
}
