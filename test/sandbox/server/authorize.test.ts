import { expect, test } from 'vitest';

import { operations } from '../../../src/client/api/operations.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { send } from '../send.ts';

const sandbox = createSandbox();

test.each(operations.map(({ method, path }) => [method, path] as const))(
  '%s %s responds with 401 to a missing and to an unknown token, before it reads the body',
  async (method, path) => {
    for (const token of [null, 'someone-else']) {
      const body = method === 'GET' ? undefined : 'no JSON';
      expect((await send(sandbox, method, path, { token, body })).status).toBe(401);
    }
  },
);

test.each([
  ['POST', '/v1/price-points', { message: 'Publisher token is required' }],
  [
    'POST',
    '/store/v1/personalization/refresh-specific-active-players',
    {
      message: 'Unauthorized',
      requestUrl: '/store/v1/personalization/refresh-specific-active-players',
      body: 'Publisher token is required',
    },
  ],
  [
    'POST',
    '/checkout/v1/session',
    { errorCode: 'UNAUTHORIZED', errorMessage: 'Publisher token is required' },
  ],
])('%s %s responds to a missing token in the shape of its other errors', async (method, path, body) => {
  expect(await send(sandbox, method, path, { token: null })).toEqual({ status: 401, body });
});

test('without the public rules, a checkout session has the error shape of price points', async () => {
  const plain = createSandbox({ publicRules: false });
  expect((await send(plain, 'POST', '/checkout/v1/session', { token: null })).body).toEqual({
    message: 'Publisher token is required',
  });
});
