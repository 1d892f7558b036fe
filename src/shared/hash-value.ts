import { createHmac } from 'node:crypto';

/** Returns the hash of a value: HMAC-SHA256, hexadecimal. */
export type HashValue = (value: string) => string;

/** Returns the function that hashes with a key. */
export function hashWith(key: string): HashValue {
  return (value) => createHmac('sha256', key).update(value).digest('hex');
}

/** Identifies a key without revealing it, so that values of two of them are not mixed. */
export function fingerprintOf(hashValue: HashValue): string {
  return hashValue('publisher-commerce export').slice(0, 16);
}
