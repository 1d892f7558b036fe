import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';

import { timestampedHmac } from '../../src/callbacks/index.ts';
import { callback, gameAuth, secret, sign, token } from './handlers.ts';

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

test.each(['x', token.slice(1), token.repeat(9)])(
  'a token of another length is compared in the same way',
  async (other) => {
    const { handler } = gameAuth();

    expect((await handler(callback(undefined, { 'x-publisher-token': other }))).status).toBe(401);
    expect(lengths()).toEqual([32]);
  },
);

test('every token and every secret is compared, also after one that matches', async () => {
  const { handler } = gameAuth({
    publisherToken: [token, 'b', 'c'],
    verifySignature: timestampedHmac({ secret: [secret, 'e', 'f', 'g'] }),
  });

  expect((await handler(callback())).status).toBe(200);
  expect(verify).toHaveBeenCalledTimes(3 + 4);
});

test('no file of the callbacks compares a digest, a token or a secret in another way', () => {
  const folder = join(import.meta.dirname, '../../src/callbacks');
  const sources = globSync('*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));

  const compared =
    /(?<!typeof )\b(digest|token|secret|received|hex)\w* *[!=]== *(?!'')\S+|\.(equals|compare|localeCompare)\(/;
  expect(sources.flatMap((source) => source.split('\n').filter((line) => compared.test(line)))).toEqual([]);
  // One for the tokens and the signatures.
  expect(sources.filter((source) => source.includes('crypto.subtle.verify('))).toHaveLength(1);
});
