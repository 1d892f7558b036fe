import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';

import { timestampedHmac } from '../../src/callbacks/index.ts';
import { body, callback, gameAuth, secret, sign, token } from './handlers.ts';

// Web Crypto promises a comparison in constant time for HMAC signatures.
let verify: MockInstance<typeof crypto.subtle.verify>;
beforeEach(() => {
  verify = vi.spyOn(crypto.subtle, 'verify');
});
afterEach(() => verify.mockRestore());

const lengths = (): number[] =>
  verify.mock.calls.map(([algorithm, , signature]) => {
    expect(algorithm).toBe('HMAC');
    return signature.byteLength;
  });

test('token and signature are compared by crypto.subtle.verify, and nothing else decides', async () => {
  const { handler, errors } = gameAuth();
  expect((await handler(callback())).status).toBe(200);
  expect(lengths()).toEqual([32, 32]);

  verify.mockResolvedValueOnce(false);
  expect((await handler(callback())).status).toBe(401);
  verify.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  expect((await handler(callback())).status).toBe(400);
  expect(errors.map(({ reason }) => reason)).toEqual(['token_mismatch', 'signature_mismatch']);

  verify.mockResolvedValueOnce(true).mockResolvedValueOnce(true);
  const forged = { 'x-publisher-token': 'x', signature: sign('another body') };
  expect((await handler(callback(undefined, forged))).status).toBe(200);
});

test('every token, secret and digest is compared, also after one that matches', async () => {
  const { handler } = gameAuth({
    publisherToken: [token, 'b', 'c'],
    verifySignature: timestampedHmac({ secret: [secret, 'e', 'f', 'g'] }),
  });

  expect((await handler(callback())).status).toBe(200);
  expect(verify).toHaveBeenCalledTimes(3 + 4);
  const signature = `${sign(body)},v1=${'0'.repeat(64)}`;
  expect((await handler(callback(undefined, { signature }))).status).toBe(200);
  expect(verify).toHaveBeenCalledTimes(3 + 4 + 3 + 4 * 2);
});
