import { brotliCompressSync, gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { pricePointRead } from '../../literals/price-points.ts';
import { create, readByGet, upsertByPut } from '../../support/calls.ts';
import { failureOf, startService } from '../../support/service.ts';

const text = JSON.stringify(pricePointRead);
const bytes = Buffer.byteLength(text);

test('a response of exactly maxResponseBytes is read, and one byte more is too large', async () => {
  await using service = await startService([{ text }]);

  expect(await readByGet.send(service.client({ maxResponseBytes: bytes }))).toEqual(pricePointRead);
  expect(await failureOf(readByGet.send(service.client({ maxResponseBytes: bytes - 1 })))).toMatchObject({
    name: 'ResponseTooLargeError',
    code: 'response_too_large',
    status: 200,
    maxResponseBytes: bytes - 1,
    message: `pricePoints.get: the response is larger than maxResponseBytes (${bytes - 1} bytes)`,
  });
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('the bytes are counted after %s is undone', async (encoding, compress) => {
  const padded = `${text}${' '.repeat(100_000)}`;
  await using service = await startService([
    { headers: { 'content-encoding': encoding }, text: compress(padded) },
  ]);

  expect(await readByGet.send(service.client({ maxResponseBytes: bytes + 100_000 }))).toEqual(pricePointRead);
  expect(await failureOf(readByGet.send(service.client({ maxResponseBytes: bytes + 99_999 })))).toMatchObject(
    {
      name: 'ResponseTooLargeError',
    },
  );
});

test('an endless response is ended, and its connection closed', async () => {
  const { promise: hungUp, resolve } = Promise.withResolvers<true>();
  await using service = await startService([
    (response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', pour).on('close', () => resolve(true));
      pour();
    },
  ]);

  expect(await failureOf(create.send(service.client({ maxResponseBytes: 1_000_000 })))).toMatchObject({
    name: 'ResponseTooLargeError',
  });
  expect(await hungUp).toBe(true);
});

test('an error response that is too large keeps its status', async () => {
  await using service = await startService([{ status: 409, text: 'x'.repeat(2000) }]);

  const error = await failureOf(upsertByPut.send(service.client({ maxResponseBytes: 1000 })));

  expect(error).toMatchObject({ name: 'ConflictError', status: 409, outcome: 'rejected', body: undefined });
});
