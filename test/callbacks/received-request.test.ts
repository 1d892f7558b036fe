import { expect, test } from 'vitest';

import { body, fullResponse, gameAuth, read, sign, signed, token } from './handlers.ts';

/** What an adapter makes of a callback, as far as it is not the same for all. */
interface Parts {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

const host = 'game.example.com';

const adapted = (parts: Parts): Request =>
  // That it is none is what is tested.
  ({ method: 'POST', url: '/game-auth', headers: { host, ...signed() }, body, ...parts }) as Request;

const bytes = new TextEncoder().encode(body);

test.each<readonly [string, Parts]>([
  ['bytes as its body', { body: bytes }],
  ['a Buffer as its body', { body: Buffer.from(body) }],
  ['an ArrayBuffer as its body', { body: bytes.buffer }],
  ['a string as its body', { body }],
  ['a stream as its body', { body: new Blob([body]).stream() }],
  ['lists of values in its headers', { headers: { ...signed(), host: [host], 'x-none': undefined } }],
  ['headers that only HTTP/2 has', { headers: { ':path': '/game-auth', host, ...signed() } }],
  ['headers of the Fetch standard', { headers: new Headers({ host, ...signed() }), body: bytes }],
])('an object of an adapter with %s is verified and handled', async (_, parts) => {
  const { handler, calls } = gameAuth();

  expect(await read(handler(adapted(parts)))).toEqual({ status: 200, json: fullResponse });
  expect(calls[0]?.request.url).toBe('http://game.example.com/game-auth');
});

test.each<readonly [string, Parts, number, string]>([
  ['a body that was changed', { body: Buffer.from(`${body} `) }, 400, 'signature_mismatch'],
  ['a body that is too large', { body: new Uint8Array(64 * 1024 + 1) }, 413, 'body_too_large'],
  [
    'two tokens',
    { headers: { ...signed(), 'x-publisher-token': [token, 'another'] } },
    401,
    'token_duplicated',
  ],
  [
    'two signatures',
    { headers: { ...signed(), signature: [sign(body), sign(body)] } },
    400,
    'signature_duplicated',
  ],
  ['an empty body', { body: null, headers: signed('') }, 403, 'body_not_json'],
  ['another method, and no body', { method: 'GET', body: undefined }, 405, 'method_not_allowed'],
])('an object of an adapter with %s is rejected as a request is', async (_, parts, status, reason) => {
  const { handler, errors } = gameAuth();

  expect((await handler(adapted(parts))).status).toBe(status);
  expect(errors).toMatchObject([{ reason }]);
});

test.each([
  ['an absolute URL', 'https://game.example.com/game-auth', 'https://game.example.com/game-auth'],
  ['a path with a query', '/game-auth?x=1', 'http://game.example.com/game-auth?x=1'],
  ['a path that looks like a host', '//evil.example/x', 'http://game.example.com//evil.example/x'],
])('with %s, your function receives the URL at the host of the request', async (_, url, expected) => {
  const { handler, calls } = gameAuth();
  await handler(adapted({ url }));

  expect(calls[0]?.request.url).toBe(expected);
});
