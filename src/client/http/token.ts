import { invalidOption, type ErrorContext, type Outcome } from '../errors/index.ts';
import { TokenRedactor } from '../errors/token-redactor.ts';
import type { TokenFunction, TokenSource } from '../options/environment.ts';
import { checkToken } from '../options/headers.ts';
import { isControlFlow, typeNameOf } from './redacted-cause.ts';

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
  async read(contextOf: ContextOf): Promise<string> {
    return typeof this.#source === 'string' ? this.#source : this.#call(this.#source, false, contextOf);
  }

  /** Returns the token after the service rejected one; `undefined` if it is a string, which cannot change. */
  async renew(contextOf: ContextOf): Promise<string | undefined> {
    return typeof this.#source === 'string' ? undefined : this.#call(this.#source, true, contextOf);
  }

  async #call(source: TokenFunction, rejected: boolean, contextOf: ContextOf): Promise<string> {
    let token: string | undefined;
    try {
      token = await source({ rejected });
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

type ContextOf = (outcome: Outcome) => ErrorContext;
