import { expect, test, vi } from 'vitest';

import { CallbackError, type GameAuthResponse } from '../../src/callbacks/index.ts';
import {
  authResponse,
  body,
  callback,
  fullResponse,
  gameAuth,
  internalError,
  payload,
  read,
} from './handlers.ts';

const failure = new TypeError('password of the database: hunter2');
const thrown: readonly (readonly [string, () => never | Promise<never>, unknown])[] = [
  [
    'throws',
    () => {
      throw failure;
    },
    failure,
  ],
  ['rejects', () => Promise.reject(failure), failure],
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- publishers do it all the same
  ['rejects with a string', () => Promise.reject('hunter2'), 'hunter2'],
];

test.each(thrown)(
  'a function that %s responds with 500, and only the publisher sees why',
  async (_, initiate, cause) => {
    const { handler, errors, failures, warnings } = gameAuth({ initiate });

    expect(await read(handler(callback()))).toEqual(internalError);
    expect(errors).toMatchObject([{ reason: 'handler_failed', operation: 'gameAuth', cause }]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain('responded with 500, handler_failed: your function threw');
    expect(failures[0]).toContain('hunter2');
    expect(warnings).toEqual([]);
  },
);

test('a CallbackError that the function throws counts as its own failure', async () => {
  const { handler, errors } = gameAuth({
    initiate: () => {
      throw new CallbackError('token_mismatch', 'thrown by mistake');
    },
  });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'handler_failed', cause: { reason: 'token_mismatch' } }]);
});

test('a function that hangs times out, and its signal aborts', async () => {
  const { handler, errors, calls } = gameAuth({ timeout: 300, initiate: () => new Promise(() => undefined) });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([
    { reason: 'handler_timed_out', message: 'your function did not return within 300 ms' },
  ]);
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(calls[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('the default timeout is ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const responses: Response[] = [];
  const { promise: called, resolve } = Promise.withResolvers<undefined>();
  const { handler } = gameAuth({
    initiate: () => {
      resolve(undefined);
      return new Promise(() => undefined);
    },
  });

  const pending = handler(callback()).then((one) => responses.push(one));
  await called;
  await vi.advanceTimersByTimeAsync(9_999);
  expect(responses).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await pending;
  vi.useRealTimers();

  expect(responses.map(({ status }) => status)).toEqual([500]);
});

test('a function that rejects with its signal’s reason times out as well', async () => {
  const { handler, errors } = gameAuth({
    timeout: 300,
    initiate: (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'handler_timed_out' }]);
});

test('a function that rejects after the timeout causes no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listener);
  const { handler, errors } = gameAuth({
    timeout: 20,
    initiate: () => new Promise((_, reject) => setTimeout(() => reject(failure), 40)),
  });

  await handler(callback());
  await new Promise((resolve) => setTimeout(resolve, 60));

  process.off('unhandledRejection', listener);
  expect(unhandled).toEqual([]);
  expect(errors).toHaveLength(1);
});

test('the signal of a function that returned in time does not abort', async () => {
  const { handler, calls } = gameAuth({ timeout: 20 });

  await handler(callback());
  await new Promise((resolve) => setTimeout(resolve, 40));

  expect(calls[0]?.signal.aborted).toBe(false);
});

test('a closed connection stops the wait for the function', async () => {
  const connection = new AbortController();
  const { handler, errors } = gameAuth({
    initiate: () => {
      connection.abort();
      return new Promise(() => undefined);
    },
  });

  await handler(new Request(callback(), { signal: connection.signal }));

  expect(errors).toMatchObject([{ reason: 'connection_lost' }]);
});

test('the function receives the request with its body unread, and without token and signature', async () => {
  const { handler, calls } = gameAuth();

  await handler(callback(undefined, { 'x-forwarded-for': '203.0.113.7' }));

  const request = calls[0]?.request;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('https://game.example.com/game-auth');
  expect(request?.headers.get('x-forwarded-for')).toBe('203.0.113.7');
  expect([...(request?.headers.keys() ?? [])]).toEqual(['content-type', 'x-forwarded-for']);
  expect(await request?.text()).toBe(body);
});

const invalidResponses: readonly (readonly [string, unknown, string])[] = [
  ['nothing', undefined, 'must be an object, for example { accessToken: '],
  ['null', null, 'must be an object, for example { accessToken: '],
  ['a string', 'player-1', 'must be an object, for example { accessToken: '],
  ['a Response', new Response('{}'), 'accessToken: is required'],
  ['no access token', { deepLink: 'mygame://auth' }, 'accessToken: is required'],
  ['an empty access token', { ...authResponse, accessToken: '' }, 'accessToken: is required'],
  ['a blank access token', { ...authResponse, accessToken: ' ' }, 'accessToken: is required'],
  ['an access token that is a number', { ...authResponse, accessToken: 7 }, 'accessToken: is required'],
  ['a deep link that is not a URL', { ...authResponse, deepLink: '/auth' }, 'deepLink: must be a URL'],
  ['an empty deep link', { ...authResponse, deepLink: '' }, 'deepLink: must be a URL'],
  [
    'a deep link that is an object',
    { ...authResponse, deepLink: new URL('mygame://a') },
    'deepLink: must be a URL',
  ],
  [
    'a redirect that is a string',
    { ...authResponse, desktopAutoRedirect: 'true' },
    'desktopAutoRedirect: must be true',
  ],
  [
    'a redirect without a deep link',
    { accessToken: 'a', desktopAutoRedirect: true },
    'deepLink: is required when',
  ],
  [
    'an undocumented field',
    { ...authResponse, playerId: 'p' },
    'playerId: unknown field; known: deepLink, accessToken, desktopAutoRedirect',
  ],
  [
    'a misspelled field',
    { ...authResponse, desktopAutoredirect: true },
    'desktopAutoredirect: unknown field; did you mean desktopAutoRedirect?',
  ],
];

test.each(invalidResponses)('a response that is %s is not sent', async (_, invalid, rule) => {
  const { handler, errors, failures } = gameAuth({ initiate: () => invalid as GameAuthResponse });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'response_invalid' }]);
  expect(errors[0]?.issues).not.toEqual([]);
  expect(failures[0]).toContain(rule);
});

test('a response with a getter that throws is not sent', async () => {
  const odd = {
    get accessToken(): string {
      throw failure;
    },
  };
  const { handler, errors } = gameAuth({ initiate: () => odd });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'response_invalid', cause: failure }]);
});

test.each([
  ['a custom scheme', { ...authResponse, deepLink: 'mygame://auth?session=1#x' }],
  ['a web address', { ...authResponse, deepLink: 'https://game.example.com/auth' }],
  ['a scheme without slashes', { ...authResponse, deepLink: 'mygame:auth' }],
  ['a redirect on the desktop', { ...authResponse, desktopAutoRedirect: true }],
])('a response with %s is sent unchanged', async (_, valid) => {
  const { handler } = gameAuth({ initiate: () => Promise.resolve(valid) });

  expect(await read(handler(callback()))).toEqual({ status: 200, json: { ...fullResponse, ...valid } });
});

test('the deep link is optional', async () => {
  const { handler } = gameAuth({ initiate: () => ({ accessToken: 'player-1' }) });

  expect(await read(handler(callback()))).toEqual({
    status: 200,
    json: { accessToken: 'player-1', desktopAutoRedirect: false },
  });
});

test('concurrent callbacks do not interfere', async () => {
  const { handler } = gameAuth({
    initiate: async ({ date }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      return { accessToken: String(date) };
    },
  });
  const dates = Array.from({ length: 20 }, (_, second) =>
    new Date(1_790_000_000_000 + second * 1000).toISOString(),
  );

  const responses = await Promise.all(
    dates.map((date) => read(handler(callback(JSON.stringify({ ...payload, date }))))),
  );

  expect(responses.map(({ json }) => (json as GameAuthResponse).accessToken)).toEqual(dates);
});
