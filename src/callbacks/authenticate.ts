import { ConfigurationError } from '../errors/index.ts';
import { checkToken } from '../options/environment.ts';
import { encode } from '../runtime/runtime.ts';
import type { Deadline } from './body.ts';
import { CallbackError, isSignatureReason } from './callback-error.ts';
import {
  importHmacKey,
  type SignedDelivery,
  type UnsignedAccepted,
  type VerifySignature,
} from './signature.ts';

/**
 * Returns a function that returns the token of a request, or rejects with a `CallbackError` when the header is missing,
 * duplicated or not one of the accepted tokens. Only their digests are kept: they reveal no token if they leak.
 *
 * @throws ConfigurationError when there is no token, or one that no header can carry.
 */
export function createTokenCheck(option: unknown): (header: string | null) => Promise<string> {
  const tokens: readonly unknown[] = Array.isArray(option) ? option : [option];
  if (tokens.length === 0) throw new ConfigurationError('publisherToken', 'must contain at least one token');
  const accepted = digest(tokens.map(validToken));

  return async (header) => {
    if (!header) throw new CallbackError('token_missing', 'the x-publisher-token header is missing');
    // `Headers` joins duplicate headers with a comma and a space; no token contains a space.
    if (/,\s/.test(header)) {
      throw new CallbackError('token_duplicated', 'the x-publisher-token header was received more than once');
    }
    const { key, digests } = await accepted;
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
  };
}

function validToken(token: unknown): string {
  if (typeof token === 'string') return checkToken(token, 'publisherToken');
  throw new ConfigurationError('publisherToken', 'is required, and must be a string or an array of strings');
}

async function digest(
  tokens: readonly string[],
): Promise<{ readonly key: CryptoKey; readonly digests: readonly ArrayBuffer[] }> {
  // Web Crypto compares in constant time only when it verifies a signature. The key is no secret: a random one cannot be
  // created while a worker starts.
  const key = await importHmacKey('publisher-commerce');
  return {
    key,
    digests: await Promise.all(tokens.map((token) => crypto.subtle.sign('HMAC', key, encode(token)))),
  };
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
  // `Headers` joins duplicate headers with a comma and a space.
  if (/,\s/.test(signature)) {
    throw new CallbackError('signature_duplicated', 'the signature header was received more than once');
  }
  if (signature === '' && typeof verify === 'function') {
    throw new CallbackError('signature_missing', 'the signature header is missing');
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
  deadline: Deadline,
): Promise<void> {
  if (typeof verify !== 'function') return;
  const verified: unknown = await deadline.race(
    () => callVerifier(verify, { ...delivery, signal: deadline.signal }),
    () => new CallbackError('verifier_failed', 'verifySignature timed out'),
  );
  if (verified === false) throw new CallbackError('signature_mismatch', 'verifySignature returned false');
  if (verified !== true) {
    throw new CallbackError('verifier_failed', 'verifySignature must return true or false');
  }
}

async function callVerifier(verify: VerifySignature, delivery: SignedDelivery): Promise<boolean> {
  try {
    return await verify(delivery);
  } catch (cause) {
    if (cause instanceof CallbackError && isSignatureReason(cause.reason)) throw cause;
    throw new CallbackError('verifier_failed', 'verifySignature threw', { cause });
  }
}
