import { invalidOption } from '../client/errors/index.ts';
import { concat, encode } from '../client/runtime/runtime.ts';
import { CallbackError } from './callback-error.ts';
import { createKeyReader, type SecretOption } from './secrets.ts';
import { parseSignature } from './signature-header.ts';

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
export type UnsignedAccepted = {
  /** The only value. */
  readonly unsigned: 'accepted';
};

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

/** Options of {@link timestampedHmac}. */
export interface TimestampedHmacOptions {
  /** The secret shared with the service, several during a rotation, or a function that returns them. Required. */
  readonly secret: SecretOption;
  /** How far a signature's timestamp may lie in the past or future, in milliseconds. @defaultValue `300_000` */
  readonly tolerance?: number | undefined;
  /** Returns the current time, as a `Date` or in milliseconds since 1970. @defaultValue `Date.now` */
  readonly now?: (() => Date | number) | undefined;
}

/**
 * Returns a verifier of signatures of the form `t=<unix ms>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` (§4.14).
 *
 * The specification does not define the algorithm. This one follows a public description of a similar service: confirm
 * it with the service. Up to five `v1`, in any order, are compared in constant time with every secret; one has to match.
 * Other schemes are ignored.
 *
 * A handler awaits the verifier. If you call it yourself, await it too: a promise is truthy, so `if (verify(…))` without
 * `await` accepts every signature.
 *
 * @returns a function that resolves to `true`, or rejects with a `CallbackError` whose `reason` is `signature_malformed`,
 * `signature_mismatch` or `timestamp_out_of_tolerance`, or with a `ConfigurationError` when the `secret` function throws
 * or returns no secret
 * @throws `ConfigurationError` when the secret is missing or empty, or the tolerance or clock is invalid
 * @example
 * ```ts
 * import { signPayload, timestampedHmac } from 'publisher-commerce/callbacks';
 *
 * const verify = timestampedHmac({ secret: ['the new secret', 'the old secret'], tolerance: 60_000 });
 * const body = new TextEncoder().encode('{"device":"MOBILE"}');
 * const signature = await signPayload(body, { secret: 'the old secret' });
 * console.log(await verify({ body, signature })); // true
 * ```
 */
export function timestampedHmac(
  options: TimestampedHmacOptions,
): (delivery: Pick<SignedDelivery, 'body' | 'signature'>) => Promise<boolean> {
  // Callers in JavaScript may omit them.
  const { secret, tolerance = 300_000, now = Date.now } = Object(options) as TimestampedHmacOptions;
  const readKeys = createKeyReader('secret', secret, checkSecret, (secrets) =>
    Promise.all(secrets.map(importHmacKey)),
  );
  if (!Number.isSafeInteger(tolerance) || tolerance < 1) {
    throw invalidOption('tolerance', 'must be an integer number of milliseconds, at least 1');
  }
  if (typeof now !== 'function') throw invalidOption('now', 'must be a function');

  return async ({ body, signature }) => {
    const { time, digests } = parseSignature(signature);
    const keys = await readKeys();
    const expected = keys.flatMap((key) => digests.map((digest) => ({ key, digest })));
    if (!(await matchesAny(expected, signedBytes(time, body)))) {
      throw new CallbackError(
        'the signature does not match this body with any of your secrets: the secret or the algorithm differs, or the ' +
          'body was changed in transit',
        { reason: 'signature_mismatch' },
      );
    }
    const age = Number(now()) - Number(time);
    // Written so that `NaN` fails too.
    if (!(Math.abs(age) <= tolerance)) {
      throw new CallbackError(describeAge(age, tolerance), { reason: 'timestamp_out_of_tolerance' });
    }
    return true;
  };
}

/**
 * Resolves to the `signature` header that {@link timestampedHmac} accepts for a body, for tests of your endpoint (§4.14).
 *
 * `timestamp` is a `Date` or milliseconds since 1970. It defaults to the current time.
 *
 * @throws `ConfigurationError` (as a rejection) when the secret is missing or empty, or the timestamp does not have 13
 * digits
 * @example
 * ```ts
 * import { signPayload } from 'publisher-commerce/callbacks';
 *
 * const body = JSON.stringify({ device: 'DESKTOP', date: new Date().toISOString() });
 * console.log(await signPayload(body, { secret: 'the secret agreed on' })); // t=1790000000000,v1=…
 * ```
 */
export async function signPayload(
  body: string | Uint8Array,
  options: { readonly secret: string | undefined; readonly timestamp?: Date | number | undefined },
): Promise<string> {
  const time = String(Number(options.timestamp ?? Date.now()));
  if (!/^\d{13}$/.test(time)) {
    throw invalidOption('timestamp', 'must be a Date, or a 13-digit number of milliseconds since 1970');
  }
  const key = await importHmacKey(checkSecret(options.secret));
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedBytes(time, body)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `t=${time},v1=${hex}`;
}

function checkSecret(secret: unknown): string {
  if (typeof secret !== 'string') throw invalidOption('secret', 'is required, and must be a string');
  if (secret.trim() === '') throw invalidOption('secret', 'must not be empty');
  if (secret.trim() !== secret) {
    throw invalidOption('secret', 'must not begin or end with whitespace; check how it was copied');
  }
  return secret;
}

function signedBytes(time: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = encode(`${time}.`);
  const bytes = typeof body === 'string' ? encode(body) : body;
  return concat([prefix, bytes], prefix.byteLength + bytes.byteLength);
}

function describeAge(age: number, tolerance: number): string {
  const seconds = Math.round(Math.abs(age) / 1000);
  return (
    `the signature matches, but its timestamp is ${seconds} s in the ${age > 0 ? 'past' : 'future'}, and ` +
    `${Math.round(tolerance / 1000)} s are allowed: the callback was delayed or replayed, or a clock is wrong`
  );
}

/** Returns a key for HMAC-SHA256 that cannot be exported. */
export function importHmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['sign', 'verify']);
}

/** Whether at least one of the digests is that of the bytes. */
export async function matchesAny(
  digests: readonly { readonly key: CryptoKey; readonly digest: BufferSource }[],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  // Web Crypto compares in constant time. All are compared, so that the time taken does not reveal which one matches.
  const matches = await Promise.all(
    digests.map(({ key, digest }) => crypto.subtle.verify('HMAC', key, digest, bytes)),
  );
  return matches.includes(true);
}
