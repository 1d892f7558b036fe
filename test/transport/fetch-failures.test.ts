import { inspect } from 'node:util';

import { afterEach, expect, test, vi } from 'vitest';

import type { ClientOptions } from '../../src/index.ts';
import { pricePoint } from '../literals/price-points.ts';
import { create, readByGet, upsertByPut } from '../support/calls.ts';
import { printed } from '../support/printed.ts';
import { failureOf, startService, token } from '../support/service.ts';

afterEach(() => void vi.unstubAllGlobals());

const throwing = (error: unknown): NonNullable<ClientOptions['fetch']> => {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- user code may do it
  return () => Promise.reject(error);
};

/** Values that user code may throw, and the name that the message contains. */
const trapped = new Proxy(new Error('trapped'), {
  get: () => {
    throw new Error('trap');
  },
  getPrototypeOf: () => {
    throw new Error('trap');
  },
});
const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();
const cyclic = new Error('cyclic');
cyclic.cause = cyclic;

const mistakes: readonly (readonly [string, unknown, string])[] = [
  ['a TypeError', new TypeError('agent.get is not a function'), 'TypeError'],
  ['an error without a code', new Error('no proxy is configured'), 'Error'],
  [
    'an error of the file system',
    Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }),
    'Error',
  ],
  ['an argument of undici', Object.assign(new Error('x'), { code: 'UND_ERR_INVALID_ARG' }), 'Error'],
  ['a string', 'no', 'string'],
  ['null', null, 'null'],
  ['undefined', undefined, 'undefined'],
  ['a symbol', Symbol('no'), 'symbol'],
  ['a proxy that throws', trapped, 'object'],
  ['a revoked proxy', revoked, 'object'],
  ['an error that is its own cause', cyclic, 'Error'],
  ['an error with an unprintable name', Object.assign(new Error('x'), { name: 'a\nb' }), 'Error'],
];

test.each(mistakes)(
  'a fetch that throws %s is named, is not retried, and leaves a create unknown',
  async (_, thrown, name) => {
    await using service = await startService([{ json: pricePoint }]);
    let calls = 0;
    const client = service.client({
      fetch: (...args) => {
        calls += 1;
        return throwing(thrown)(...args);
      },
    });

    const error = await failureOf(create.send(client));

    expect(error).toMatchObject({
      name: 'ConfigurationError',
      option: 'fetch',
      operation: 'pricePoints.create',
      outcome: 'unknown',
      attempts: 1,
      message: `fetch: the custom \`fetch\` threw ${name}; see the error's cause`,
    });
    expect(calls).toBe(1);
    expect((error as Error).cause).toBeInstanceOf(Error);
    // Not `toBe`, which would print a proxy that throws.
    expect((error as Error).cause === thrown).toBe(false);
  },
);

test('a fetch that throws is not retried for a read or an idempotent write, and a read has no outcome', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const client = service.client({ fetch: throwing(new RangeError('x')) });

  expect(await failureOf(readByGet.send(client))).toMatchObject({ attempts: 1, outcome: undefined });
  expect(await failureOf(upsertByPut.send(client))).toMatchObject({ attempts: 1, outcome: 'unknown' });
});

test('a global fetch that a test has replaced is named as the global one', async () => {
  await using service = await startService([{ json: pricePoint }]);
  vi.stubGlobal('fetch', throwing(new TypeError('x is not a function')));

  expect(await failureOf(readByGet.send(service.client()))).toMatchObject({
    name: 'ConfigurationError',
    message: "fetch: the global `fetch` threw TypeError; see the error's cause",
  });
});

test('an unknown error of the global fetch is a lost connection: a runtime may have its own messages', async () => {
  await using service = await startService([{ json: pricePoint }]);
  vi.stubGlobal('fetch', throwing(new Error('internal error; reference = 4711')));
  const client = service.client({ retry: false });

  expect(await failureOf(create.send(client))).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
});

test('a lost connection has the error of fetch as its cause', async () => {
  await using service = await startService([(response) => response.destroy()]);

  const error = await failureOf(readByGet.send(service.client({ retry: false })));

  expect(error).toMatchObject({ name: 'ConnectionError' });
  expect((error as Error).cause).toMatchObject({ name: 'TypeError', message: 'fetch failed' });
});

test('the cause is a copy with name, message, code, stack and causes, without the token and the original', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const original = Object.assign(new RangeError(`no ${token}\u001b[2J`, { cause: new Error(btoa(token)) }), {
    code: 'E_PROXY',
    request: { token },
  });
  const client = service.client({ fetch: throwing(original) });

  const error = (await failureOf(create.send(client))) as Error;

  const cause = error.cause as Error & { code: string; request?: unknown; cause: Error };
  expect(Object.getOwnPropertyDescriptor(error, 'cause')?.enumerable).toBe(false);
  expect(cause).toMatchObject({
    name: 'RangeError',
    message: String.raw`no [token]\u001b[2J`,
    code: 'E_PROXY',
  });
  expect(cause).not.toHaveProperty('request');
  expect(cause.cause).toMatchObject({ name: 'Error', message: '[token]' });
  expect(cause.stack).toMatch(/^RangeError: no \[token\]\\u001b\[2J\n\s+at .*fetch-failures\.test\.ts/);
  expect(printed(error)).not.toContain(token);
  expect(inspect(error)).not.toContain('\u001b');
  expect(JSON.stringify(error)).not.toContain('RangeError: no');
});

test('a cause is limited in size, whatever was thrown', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const huge = new Error(`${token} `.repeat(100_000));
  huge.stack = `${huge.message}\n${`    at ${'x'.repeat(10_000)}\n`.repeat(1000)}`;
  const client = service.client({ fetch: throwing(huge) });

  const { cause } = (await failureOf(create.send(client))) as Error & { cause: Error };

  expect(cause.message.length).toBeLessThan(1100);
  expect(cause.stack?.length).toBeLessThan(20_000);
  expect(printed(cause)).not.toContain(token);
});

test('what is in a stack besides its frames is not copied', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const strange = new Error('short');
  strange.stack = 'private words\nshort\nmore private words\n    at connect (file.ts:1:2)';
  const client = service.client({ fetch: throwing(strange) });

  const { cause } = (await failureOf(create.send(client))) as Error & { cause: Error };

  expect(cause.stack).toBe('Error: short\n    at connect (file.ts:1:2)');
});

test('a body that throws a mistake in code is no lost connection, and a write was applied', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const body = new ReadableStream({
    pull: () => {
      throw new TypeError('decoder.write is not a function');
    },
  });
  const client = service.client({ fetch: () => Promise.resolve(new Response(body)) });

  expect(await failureOf(create.send(client))).toMatchObject({
    name: 'ConfigurationError',
    outcome: 'applied',
    attempts: 1,
    message: "fetch: the response of the custom `fetch` threw TypeError; see the error's cause",
  });
});
