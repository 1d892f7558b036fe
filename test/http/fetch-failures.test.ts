import { inspect } from 'node:util';

import { afterEach, expect, test, vi } from 'vitest';

import type { ClientOptions } from '../../src/index.ts';
import { pricePointRead } from '../literals/price-points.ts';
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
    await using service = await startService([{ json: pricePointRead }]);
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
    const { cause } = error as Error;
    // Not `toBe`, which would print a proxy that throws.
    expect(cause === thrown).toBe(Object(thrown) === thrown && thrown !== trapped && thrown !== revoked);
    expect(cause).toBeInstanceOf(Error);
  },
);

test('a fetch that throws is not retried for a read or an idempotent write, and a read has no outcome', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = service.client({ fetch: throwing(new RangeError('x')) });

  expect(await failureOf(readByGet.send(client))).toMatchObject({ attempts: 1, outcome: undefined });
  expect(await failureOf(upsertByPut.send(client))).toMatchObject({ attempts: 1, outcome: 'unknown' });
});

test('a global fetch that a test has replaced is named as the global one', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  vi.stubGlobal('fetch', throwing(new TypeError('x is not a function')));

  expect(await failureOf(readByGet.send(service.client()))).toMatchObject({
    name: 'ConfigurationError',
    message: "fetch: the global `fetch` threw TypeError; see the error's cause",
  });
});

test('an unknown error of the global fetch is a lost connection: a runtime may have its own messages', async () => {
  await using service = await startService([{ json: pricePointRead }]);
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

class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly status = 403;
  readonly expiry = new Date(0);
  readonly #url: string;

  constructor(message: string, url = 'https://vault.internal', options?: ErrorOptions) {
    super(message, options);
    this.#url = url;
  }

  get url(): string {
    return this.#url;
  }
}

/** The cause of the error of a create whose `fetch` throws this. */
async function causeOf(thrown: unknown): Promise<Error> {
  await using service = await startService([{ json: pricePointRead }]);
  const error = (await failureOf(create.send(service.client({ fetch: throwing(thrown) })))) as Error;
  expect(printed(error)).not.toContain(token);
  expect(Object.getOwnPropertyDescriptor(error, 'cause')?.enumerable).toBe(false);
  return error.cause as Error;
}

const large = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`field ${index}`, index]));
const deep = JSON.parse('['.repeat(300) + ']'.repeat(300)) as unknown;

test.each([
  ['an error of a class of its own', new VaultError('sealed\nfor now')],
  [
    'an aggregate with causes',
    new AggregateError([new VaultError('a', '', { cause: { status: 1 } })], 'all'),
  ],
  ['a DOMException', new DOMException('no', 'NotFoundError')],
  ['an error with many fields', Object.assign(new Error('x'), large)],
  ['an error with deep fields', Object.assign(new Error('x'), { deep })],
  ['an object', { status: 500, retry: () => undefined }],
])('%s without the token is the cause itself', async (_, thrown) => {
  expect(await causeOf(thrown)).toBe(thrown);
});

const hidden = new Error('hidden');
Object.defineProperty(hidden, 'config', { value: [{ headers: { auth: token } }], enumerable: false });
const inStack = new Error('stack');
inStack.stack = `Error: stack\n    at send (https://service/?t=${token}:1:1)`;
const selfCaused = new VaultError(token);
selfCaused.cause = selfCaused;
const withGetter = Object.defineProperty(new Error('getter'), 'config', {
  enumerable: true,
  get: () => {
    throw new Error(token);
  },
});

test.each([
  ['its message', new VaultError(token)],
  ['its message, in base64', new VaultError(btoa(token))],
  ['a getter of its class', new VaultError('x', `https://vault/?t=${token}`)],
  ['a field that is not enumerable', hidden],
  ['its stack', inStack],
  ['a cause', new Error('x', { cause: new Error('y', { cause: token }) })],
  ['one of several errors', new AggregateError([new Error('x'), new VaultError(token)])],
  ['the name of a field', Object.assign(new Error('x'), { [token]: 1 })],
  ['the name of a symbol', Object.assign(new Error('x'), { [Symbol(token)]: 1 })],
  ['a cycle', selfCaused],
  ['an object that hides it', Object.assign(new Error('x'), { headers: new Headers({ auth: token }) })],
  ['more fields than are read', Object.assign(new Error('x'), { ...large, more: { ...large, token } })],
  ['a getter that throws', withGetter],
])('of an error with the token in %s, the cause is a redacted copy of its class', async (_, thrown) => {
  const cause = await causeOf(thrown);

  // Not `toBe`, which would call a getter that throws.
  expect(cause === thrown).toBe(false);
  expect(Object.getPrototypeOf(cause)).toBe(Object.getPrototypeOf(thrown));
  expect(inspect(cause, { depth: 99, showHidden: true, getters: true })).not.toContain(token);
});

test('a redacted copy has all fields and causes, and no control characters in what is printed', async () => {
  const request = { token, method: 'POST', sent: [1, null] };
  const original = Object.assign(
    new VaultError(`no ${token}\u001b[2J`, '', { cause: new Error(btoa(token)) }),
    {
      code: 'E_PROXY',
      request,
      socket: new URL('https://vault.internal'),
    },
  );

  const cause = await causeOf(original);

  expect(cause).toBeInstanceOf(VaultError);
  expect(cause).toMatchObject({
    name: 'VaultError',
    message: String.raw`no [token]\u001b[2J`,
    code: 'E_PROXY',
    status: 403,
    expiry: new Date(0),
    request: { ...request, token: '[token]' },
    socket: '[URL]',
  });
  expect(cause.cause).toMatchObject({
    name: 'Error',
    message: expect.stringMatching(/^\[token\]..?$/) as string,
  });
  expect(cause.stack).toMatch(/no \[token\]\\u001b\[2J\n\s+at .*fetch-failures\.test\.ts/);
});

test('a cause is limited in size, whatever was thrown', async () => {
  const huge = Object.assign(new Error('x '.repeat(100_000)), { rows: Array<number>(100_000).fill(1) });

  const cause = (await causeOf(huge)) as Error & { rows: unknown[] };

  expect(cause.message.length).toBeLessThan(11_000);
  expect(cause.stack?.length).toBeLessThan(11_000);
  expect(cause.rows.length).toBeLessThan(1001);
});

test('a body that throws a mistake in code is no lost connection, and a write was applied', async () => {
  await using service = await startService([{ json: pricePointRead }]);
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
