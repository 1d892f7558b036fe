import { setImmediate as turn } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { CallbackError, type GameAuthResponse } from '../../src/callbacks/index.ts';
import {
  authResponse,
  body,
  callback,
  controlTimeout,
  fullResponse,
  gameAuth,
  internalError,
  read,
} from './handlers.ts';
import { said } from '../support/said.ts';

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
    expect(failures[0]).toMatch(said(' 500, handler_failed: … threw'));
    expect(failures[0]).toContain('hunter2');
    expect(warnings).toEqual([]);
  },
);

test('a CallbackError that the function throws counts as its own failure', async () => {
  const { handler, errors } = gameAuth({
    initiate: () => {
      throw new CallbackError('thrown by mistake', { reason: 'token_mismatch' });
    },
  });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'handler_failed', cause: { reason: 'token_mismatch' } }]);
});

test('a function that hangs times out, and its signal aborts', async () => {
  const expire = controlTimeout();
  const { handler, errors, calls } = gameAuth({
    timeout: 300,
    initiate: () => {
      expire();
      return new Promise(() => undefined);
    },
  });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([
    { reason: 'handler_timed_out', message: 'your function did not return within 300 ms' },
  ]);
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(calls[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('the default timeout is ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());

  await gameAuth().handler(callback());

  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
});

test('a function that rejects after the timeout causes no unhandled rejection', async () => {
  const expire = controlTimeout();
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listener);
  const { handler, errors } = gameAuth({
    initiate: () => {
      expire();
      return turn().then(() => Promise.reject(failure));
    },
  });

  await handler(callback());
  for (let turns = 0; turns < 5; turns += 1) await turn();

  process.off('unhandledRejection', listener);
  expect(unhandled).toEqual([]);
  expect(errors).toHaveLength(1);
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
  ['no access token', { deepLink: 'mygame://auth' }, 'accessToken: is required'],
  ['a deep link that is not a URL', { ...authResponse, deepLink: '/auth' }, 'deepLink: must be a URL'],
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
];

test.each(invalidResponses)('a response that is %s is not sent', async (_, invalid, rule) => {
  const { handler, errors, failures } = gameAuth({ initiate: () => invalid as GameAuthResponse });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'response_invalid' }]);
  expect(errors[0]?.issues).not.toEqual([]);
  expect(failures[0]).toContain(rule);
});

test.each([
  ['a custom scheme', { ...authResponse, deepLink: 'mygame://auth?session=1#x' }],
  ['a redirect on the desktop', { ...authResponse, desktopAutoRedirect: true }],
])('a response with %s is sent unchanged', async (_, valid) => {
  const { handler } = gameAuth({ initiate: () => Promise.resolve(valid) });

  expect(await read(handler(callback()))).toEqual({ status: 200, json: { ...fullResponse, ...valid } });
});
