import { ConfigurationError, type ErrorContext, type Outcome } from '../errors/index.ts';
import { TokenRedactor } from '../errors/token-redactor.ts';
import type { TokenSource } from '../options/environment.ts';
import { checkToken } from '../options/headers.ts';
import { causeOf } from './cause.ts';

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
    const token = await callSecretFunction(this.#option, this.#source, this.redactor, () =>
      contextOf('not_sent'),
    );
    const checked = checkToken(token, this.#option, contextOf('not_sent'));
    this.redactor.remember(checked);
    return checked;
  }
}

/**
 * Returns what a user-supplied function returns that reads a secret.
 *
 * @throws {@link ConfigurationError} when it throws; its cause shows neither a token that was read before, nor what is in
 *   double quotes: `JSON.parse` quotes what it cannot read
 */
export async function callSecretFunction<T>(
  option: string,
  read: () => T | Promise<T>,
  redactor = new TokenRedactor(),
  context?: () => ErrorContext,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const unquoted = (text: string): string => text.replace(/"[^]*"/, '"[redacted]"');
    const cause = causeOf(error, (text, max) => redactor.redact(unquoted(text), max));
    const rule = `the \`${option}\` function threw ${cause.name}; see the error's cause`;
    throw new ConfigurationError(option, rule, { ...context?.(), cause });
  }
}
