/** The parts of a callback that {@link VerifySignature} receives (§4.14). */
export interface SignedDelivery {
  /** The raw bytes of the body, before any parsing. */
  readonly body: Uint8Array;
  /** The `signature` header (guaranteed to occur exactly once). */
  readonly signature: string;
  /** The other headers, without the publisher token. */
  readonly headers: Headers;
  /** Aborts when the callback times out, or when the service closes the connection. */
  readonly signal: AbortSignal;
}

/**
 * Returns whether a callback's signature is valid.
 *
 * `false` rejects the callback with 400, and so does throwing a `CallbackError` with a `signature_…` reason or
 * `timestamp_out_of_tolerance`. Anything else that the function returns or throws counts as its own failure: the
 * callback is rejected with 500.
 */
export type VerifySignature = (delivery: SignedDelivery) => boolean | Promise<boolean>;

/** The decision to accept callbacks without verifying their signature, as returned by {@link acceptUnsigned}. */
export interface UnsignedAccepted {
  /** The only value. */
  readonly unsigned: 'accepted';
}

/**
 * Accepts callbacks without verifying their signature, so only the publisher token protects the endpoint.
 *
 * Use it for first steps and tests, or when a proxy in front of this process verifies the signature (§4.14).
 *
 * @example
 * ```ts
 * import { acceptUnsigned, createGameAuthHandler } from 'publisher-commerce/callbacks';
 *
 * const gameAuth = createGameAuthHandler({
 *   publisherToken: process.env.PUBLISHER_TOKEN,
 *   verifySignature: acceptUnsigned(),
 *   initiate: () => ({ accessToken: crypto.randomUUID() }),
 * });
 * console.log(typeof gameAuth);
 * ```
 */
export function acceptUnsigned(): UnsignedAccepted {
  return { unsigned: 'accepted' };
}
