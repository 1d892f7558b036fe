import { expect, test } from 'vitest';

import { parseBody } from '../../../src/client/http/response.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { create, readByGet, upsertByPut } from '../../support/calls.ts';
import { failureOf, startService } from '../../support/service.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['{"a":1}', { a: 1 }],
  ['\ufeff{"a":1}', { a: 1 }],
  [' \n[1, 2]\n', [1, 2]],
  ['null', null],
  ['"\ufffd"', '\ufffd'],
])('%j is JSON', (text, value) => {
  expect(parseBody(utf8(text))).toEqual({ value });
});

test.each([
  ['', 'empty'],
  ['\ufeff', 'empty'],
  ['<html></html>', 'HTML'],
  ['\n <!doctype html>', 'HTML'],
  ['{"a":', 'not JSON'],
  ['{"a":1} tail', 'not JSON'],
  ['OK', 'not JSON'],
])('%j is %s', (text, problem) => {
  expect(parseBody(utf8(text))).toEqual({ problem });
});

test.each([
  ['a broken sequence', [0x22, 0xc3, 0x28, 0x22]],
  ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
])('%s is not UTF-8, and is not repaired', (_, bytes) => {
  expect(parseBody(Uint8Array.from(bytes))).toEqual({ problem: 'not UTF-8' });
});

const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

test('a body that is nested so deeply that keeping it overflows the stack is malformed, and not retried', async () => {
  await using service = await startService([{ text: nested }]);

  expect(await failureOf(create.send(service.client()))).toMatchObject({
    name: 'MalformedResponseError',
    outcome: 'applied',
    message:
      'pricePoints.create: expected JSON, received JSON that is nested too deeply (status 200, 400000 bytes)',
  });
  expect(await failureOf(upsertByPut.send(service.client()))).toMatchObject({ attempts: 1 });
});

test('an error with such a body keeps its status, without the body', async () => {
  await using service = await startService([{ status: 400, text: nested }]);

  expect(await failureOf(create.send(service.client()))).toMatchObject({
    name: 'BadRequestError',
    outcome: 'rejected',
    body: undefined,
  });
});

test.each(['text/html', 'application/octet-stream', 'application/json; charset=utf-16', 'nonsense'])(
  'the content type %s does not matter',
  async (type) => {
    await using service = await startService([
      { headers: { 'content-type': type }, text: `\ufeff${JSON.stringify(pricePointRead)}` },
    ]);

    expect(await readByGet.send(service.client())).toEqual(pricePointRead);
  },
);

test('the error of a malformed response has its status and length, and never its content', async () => {
  await using service = await startService([{ status: 201, text: '<p>private words</p>' }]);

  const error = await failureOf(readByGet.send(service.client({ retry: false })));

  expect(error).toMatchObject({
    name: 'MalformedResponseError',
    code: 'malformed_response',
    status: 201,
    bytes: 20,
    message: `pricePoints.get: expected JSON, received HTML from ${service.url}/v1/price-points/999 (status 201, 20 bytes)`,
  });
  expect(JSON.stringify(error)).not.toContain('private');
});
