import { createHmac, timingSafeEqual } from 'node:crypto';

import { CallbackError, ConfigurationError } from '../errors/index.ts';
import type { SignedDelivery } from './verify-signature.ts';

/** How {@link timestampedHmac} verifies. */
export interface TimestampedHmacOptions {
  /** The secret shared with the service, as text; several while it is being replaced. Required. */
  readonly secret: string | readonly string[] | undefined;
  /** How far a signature's time may be from now, before or after, in milliseconds. @defaultValue `300_000` */
  readonly tolerance?: number | undefined;
  /** The present, as a `Date` or in milliseconds since 1970. @defaultValue the computer's clock */
  readonly now?: (() => Date | number) | undefined;
}

/**
 * Verifies signatures of the form `t=<unix ms>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>` (§4.14).
 *
 * The specification does not show the algorithm; this is a public description of a service of this shape, and has to
 * be confirmed with the service. Digests are compared in constant time, with every secret.
 *
 * @returns a function that gives `true`, or throws a `CallbackError` whose `reason` is `signature_malformed`,
 * `signature_mismatch` or `timestamp_out_of_tolerance`
 * @throws `ConfigurationError` when the secret is missing or empty, or the tolerance or clock cannot be used
 * @example
 * ```ts
 * import { signPayload, timestampedHmac } from 'publisher-commerce/callbacks';
 *
 * const verify = timestampedHmac({ secret: ['the new secret', 'the old secret'], tolerance: 60_000 });
 * const body = new TextEncoder().encode('{"device":"MOBILE"}');
 * console.log(verify({ body, signature: signPayload(body, { secret: 'the old secret' }) })); // true
 * ```
 */
export function timestampedHmac(
  options: TimestampedHmacOptions,
): (delivery: Pick<SignedDelivery, 'body' | 'signature'>) => boolean {
  const { secret, tolerance = 300_000, now = Date.now } = options;
  const secrets = (Array.isArray(secret) ? secret : [secret]).map(checkSecret);
  if (secrets.length === 0) throw new ConfigurationError('secret', 'must hold at least one secret');
  if (!Number.isSafeInteger(tolerance) || tolerance < 1) {
    throw new ConfigurationError('tolerance', 'must be a whole number of milliseconds, at least 1');
  }
  if (typeof now !== 'function') throw new ConfigurationError('now', 'must be a function');

  return ({ body, signature }) => {
    const { time, digest } = parseSignature(signature);
    // Every secret is tried, so that the time taken does not tell which of them it was.
    const matches = secrets.filter((one) => timingSafeEqual(digestOf(time, body, one), digest));
    if (matches.length === 0) {
      throw new CallbackError(
        'signature_mismatch',
        'the signature is not of this body with a secret of yours: another secret, another algorithm, or a body that ' +
          'was changed on its way',
      );
    }
    const age = Number(now()) - Number(time);
    // So written, an age that is no number is refused.
    if (!(Math.abs(age) <= tolerance)) {
      throw new CallbackError('timestamp_out_of_tolerance', describeAge(age, tolerance));
    }
    return true;
  };
}

/**
 * Signs a body as {@link timestampedHmac} verifies it, for tests of an endpoint; gives the `signature` header (§4.14).
 *
 * `timestamp` is a `Date` or milliseconds since 1970, by default now.
 *
 * @throws `ConfigurationError` when the secret is missing or empty, or the timestamp has not 13 digits
 * @example
 * ```ts
 * import { signPayload } from 'publisher-commerce/callbacks';
 *
 * const body = JSON.stringify({ device: 'DESKTOP', date: new Date().toISOString() });
 * console.log(signPayload(body, { secret: 'the secret agreed on' })); // t=1790000000000,v1=…
 * ```
 */
export function signPayload(
  body: string | Uint8Array,
  options: { readonly secret: string | undefined; readonly timestamp?: Date | number | undefined },
): string {
  const time = String(Number(options.timestamp ?? Date.now()));
  if (!/^\d{13}$/.test(time)) {
    throw new ConfigurationError('timestamp', 'must be a Date, or milliseconds since 1970 in 13 digits');
  }
  return `t=${time},v1=${digestOf(time, body, checkSecret(options.secret)).toString('hex')}`;
}

function checkSecret(secret: unknown): string {
  if (typeof secret !== 'string') throw new ConfigurationError('secret', 'is required, and must be text');
  if (secret.trim() === '') throw new ConfigurationError('secret', 'must not be empty');
  if (secret.trim() !== secret) {
    throw new ConfigurationError('secret', 'must not begin or end with white space; check how it was copied');
  }
  return secret;
}

function parseSignature(signature: string): { time: string; digest: Buffer } {
  const { time = '', hex = '' } = /^t=(?<time>[^,]*),v1=(?<hex>[^,]*)$/.exec(signature)?.groups ?? {};
  const refuse = (problem: string): never => {
    throw new CallbackError('signature_malformed', `the signature header ${problem}`);
  };
  if (time === '' || hex === '') refuse('is not of the form t=<unix ms>,v1=<hex>');
  if (/^\d{10}$/.test(time)) refuse('gives its time in seconds, not in milliseconds');
  if (!/^\d{13}$/.test(time)) refuse('gives a time that is not milliseconds since 1970 in 13 digits');
  if (!/^[\da-f]{64}$/i.test(hex)) refuse('gives a digest that is not 64 hexadecimal digits');
  return { time, digest: Buffer.from(hex, 'hex') };
}

function digestOf(time: string, body: string | Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest();
}

function describeAge(age: number, tolerance: number): string {
  const seconds = Math.round(Math.abs(age) / 1000);
  return (
    `the signature is good, but its time is ${seconds} s in the ${age > 0 ? 'past' : 'future'}, and ` +
    `${Math.round(tolerance / 1000)} s are allowed: it was held up or replayed, or a clock is wrong`
  );
}
