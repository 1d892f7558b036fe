import { createHash, timingSafeEqual } from 'node:crypto';

import { CallbackError, ConfigurationError } from '../errors/index.ts';
import { checkToken } from '../options/token.ts';

/** The accepted tokens. Only their digests are kept: they have equal lengths, and reveal no token if they leak. */
export class PublisherTokens {
  readonly #digests: readonly Buffer[];

  /** @throws ConfigurationError when there is no token, or one that no header can carry. */
  constructor(option: unknown) {
    const tokens: readonly unknown[] = Array.isArray(option) ? option : [option];
    if (tokens.length === 0) {
      throw new ConfigurationError('publisherToken', 'must contain at least one token');
    }
    this.#digests = tokens.map((token) => digestOf(validToken(token)));
  }

  /**
   * Returns the token of a request.
   *
   * @throws CallbackError when the header is missing, duplicated or not an accepted token.
   */
  check(header: string | null): string {
    if (!header) throw new CallbackError('token_missing', 'the x-publisher-token header is missing');
    // `Headers` joins duplicate headers with a comma and a space; no token contains a space.
    if (/,\s/.test(header)) {
      throw new CallbackError('token_duplicated', 'the x-publisher-token header was received more than once');
    }
    const received = digestOf(header);
    // Every token is compared, so that the time taken does not reveal which one matches.
    const matches = this.#digests.filter((digest) => timingSafeEqual(digest, received));
    if (matches.length === 0) {
      throw new CallbackError(
        'token_mismatch',
        'the x-publisher-token header does not match the publisherToken option',
      );
    }
    return header;
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function validToken(token: unknown): string {
  if (typeof token === 'string') return checkToken(token, 'publisherToken');
  throw new ConfigurationError('publisherToken', 'is required, and must be a string or an array of strings');
}
