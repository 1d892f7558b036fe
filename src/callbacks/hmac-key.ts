import { encode } from '../transport/bytes.ts';

/** Returns a key for HMAC-SHA256 that cannot be exported. */
export function importHmacKey(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}
