import { ConfigurationError, type ErrorContext, type Outcome } from '../errors/index.ts';
import { TokenRedactor } from '../errors/token-redactor.ts';
import { checkToken, type TokenSource } from '../options/environment.ts';
import { causeOf, nameOf } from './error-snapshot.ts';

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
   * @throws {@link ConfigurationError} when the user-supplied function throws or returns no token
   */
  async read(contextOf: (outcome: Outcome) => ErrorContext): Promise<string> {
    if (typeof this.#source === 'string') return this.#source;
    let token: string;
    try {
      token = await this.#source();
    } catch (error) {
      const cause = causeOf(error, (text, max) => this.redactor.redact(masked(text), max));
      const rule = `the \`${this.#option}\` function threw ${nameOf(cause)}; see the error's cause`;
      throw new ConfigurationError(this.#option, rule, { ...contextOf('not_sent'), cause });
    }
    const checked = checkToken(token, this.#option, contextOf('not_sent'));
    this.redactor.remember(checked);
    return checked;
  }
}

/**
 * Masks every word that could be a token: a function that fails may quote one that was never sent, as `JSON.parse`
 * quotes what it cannot read. Addresses and codes, which have no digits beside letters, are kept, and the frames of a stack.
 */
function masked(text: string): string {
  return text.replaceAll(/^ +at .*:\d+:\d+\)?$|[\w\-+/=.~%]{8,}/gm, (found) =>
    /\d/.test(found) && /[a-z]/i.test(found) && !found.startsWith(' ') ? '[redacted]' : found,
  );
}
