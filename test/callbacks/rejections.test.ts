import { expect, test } from 'vitest';

import { body, callback, gameAuth, path, sign, token, unsigned } from './handlers.ts';

const twice = (value: string): string => `${value}, ${value}`;
const now = Date.now();
const signedAt = (time: number | string): Request => callback(body, { signature: sign(body, { time }) });
const withSignature = (signature: string | undefined): Request => callback(body, { signature });

test.each([
  ['the method is not POST', new Request(path)],
  ['the x-publisher-token header is missing', callback(body, { 'x-publisher-token': undefined })],
  [
    'the x-publisher-token header was received more than once',
    callback(body, { 'x-publisher-token': twice(token) }),
  ],
  [
    'the x-publisher-token header does not match the publisherToken option',
    callback(body, { 'x-publisher-token': 'x' }),
  ],
  ['the signature header is missing', withSignature(undefined)],
  ['the signature header was received more than once', withSignature(twice(sign(body)))],
  ['the signature header has a timestamp in seconds, not in milliseconds', signedAt(Math.round(now / 1000))],
  ['the signature header has more than 5 digests', withSignature(`${sign(body)}${',v1=00'.repeat(5)}`)],
  ['the signature header has a digest that is not 64 hexadecimal digits', withSignature(`t=${now},v1=ab`)],
  [
    'the signature does not match this body with any of your secrets: the secret or the algorithm differs, or the ' +
      'body was changed in transit',
    callback(body, { signature: sign(`${body} `) }),
  ],
  [
    'the signature matches, but its timestamp is 600 s in the past, and 300 s are allowed: the callback was delayed or ' +
      'replayed, or a clock is wrong',
    signedAt(now - 600_000),
  ],
])('a rejected callback is logged: %s', async (message, request) => {
  const { handler, errors } = gameAuth();

  expect((await handler(request)).status).toBeGreaterThanOrEqual(400);
  expect(errors.map((error) => error.message.replace(/60\d s/, '600 s'))).toEqual([message]);
});

test.each([
  ['the body is larger than 5 bytes (maxBodyBytes)', unsigned({ maxBodyBytes: 5 }), callback()],
  [
    'verifySignature must return true or false',
    gameAuth({ verifySignature: (() => 'yes') as unknown as () => boolean }),
    callback(),
  ],
  [
    'publisherToken could not be read',
    unsigned({ publisherToken: () => Promise.reject(new Error('sealed')) }),
    callback(),
  ],
])('a callback that a handler rejects is logged: %s', async (message, { handler, errors }, request) => {
  await handler(request);

  expect(errors.map((error) => error.message)).toEqual([message]);
});
