// @module-tag isolated
import type * as Crypto from 'node:crypto';
import { timingSafeEqual } from 'node:crypto';
import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, test, vi } from 'vitest';

import { timestampedHmac } from '../../src/callbacks/index.ts';
import { callback, gameAuth, secret, signed, token } from './handlers.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});
const compare = vi.mocked(timingSafeEqual);
beforeEach(() => void compare.mockClear());

const lengths = (): number[][] =>
  compare.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength]);

test('token and signature are compared by timingSafeEqual, and nothing else decides', async () => {
  const { handler, errors } = gameAuth();
  expect((await handler(callback())).status).toBe(200);
  expect(lengths()).toEqual([
    [32, 32],
    [32, 32],
  ]);

  compare.mockReturnValueOnce(false);
  expect((await handler(callback())).status).toBe(401);
  compare.mockReturnValueOnce(true).mockReturnValueOnce(false);
  expect((await handler(callback())).status).toBe(400);
  expect(errors.map(({ reason }) => reason)).toEqual(['token_mismatch', 'signature_mismatch']);

  compare.mockReturnValueOnce(true).mockReturnValueOnce(true);
  const forged = { 'x-publisher-token': 'x', signature: signed('another body').signature };
  expect((await handler(callback(undefined, forged))).status).toBe(200);
});

test.each(['x', token.slice(1), token.repeat(9)])(
  'a token of another length is compared in the same way',
  async (other) => {
    const { handler } = gameAuth();

    expect((await handler(callback(undefined, { 'x-publisher-token': other }))).status).toBe(401);
    expect(lengths()).toEqual([[32, 32]]);
  },
);

test('every token and every secret is compared, also after one that matches', async () => {
  const { handler } = gameAuth({
    publisherToken: [token, 'b', 'c'],
    verifySignature: timestampedHmac({ secret: [secret, 'e', 'f', 'g'] }),
  });

  expect((await handler(callback())).status).toBe(200);
  expect(compare).toHaveBeenCalledTimes(3 + 4);
});

test('no file of the callbacks compares a digest, a token or a secret in another way', () => {
  const folder = join(import.meta.dirname, '../../src/callbacks');
  const sources = globSync('*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));

  const compared =
    /(?<!typeof )\b(digest|token|secret|received|hex)\w* *[!=]== *(?!'')\S+|\.(equals|compare|localeCompare)\(/;
  expect(sources.flatMap((source) => source.split('\n').filter((line) => compared.test(line)))).toEqual([]);
  expect(sources.length).toBeGreaterThan(10);
});
