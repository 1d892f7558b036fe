import { expect, test, vi } from 'vitest';

import { eventually } from '../support/eventually.ts';
import {
  body,
  callback,
  fullResponse,
  gameAuth,
  internalError,
  path,
  payload,
  read,
  signed,
  token,
  unsigned,
} from './handlers.ts';
import { said } from '../support/said.ts';

test('a valid callback gets the documented fields, with the default filled in', async () => {
  const { handler, calls, errors } = gameAuth();

  const response = await handler(callback());

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual(fullResponse);
  expect(calls.map((call) => call.payload)).toEqual([payload]);
  expect(errors).toEqual([]);
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  'the method %s is rejected',
  async (method) => {
    const { handler, errors } = gameAuth();

    const response = await handler(new Request(path, { method, headers: signed('') }));

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.json()).toEqual({ error: 'method_not_allowed' });
    expect(errors).toMatchObject([{ reason: 'method_not_allowed', operation: 'gameAuth' }]);
  },
);

const otherToken = 'someone-elses-token';
const tokenCases = [
  ['no token', undefined, 'token_missing'],
  ['an empty token', '', 'token_missing'],
  ['another token', otherToken, 'token_mismatch'],
  ['a token one character off', `${token}x`, 'token_mismatch'],
  ['a token in upper case', token.toUpperCase(), 'token_mismatch'],
  ['the token twice', `${token}, ${token}`, 'token_duplicated'],
  ['the token and another', `${token}, ${otherToken}`, 'token_duplicated'],
  ['another token and then the token', `${otherToken}, ${token}`, 'token_duplicated'],
  ['the token twice, joined by a bare comma', `${token},${token}`, 'token_mismatch'],
] as const;

test.each(tokenCases)('%s is rejected with 401 and logged with its reason', async (_, header, reason) => {
  const { handler, errors, calls, warnings, failures } = gameAuth();

  expect(await read(handler(callback(undefined, { 'x-publisher-token': header })))).toEqual({
    status: 401,
    json: { error: 'invalid_token' },
  });
  expect(errors).toMatchObject([{ name: 'CallbackError', code: 'callback', reason }]);
  expect(calls).toEqual([]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(said(`publisher-commerce gameAuth: … 401, ${reason}: `));
  expect(failures).toEqual([]);
});

test('during a rotation each of several tokens is accepted, and no other', async () => {
  const { handler } = gameAuth({ publisherToken: ['the-new-token', token] });
  const statusOf = async (header: string): Promise<number> =>
    (await handler(callback(undefined, { 'x-publisher-token': header }))).status;

  expect(await statusOf('the-new-token')).toBe(200);
  expect(await statusOf(token)).toBe(200);
  expect(await statusOf('the-old-token')).toBe(401);
  expect(await statusOf(`the-new-token,${token}`)).toBe(401);
});

test('the token is checked before the signature, and the signature before the body', async () => {
  const { handler, errors } = gameAuth();
  const bad = { 'x-publisher-token': otherToken, signature: 'bad' };

  await handler(callback('not json', bad));
  await handler(callback('not json', { signature: 'bad' }));
  await handler(callback('not json'));

  expect(errors.map(({ reason }) => reason)).toEqual([
    'token_mismatch',
    'signature_malformed',
    'body_not_json',
  ]);
});

test('the body is not read without a valid token and a signature', async () => {
  const { handler } = gameAuth();
  const requests = [
    callback(undefined, { 'x-publisher-token': otherToken }),
    callback(undefined, { signature: undefined }),
  ];

  for (const request of requests) {
    await handler(request);
    expect(request.bodyUsed).toBe(false);
  }
});

test.each([
  [
    'throws',
    () => {
      throw new Error('disk full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk full'))],
])('an onError that %s does not change the response, and is logged', async (_, onError) => {
  const { handler, failures } = gameAuth({ onError });

  expect((await handler(callback(undefined, { signature: undefined }))).status).toBe(400);
  await eventually(() => expect(failures).toEqual([expect.stringContaining('onError threw Error')]));
});

test('the default logger is the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { handler } = unsigned({
    logger: undefined,
    initiate: () => Promise.reject(new Error('no database')),
  });

  await handler(callback(undefined, { 'x-publisher-token': otherToken }));
  await handler(callback());

  expect(warn.mock.calls).toEqual([[expect.stringContaining('token_mismatch')]]);
  expect(error.mock.calls).toEqual([[expect.stringContaining('no database')]]);
  vi.restoreAllMocks();
});

test('an incomplete request object gets a response instead of an exception', async () => {
  const { handler, errors } = gameAuth();

  // It has no URL.
  const incomplete = {
    method: 'POST',
    headers: new Headers(signed()),
    arrayBuffer: () => new Blob([body]).arrayBuffer(),
  };

  expect(await read(handler(incomplete as unknown as Request))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'handler_failed', message: 'the callback could not be handled' }]);
});
