/** A callback whose signature is to be verified (§4.14). */
export interface SignedDelivery {
  /** The body's bytes exactly as they came, before any parsing. */
  readonly body: Uint8Array;
  /** The `signature` header: there, and there once. */
  readonly signature: string;
  /** The other headers; the publisher token is not among them. */
  readonly headers: Headers;
  /** Aborts when the time for the callback is over, or the service has gone. */
  readonly signal: AbortSignal;
}

/**
 * Says whether a callback's signature is good: `true`, or anything else but.
 *
 * `false` is answered with 400; so is a `CallbackError` with a signature's reason that it throws. Whatever else it
 * throws or returns is a failure of the function itself: 500, and nothing is let in.
 */
export type VerifySignature = (delivery: SignedDelivery) => boolean | Promise<boolean>;

/** The decision to let callbacks in without looking at their signature; made by {@link acceptUnsigned}. */
export interface UnsignedAccepted {
  /** Nothing else says so. */
  readonly unsigned: 'accepted';
}

/**
 * Lets callbacks in without looking at their signature: the publisher token is then all that protects the endpoint.
 *
 * For first steps and tests, or where something in front of this process has verified the signature (§4.14).
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
