import { CallbackError } from '../errors/index.ts';
import type { Deadline } from './deadline.ts';
import { isSignatureReason } from './replies.ts';
import type { SignedDelivery, UnsignedAccepted, VerifySignature } from './verify-signature.ts';

/** Name of the header that carries the signature (§4.14). */
export const signatureHeader = 'signature';

/** The one signature of a request; of no interest, and empty, where unsigned callbacks are let in. */
export function signatureOf(headers: Headers, verify: VerifySignature | UnsignedAccepted): string {
  const signature = headers.get(signatureHeader) ?? '';
  // Two headers arrive as one text, joined by a comma and a space.
  if (/,\s/.test(signature)) {
    throw new CallbackError('signature_duplicated', 'the header signature came more than once');
  }
  if (signature === '' && typeof verify === 'function') {
    throw new CallbackError('signature_missing', 'the header signature is missing');
  }
  return signature;
}

/** Asks the verifier; whatever does not say `true` lets nothing in. */
export async function checkSignature(
  verify: VerifySignature | UnsignedAccepted,
  delivery: Omit<SignedDelivery, 'signal'>,
  deadline: Deadline,
): Promise<void> {
  if (typeof verify !== 'function') return;
  const verdict: unknown = await deadline.race(
    () => ask(verify, { ...delivery, signal: deadline.signal }),
    () => new CallbackError('verifier_failed', 'verifySignature did not answer in time'),
  );
  if (verdict === false) throw new CallbackError('signature_mismatch', 'verifySignature said false');
  if (verdict !== true) {
    throw new CallbackError(
      'verifier_failed',
      'verifySignature must return true or false, and returned neither',
    );
  }
}

async function ask(verify: VerifySignature, delivery: SignedDelivery): Promise<boolean> {
  try {
    return await verify(delivery);
  } catch (cause) {
    if (cause instanceof CallbackError && isSignatureReason(cause.reason)) throw cause;
    throw new CallbackError('verifier_failed', 'verifySignature threw', { cause });
  }
}
