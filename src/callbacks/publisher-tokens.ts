import { createHash, timingSafeEqual } from 'node:crypto';

import { CallbackError, ConfigurationError } from '../errors/index.ts';
import { checkToken } from '../options/token.ts';

/** The tokens that are let in, kept as digests: of equal length, and of no use to who reads them. */
export class PublisherTokens {
  readonly #digests: readonly Buffer[];

  /** @throws ConfigurationError when there is none, or one that no header could carry. */
  constructor(option: unknown) {
    const tokens: readonly unknown[] = Array.isArray(option) ? option : [option];
    if (tokens.length === 0) throw new ConfigurationError('publisherToken', 'must hold at least one token');
    this.#digests = tokens.map((token) => digestOf(checked(token)));
  }

  /**
   * The token that a header holds.
   *
   * @throws CallbackError when the header is missing, came twice, or is none of the tokens.
   */
  check(header: string | null): string {
    if (!header) throw new CallbackError('token_missing', 'the header x-publisher-token is missing');
    // Two headers arrive as one text, joined by a comma and a space; no token holds a space.
    if (/,\s/.test(header)) {
      throw new CallbackError('token_duplicated', 'the header x-publisher-token came more than once');
    }
    const received = digestOf(header);
    // Every token is compared, so that the time taken does not tell which of them it was.
    const matches = this.#digests.filter((digest) => timingSafeEqual(digest, received));
    if (matches.length === 0) {
      throw new CallbackError('token_mismatch', 'the header x-publisher-token is not a token of yours');
    }
    return header;
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function checked(token: unknown): string {
  if (typeof token === 'string') return checkToken(token, 'publisherToken');
  throw new ConfigurationError('publisherToken', 'is required, and must be text or a list of texts');
}
