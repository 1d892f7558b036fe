import { invalidOption } from '../client/errors/index.ts';
import { checkToken } from '../client/options/headers.ts';
import { encode } from '../client/runtime/runtime.ts';
import { CallbackError, isSignatureReason } from './callback-error.ts';
import { type Limit, runWithin } from './limits.ts';
import { createKeyReader } from './secrets.ts';
import {
  importHmacKey,
  matchesAny,
  type SignedDelivery,
  type UnsignedAccepted,
  type VerifySignature,
} from './signature.ts';
import { isOneSignature } from './signature-header.ts';

/**
 * Returns a function that returns the token of a request, or rejects with a `CallbackError` when the header is missing,
 * duplicated or not one of the accepted tokens, or when these cannot be read. Only their digests are kept: they reveal no
 * token if they leak.
 *
 * @throws ConfigurationError when there is no token, or one that no header can carry.
 */
export function createTokenCheck(option: unknown): (header: string | null, limit: Limit) => Promise<string> {
  const readAccepted = createKeyReader('publisherToken', option, validToken, digestsOf);

  return async (header, limit) => {
    if (!header)
      throw new CallbackError('the x-publisher-token header is missing', { reason: 'token_missing' });
    // `Headers` joins duplicate headers with a comma and a space; no token contains a space.
    if (/,\s/.test(header)) {
      throw new CallbackError('the x-publisher-token header was received more than once', {
        reason: 'token_duplicated',
      });
    }
    const unreadable = (problem: string, cause?: unknown): CallbackError =>
      new CallbackError(`publisherToken ${problem}`, { reason: 'publisher_token_failed', cause });
    const accepted = await runWithin(limit, readAccepted, {
      timedOut: () => unreadable('timed out'),
      failed: (cause) => unreadable('could not be read', cause),
    });
    if (!(await matchesAny(accepted, encode(header)))) {
      throw new CallbackError('the x-publisher-token header does not match the publisherToken option', {
        reason: 'token_mismatch',
      });
    }
    return header;
  };
}

function validToken(token: unknown): string {
  if (typeof token === 'string') return checkToken(token, 'publisherToken');
  throw invalidOption(
    'publisherToken',
    'is required, and must be a string, an array of strings, or a function that returns them',
  );
}

async function digestsOf(tokens: readonly string[]): Promise<Parameters<typeof matchesAny>[0]> {
  // The key is no secret: a random one cannot be created while a worker starts.
  const key = await importHmacKey('publisher-commerce');
  const digests = tokens.map((token) => crypto.subtle.sign('HMAC', key, encode(token)));
  return (await Promise.all(digests)).map((digest) => ({ key, digest }));
}

/** Name of the header that carries the signature (§4.14). */
export const signatureHeader = 'signature';

/**
 * Returns the signature of a request. It may be empty where unsigned callbacks are accepted.
 *
 * @throws CallbackError when the header is missing or duplicated.
 */
export function signatureOf(headers: Headers, verify: VerifySignature | UnsignedAccepted): string {
  const signature = headers.get(signatureHeader) ?? '';
  // `Headers` joins duplicate headers with a comma and a space; the parts of one signature may have it between them.
  if (/,\s/.test(signature) && !isOneSignature(signature)) {
    throw new CallbackError('the signature header was received more than once', {
      reason: 'signature_duplicated',
    });
  }
  if (signature === '' && typeof verify === 'function') {
    throw new CallbackError('the signature header is missing', { reason: 'signature_missing' });
  }
  return signature;
}

/**
 * Calls the verifier, and accepts nothing but `true`.
 *
 * @throws CallbackError when the signature is rejected, or the verifier fails.
 */
export async function checkSignature(
  verify: VerifySignature | UnsignedAccepted,
  delivery: Omit<SignedDelivery, 'signal'>,
  limit: Limit,
): Promise<void> {
  if (typeof verify !== 'function') return;
  const verified: unknown = await runWithin(limit, () => verify({ ...delivery, signal: limit.signal }), {
    timedOut: () => new CallbackError('verifySignature timed out', { reason: 'verifier_failed' }),
    failed: (cause) =>
      cause instanceof CallbackError && isSignatureReason(cause.reason)
        ? cause
        : new CallbackError('verifySignature threw', { reason: 'verifier_failed', cause }),
  });
  if (verified === false)
    throw new CallbackError('verifySignature returned false', { reason: 'signature_mismatch' });
  if (verified !== true) {
    throw new CallbackError('verifySignature must return true or false', { reason: 'verifier_failed' });
  }
}
