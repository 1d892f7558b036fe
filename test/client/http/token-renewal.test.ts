import { expect, test, vi } from 'vitest';

import type { ClientOptions, Hooks, RetryEvent } from '../../../src/client/index.ts';
import { create, everyEffect, readByGet } from '../../support/calls.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { failureOf, startService } from '../../support/service.ts';

const unauthorized = { status: 401, json: { message: 'Publisher not found' } };
const [old, renewed] = ['token-of-yesterday', 'token-of-today'];
/** As a vault that has a newer token, and is asked for it only if the one at hand is rejected. */
const vault = () => vi.fn(({ rejected }: { readonly rejected: boolean }) => (rejected ? renewed : old));

test.each(everyEffect)(
  '$name that is rejected with 401 is retried with the token that its function then returns',
  async ({ send, response }) => {
    await using service = await startService([unauthorized, { json: response }]);
    const token = vault();
    const retries: RetryEvent[] = [];
    const hooks: Hooks = { onRetry: (event) => void retries.push(event) };

    await send(service.client({ token, retry: false, hooks }));

    expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual([old, renewed]);
    expect(token.mock.calls).toEqual([[{ rejected: false }], [{ rejected: true }]]);
    expect(retries).toMatchObject([{ attempt: 1, status: 401, delay: 0, error: 'unauthorized' }]);
  },
);

test.each<[string, ClientOptions]>([
  ['a string', { token: old }],
  ['a function that returns the same again', { token: () => old }],
])('a 401 is not retried if the token is %s', async (_, options) => {
  const service = serveInProcess([unauthorized]);

  expect(await failureOf(create.send(service.client(options)))).toMatchObject({
    name: 'UnauthorizedError',
    outcome: 'rejected',
    attempts: 1,
  });
});

test('a token is renewed once for each call', async () => {
  const service = serveInProcess([unauthorized, unauthorized]);
  let count = 0;
  const token = vi.fn(() => `token-number-${(count += 1)}`);

  expect(await failureOf(readByGet.send(service.client({ token })))).toMatchObject({ attempts: 2 });
  expect(token).toHaveBeenCalledTimes(2);
});

test('a renewed token takes none of the retries of other failures', async () => {
  const failed = { status: 503, json: {} };
  const service = serveInProcess([unauthorized, failed, failed, { json: readByGet.response }]);
  const client = service.client({ token: vault(), retry: { limit: 2 } });

  await inFakeTime(() => readByGet.send(client));

  expect(service.requests).toHaveLength(4);
});

test('a 401 in the body of a 2xx renews no token', async () => {
  const service = serveInProcess([{ json: { status: 401, message: 'Unauthorized' } }]);
  const token = vault();

  expect(await failureOf(service.client({ token }).offers.getPage({}))).toMatchObject({
    name: 'UnauthorizedError',
  });
  expect(token).toHaveBeenCalledTimes(1);
});

test('a request with a renewed token waits for the rate limit', async () => {
  const times: number[] = [];
  const service = serveInProcess([unauthorized, { json: readByGet.response }]);
  const hooks = { onRequest: () => void times.push(performance.now()) };
  const client = service.client({ token: vault(), rateLimit: { requestsPerMinute: 60 }, hooks });

  await inFakeTime(() => readByGet.send(client));

  expect(Math.round((times[1] ?? 0) - (times[0] ?? 0))).toBe(1000);
});

const sealed = new Error('vault is sealed');

test.each([
  [
    'throws',
    () => {
      throw sealed;
    },
    sealed,
  ],
  ['rejects', () => Promise.reject(sealed), sealed],
  ['returns none', () => undefined, expect.objectContaining({ name: 'ConfigurationError' })],
])(
  'if the function %s when it is called for the second time, the 401 is thrown with that as its cause',
  async (_, fail, cause) => {
    const service = serveInProcess([unauthorized]);
    const token = ({ rejected }: { readonly rejected: boolean }) => (rejected ? fail() : old);

    const error = await failureOf(create.send(service.client({ token })));

    expect(error).toMatchObject({ name: 'UnauthorizedError', status: 401, outcome: 'rejected', attempts: 1 });
    expect((error as Error).cause).toEqual(cause);
  },
);

test('a function that never returns the second token ends by timeout, with the 401', async () => {
  const service = serveInProcess([unauthorized]);
  const token = ({ rejected }: { readonly rejected: boolean }) =>
    rejected ? new Promise<string>(() => undefined) : old;

  await inFakeTime(async () => {
    const begun = performance.now();
    const error = await failureOf(readByGet.send(service.client({ token, timeout: 2000 })));
    expect(error).toMatchObject({ name: 'UnauthorizedError' });
    expect(performance.now() - begun).toBe(2000);
  });
});
