import { ConfigurationError } from '../errors/index.ts';
import { checkToken } from '../options/token.ts';
import { encode } from '../transport/bytes.ts';
import { importHmacKey } from './hmac-key.ts';
import { CallbackError } from './callback-error.ts';

/** The accepted tokens. Only their digests are kept: they reveal no token if they leak. */
export class PublisherTokens {
  readonly #accepted: Promise<AcceptedTokens>;

  /** @throws ConfigurationError when there is no token, or one that no header can carry. */
  constructor(option: unknown) {
    const tokens: readonly unknown[] = Array.isArray(option) ? option : [option];
    if (tokens.length === 0) {
      throw new ConfigurationError('publisherToken', 'must contain at least one token');
    }
    this.#accepted = digest(tokens.map(validToken));
  }

  /**
   * Returns the token of a request.
   *
   * @throws CallbackError when the header is missing, duplicated or not an accepted token.
   */
  async check(header: string | null): Promise<string> {
    if (!header) throw new CallbackError('token_missing', 'the x-publisher-token header is missing');
    // `Headers` joins duplicate headers with a comma and a space; no token contains a space.
    if (/,\s/.test(header)) {
      throw new CallbackError('token_duplicated', 'the x-publisher-token header was received more than once');
    }
    const { key, digests } = await this.#accepted;
    const received = encode(header);
    // Every token is compared, so that the time taken does not reveal which one matches.
    const matches = await Promise.all(
      digests.map((digest) => crypto.subtle.verify('HMAC', key, digest, received)),
    );
    if (!matches.includes(true)) {
      throw new CallbackError(
        'token_mismatch',
        'the x-publisher-token header does not match the publisherToken option',
      );
    }
    return header;
  }
}

interface AcceptedTokens {
  readonly key: CryptoKey;
  readonly digests: readonly ArrayBuffer[];
}

async function digest(tokens: readonly string[]): Promise<AcceptedTokens> {
  // Web Crypto compares in constant time only when it verifies a signature. The key is no secret: a random one cannot be
  // created while a worker starts.
  const key = await importHmacKey('publisher-commerce');
  return {
    key,
    digests: await Promise.all(tokens.map((token) => crypto.subtle.sign('HMAC', key, encode(token)))),
  };
}

function validToken(token: unknown): string {
  if (typeof token === 'string') return checkToken(token, 'publisherToken');
  throw new ConfigurationError('publisherToken', 'is required, and must be a string or an array of strings');
}
