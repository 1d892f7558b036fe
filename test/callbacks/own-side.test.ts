import { expect, test, vi } from 'vitest';

import { CallbackError, type GameAuthAnswer } from '../../src/callbacks/index.ts';
import { answer, body, callback, fullAnswer, gameAuth, payload, read } from './game-auth.ts';

const ownFault = { status: 500, json: { error: 'internal_error' } };

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
  ['rejects with a text', () => Promise.reject('hunter2'), 'hunter2'],
];

test.each(thrown)(
  'a function that %s is answered with 500, and only its owner learns why',
  async (_, initiate, cause) => {
    const { handler, errors, failures, warnings } = gameAuth({ initiate });

    expect(await read(handler(callback()))).toEqual(ownFault);
    expect(errors).toMatchObject([{ reason: 'handler_failed', operation: 'gameAuth', cause }]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain('answered 500, handler_failed: your function threw');
    expect(failures[0]).toContain('hunter2');
    expect(warnings).toEqual([]);
  },
);

test('a refusal that the function itself throws is a failure of the function', async () => {
  const { handler, errors } = gameAuth({
    initiate: () => {
      throw new CallbackError('token_mismatch', 'thrown by mistake');
    },
  });

  expect(await read(handler(callback()))).toEqual(ownFault);
  expect(errors).toMatchObject([{ reason: 'handler_failed', cause: { reason: 'token_mismatch' } }]);
});

test('a function that hangs is given up on at the deadline, and its signal aborts', async () => {
  const { handler, errors, calls } = gameAuth({ timeout: 30, initiate: () => new Promise(() => undefined) });
  const begun = performance.now();

  expect(await read(handler(callback()))).toEqual(ownFault);
  expect(performance.now() - begun).toBeLessThan(1000);
  expect(errors).toMatchObject([
    { reason: 'handler_timed_out', message: 'your function took more than 30 ms' },
  ]);
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(calls[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('the deadline is ten seconds unless told otherwise', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answered: Response[] = [];
  const { promise: called, resolve } = Promise.withResolvers<undefined>();
  const { handler } = gameAuth({
    initiate: () => {
      resolve(undefined);
      return new Promise(() => undefined);
    },
  });

  const response = handler(callback()).then((one) => answered.push(one));
  await called;
  await vi.advanceTimersByTimeAsync(9_999);
  expect(answered).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await response;
  vi.useRealTimers();

  expect(answered.map(({ status }) => status)).toEqual([500]);
});

test('a function that obeys its signal is late all the same', async () => {
  const { handler, errors } = gameAuth({
    timeout: 30,
    initiate: (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  });

  expect(await read(handler(callback()))).toEqual(ownFault);
  expect(errors).toMatchObject([{ reason: 'handler_timed_out' }]);
});

test('a function that fails after its deadline fails unheard', async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', hear);
  const { handler, errors } = gameAuth({
    timeout: 20,
    initiate: () => new Promise((_, reject) => setTimeout(() => reject(failure), 40)),
  });

  await handler(callback());
  await new Promise((resolve) => setTimeout(resolve, 60));

  process.off('unhandledRejection', hear);
  expect(unhandled).toEqual([]);
  expect(errors).toHaveLength(1);
});

test('the signal of a function that was in time is left alone', async () => {
  const { handler, calls } = gameAuth({ timeout: 20 });

  await handler(callback());
  await new Promise((resolve) => setTimeout(resolve, 40));

  expect(calls[0]?.signal.aborted).toBe(false);
});

test('a service that has gone ends the wait', async () => {
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

test('the function is given the request with its body unread, and without token and signature', async () => {
  const { handler, calls } = gameAuth();

  await handler(callback(undefined, { 'x-forwarded-for': '203.0.113.7' }));

  const request = calls[0]?.request;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('https://game.example.com/game-auth');
  expect(request?.headers.get('x-forwarded-for')).toBe('203.0.113.7');
  expect([...(request?.headers.keys() ?? [])]).toEqual(['content-type', 'x-forwarded-for']);
  expect(await request?.text()).toBe(body);
});

const wrongAnswers: readonly (readonly [string, unknown, string])[] = [
  ['nothing', undefined, 'must be an object with an accessToken'],
  ['null', null, 'must be an object with an accessToken'],
  ['a text', 'player-1', 'must be an object with an accessToken'],
  ['a Response', new Response('{}'), 'accessToken: is required'],
  ['no access token', { deepLink: 'mygame://auth' }, 'accessToken: is required'],
  ['an empty access token', { ...answer, accessToken: '' }, 'accessToken: is required'],
  ['a blank access token', { ...answer, accessToken: ' ' }, 'accessToken: is required'],
  ['an access token that is a number', { ...answer, accessToken: 7 }, 'accessToken: is required'],
  ['a deep link that is no URL', { ...answer, deepLink: '/auth' }, 'deepLink: must be a URL'],
  ['an empty deep link', { ...answer, deepLink: '' }, 'deepLink: must be a URL'],
  [
    'a deep link that is an object',
    { ...answer, deepLink: new URL('mygame://a') },
    'deepLink: must be a URL',
  ],
  [
    'a redirect that is a text',
    { ...answer, desktopAutoRedirect: 'true' },
    'desktopAutoRedirect: must be true',
  ],
  ['a redirect to nowhere', { accessToken: 'a', desktopAutoRedirect: true }, 'deepLink: is required when'],
  ['a field that is not documented', { ...answer, playerId: 'p' }, 'Unrecognized key: "playerId"'],
  ['a misspelt field', { ...answer, desktopAutoredirect: true }, 'Unrecognized key: "desktopAutoredirect"'],
];

test.each(wrongAnswers)('an answer that is %s is not sent', async (_, wrong, rule) => {
  const { handler, errors, failures } = gameAuth({ initiate: () => wrong as GameAuthAnswer });

  expect(await read(handler(callback()))).toEqual(ownFault);
  expect(errors).toMatchObject([{ reason: 'answer_invalid' }]);
  expect(errors[0]?.issues).not.toEqual([]);
  expect(failures[0]).toContain(rule);
});

test('an answer that throws when it is read is not sent', async () => {
  const odd = {
    get accessToken(): string {
      throw failure;
    },
  };
  const { handler, errors } = gameAuth({ initiate: () => odd });

  expect(await read(handler(callback()))).toEqual(ownFault);
  expect(errors).toMatchObject([{ reason: 'answer_invalid', cause: failure }]);
});

test.each([
  ['a custom scheme', { ...answer, deepLink: 'mygame://auth?session=1#x' }],
  ['a web address', { ...answer, deepLink: 'https://game.example.com/auth' }],
  ['a scheme without slashes', { ...answer, deepLink: 'mygame:auth' }],
  ['a redirect on the desktop', { ...answer, desktopAutoRedirect: true }],
])('an answer with %s is sent as it is', async (_, good) => {
  const { handler } = gameAuth({ initiate: () => Promise.resolve(good) });

  expect(await read(handler(callback()))).toEqual({ status: 200, json: { ...fullAnswer, ...good } });
});

test('an answer needs no deep link', async () => {
  const { handler } = gameAuth({ initiate: () => ({ accessToken: 'player-1' }) });

  expect(await read(handler(callback()))).toEqual({
    status: 200,
    json: { accessToken: 'player-1', desktopAutoRedirect: false },
  });
});

test('callbacks at the same time do not mix', async () => {
  const { handler } = gameAuth({
    initiate: async ({ date }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      return { accessToken: date };
    },
  });
  const dates = Array.from({ length: 20 }, (_, second) =>
    new Date(1_790_000_000_000 + second * 1000).toISOString(),
  );

  const answers = await Promise.all(
    dates.map((date) => read(handler(callback(JSON.stringify({ ...payload, date }))))),
  );

  expect(answers.map(({ json }) => (json as GameAuthAnswer).accessToken)).toEqual(dates);
});
