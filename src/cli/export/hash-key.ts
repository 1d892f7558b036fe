import { createHmac } from 'node:crypto';

import { UsageError } from '../usage-error.ts';

/** Returns the hash of a value: HMAC-SHA256, hexadecimal. */
export type HashValue = (value: string) => string;

/**
 * Returns the function for `--hash`, with the key from the environment variable PUBLISHER_HASH_KEY.
 *
 * @throws UsageError if the key is missing.
 */
export function createHashValue(env: NodeJS.ProcessEnv): HashValue {
  const key = env['PUBLISHER_HASH_KEY'];
  if (key === undefined || key === '') {
    throw new UsageError('PUBLISHER_HASH_KEY: is required with --hash; set the environment variable');
  }
  return (value) => createHmac('sha256', key).update(value).digest('hex');
}

/** Identifies a key without revealing it, so that a resumed export does not mix two of them. */
export function fingerprintOf(hashValue: HashValue): string {
  return hashValue('publisher-commerce export').slice(0, 16);
}
