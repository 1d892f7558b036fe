import http from 'node:http';
import { inspect } from 'node:util';

import { setupServer } from 'msw/node';
import { Agent, type Dispatcher, fetch as undiciFetch, MockAgent, ProxyAgent } from 'undici';
import { afterEach, expect, test, vi } from 'vitest';

import { type ClientOptions, PublisherClient } from '../../../src/client/index.ts';
import { create, readByGet, upsertByPut } from '../../support/calls.ts';
import { freePort } from '../../support/free-port.ts';
import { failureOf, token } from '../../support/service.ts';

afterEach(() => void vi.unstubAllGlobals());

const throwing = (error: unknown): NonNullable<ClientOptions['fetch']> => {
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- user code may do it
  return () => Promise.reject(error);
};

const clientOf = (options: ClientOptions): PublisherClient =>
  new PublisherClient({ baseUrl: 'https://commerce.example.com', token, ...options });

const notToBeRead = (): never => {
  throw new Error('not to be read');
};
const cyclic = new Error('cyclic');
cyclic.cause = cyclic;
const unreadable = {
  get message(): string {
    return notToBeRead();
  },
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
class Endless extends Error {
  override get cause(): unknown {
    return new Endless('endless');
  }
}

test.each(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'])(
  'a custom fetch that throws a %s has a mistake: it is named, is not retried, and leaves a create unknown',
  async (name) => {
    let calls = 0;
    const client = clientOf({
      fetch: (...args) => {
        calls += 1;
        return throwing(Object.assign(new Error('agent.get is not a function'), { name }))(...args);
      },
    });

    expect(await failureOf(create.send(client))).toMatchObject({
      name: 'ConfigurationError',
      option: 'fetch',
      operation: 'pricePoints.create',
      outcome: 'unknown',
      attempts: 1,
      message: `fetch: the custom \`fetch\` threw ${name}; see the error's cause`,
      cause: { name, message: 'agent.get is not a function' },
    });
    expect(calls).toBe(1);
  },
);

test.each([
  ['an error without a code', new Error('no proxy is configured'), 'Error'],
  [
    'an error of the file system',
    Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }),
    'ENOENT',
  ],
  ['a string', 'no', 'string'],
  ['an error whose every cause has a cause', new Endless('endless'), 'Error'],
  ['an object whose message cannot be read', unreadable, 'object'],
  ['a proxy that was revoked', revoked.proxy, 'object'],
  [
    'an error whose list of errors was revoked',
    Object.assign(new Error('x'), { errors: revoked.proxy }),
    'Error',
  ],
  ['an error whose list of errors cannot be read', { errors: new Proxy([], { get: notToBeRead }) }, 'object'],
  ['an object whose message was revoked', { message: revoked.proxy }, 'object'],
  ['an object whose message is no string', { message: Object.create(null) as unknown }, 'object'],
  ['an object whose prototype cannot be read', new Proxy({}, { getPrototypeOf: notToBeRead }), 'object'],
  ['an error with an unprintable name', Object.assign(new Error('x'), { name: 'a\nb' }), 'Error'],
])('a custom fetch that throws %s is a lost connection with that cause', async (_, thrown, shown) => {
  const error = await failureOf(create.send(clientOf({ fetch: throwing(thrown) })));

  expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
  expect((error as Error).message).toMatch(new RegExp(`^pricePoints.create: lost .* \\(${shown}\\)$`));
  expect((error as Error).cause).toBeInstanceOf(Error);
});

test('a mistake in a fetch is not retried for a read or an idempotent write, and a read has no outcome', async () => {
  const client = clientOf({ fetch: throwing(new RangeError('x')) });

  expect(await failureOf(readByGet.send(client))).toMatchObject({ attempts: 1, outcome: undefined });
  expect(await failureOf(upsertByPut.send(client))).toMatchObject({ attempts: 1, outcome: 'unknown' });
});

test.each([new TypeError('x is not a function'), new Error('internal error; reference = 4711')])(
  'whatever the global fetch throws is a lost connection: %s',
  async (thrown) => {
    vi.stubGlobal('fetch', throwing(thrown));
    const client = clientOf({ retry: false });

    expect(await failureOf(create.send(client))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
    });
  },
);

/** The cause of the error of a create whose `fetch` throws this. */
async function causeOf(thrown: unknown): Promise<Error> {
  const error = (await failureOf(create.send(clientOf({ fetch: throwing(thrown) })))) as Error;
  expect(inspect(error, { depth: 99, showHidden: true, getters: true })).not.toContain(token);
  expect(Object.getOwnPropertyDescriptor(error, 'cause')?.enumerable).toBe(false);
  return error.cause as Error;
}

test('a cause has the name, message, stack and codes of what was thrown, and of its causes', async () => {
  const thrown = Object.assign(new Error('sealed\nfor now', { cause: new RangeError('no key') }), {
    name: 'VaultError',
    code: 'E_SEALED',
    syscall: 'read',
  });

  const cause = await causeOf(thrown);

  expect(cause).toMatchObject({
    name: 'VaultError',
    message: 'sealed\nfor now',
    code: 'E_SEALED',
    syscall: 'read',
    stack: thrown.stack,
    cause: { name: 'RangeError', message: 'no key' },
  });
});

test('a cause has nothing else: errors of HTTP libraries have the request, and so the token', async () => {
  const thrown = Object.assign(new Error(`no ${token}\u001b[2J`, { cause: token }), {
    code: 'E_PROXY',
    request: { headers: { auth: token } },
    [token]: 1,
  });
  thrown.stack = `Error: stack\n    at send (https://service/?t=${token}:1:1)`;

  expect(await causeOf(thrown)).toMatchObject({
    message: String.raw`no [token]\u001b[2J`,
    stack: 'Error: stack\n    at send (https://service/?t=[token]:1:1)',
    cause: { name: 'string', message: '[token]' },
  });
});

test('a body that throws a mistake in code is no lost connection, and a write was applied', async () => {
  const body = new ReadableStream({
    pull: () => {
      throw new TypeError('decoder.write is not a function');
    },
  });
  const client = clientOf({ fetch: () => Promise.resolve(new Response(body)) });

  expect(await failureOf(create.send(client))).toMatchObject({
    name: 'ConfigurationError',
    outcome: 'applied',
    attempts: 1,
    message: "fetch: the response of the custom `fetch` threw TypeError; see the error's cause",
  });
});

/** A `fetch` with an agent, as it is written in JavaScript. */
const withAgent = (fetchFunction: unknown, dispatcher: unknown): NonNullable<ClientOptions['fetch']> => {
  return (input, init) => (fetchFunction as typeof fetch)(input, { ...init, dispatcher } as RequestInit);
};

const misfit = "the agent does not fit this fetch: use undici's own fetch with an agent of undici";
const unmatched = /^pricePoints.create: no mock of your test matches the request to https:/;

const mswProblem = (option: string): string =>
  `[MSW] Cannot bypass a request when using the "error" strategy for the "${option}" option.`;

/** Sends a request with msw and no handler; msw also prints the request that it missed. */
const throughMsw: NonNullable<ClientOptions['fetch']> = async (input, init) => {
  const server = setupServer();
  using printed = vi.spyOn(console, 'error').mockReturnValue();
  server.listen({ onUnhandledFrame: 'error' });
  try {
    return await fetch(input, init);
  } finally {
    server.close();
    expect(printed).toHaveBeenCalledOnce();
  }
};

function mockAgent(): Dispatcher {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.get('https://commerce.example.com').intercept({ path: '/other', method: 'POST' }).reply(200);
  return agent;
}

test.each([
  ["an agent of undici in Node's own fetch", withAgent(fetch, new Agent()), misfit],
  ['an agent of node:http in the fetch of Node', withAgent(fetch, new http.Agent()), misfit],
  ['an agent of node:http in the fetch of undici', withAgent(undiciFetch, new http.Agent()), misfit],
  ['a MockAgent without a match', withAgent(undiciFetch, mockAgent()), unmatched],
  [
    'nock without a match',
    throwing(Object.assign(new Error('Nock: No match for request {}'), { code: 'ERR_NOCK_NO_MATCH' })),
    unmatched,
  ],
  [
    'nock without a match, where no connection is allowed',
    throwing(Object.assign(new Error('Nock: Disallowed net connect for "x"'), { code: 'ENETUNREACH' })),
    unmatched,
  ],
  [
    'msw 2.0 without a handler',
    throwing(
      Object.assign(new TypeError('Failed to fetch'), { cause: new Error(mswProblem('onUnhandledRequest')) }),
    ),
    unmatched,
  ],
  [
    'msw 2 without a handler',
    throwing(Object.assign(new Error(mswProblem('onUnhandledRequest')), { name: 'InternalError' })),
    unmatched,
  ],
  ['msw 3 without a handler', throughMsw, unmatched],
  ['a relative URL', (_, init) => fetch('/v1/price-points', init), 'fetch was called with an invalid URL'],
] satisfies [string, NonNullable<ClientOptions['fetch']>, unknown][])(
  'with %s nothing is sent, and a create is tried once',
  async (_, fetchFunction, message) => {
    let calls = 0;
    const counted: typeof fetchFunction = (input, init) => {
      calls += 1;
      return fetchFunction(input, init);
    };

    const error = await failureOf(create.send(clientOf({ fetch: counted })));

    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', attempts: 1 });
    expect((error as Error).message).toMatch(message);
    expect(calls).toBe(1);
  },
);

test('a proxy that cannot be reached is named, and not the service alone', async () => {
  const port = await freePort();
  const dispatcher = new ProxyAgent(`http://user:secret@127.0.0.1:${port}`);
  // The types of undici and of Node differ.
  const fetch = ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher })) as unknown as ClientOptions['fetch'];

  expect(await failureOf(create.send(clientOf({ fetch, retry: false })))).toMatchObject({
    outcome: 'not_sent',
    message: `pricePoints.create: could not connect to the proxy 127.0.0.1:${port} for https://commerce.example.com (ECONNREFUSED)`,
  });
});
