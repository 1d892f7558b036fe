import type { Deadline } from './deadline.ts';
import { isSignatureReason } from './responses.ts';
import type { SignedDelivery, UnsignedAccepted, VerifySignature } from './verify-signature.ts';
import { CallbackError } from './callback-error.ts';

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
