import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../src/index.ts';
import { Token } from '../../src/http/token.ts';
import { pricePointRead } from '../literals/price-points.ts';
import { create, readByGet } from '../support/calls.ts';
import { printed } from '../support/printed.ts';
import { failureOf, startService } from '../support/service.ts';

const badTokens: readonly (readonly [string, unknown, string])[] = [
  ['empty', '', 'must not be empty'],
  ['white space', ' \n\t', 'must not be empty'],
  ['a string with a line break', 'secret-one\nsecret-two', 'must be printable ASCII'],
  ['a string with a carriage return', 'secret-one\r\nx: y', 'must be printable ASCII'],
  ['a string with a space', 'secret one', 'must be printable ASCII'],
  ['a string with a letter beyond ASCII', 'sécret-token', 'must be printable ASCII'],
  ['a string with a control character', 'secret\u0000token', 'must be printable ASCII'],
];

test.each(badTokens)(
  'a token that is %s is rejected by the constructor, and not quoted',
  (_, token, rule) => {
    const build = (): PublisherClient =>
      new PublisherClient({ baseUrl: 'https://commerce.example.com', token: token as string });

    expect(build).toThrow(expect.objectContaining({ name: 'ConfigurationError', option: 'token' }) as Error);
    expect(build).toThrow(rule);
    expect(build).not.toThrow(/s[eé]cret/);
  },
);

test.each([
  ...badTokens,
  ['missing', undefined, 'must be a string'] as const,
  ['a number', 4711, 'must be a string'] as const,
])('a function whose token is %s fails the call, which sends nothing', async (_, token, rule) => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = service.client({ token: () => token as string });

  const error = await failureOf(create.send(client));

  expect(error).toMatchObject({
    name: 'ConfigurationError',
    option: 'token',
    operation: 'pricePoints.create',
    outcome: 'not_sent',
    attempts: 1,
  });
  expect((error as Error).message).toContain(rule);
  expect(inspect(error)).not.toMatch(/s[eé]cret/);
  expect(service.requests).toEqual([]);
});

test.each([
  [
    'throws',
    () => {
      throw new RangeError('vault is sealed');
    },
    'RangeError',
  ],
  ['rejects', () => Promise.reject(new RangeError('vault is sealed')), 'RangeError'],
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- user code may do it
  ['rejects with a string', () => Promise.reject('vault is sealed'), 'string'],
])(
  'a function that %s fails the call, which names it and has a copy of its error',
  async (_, token, kind) => {
    await using service = await startService([{ json: pricePointRead }]);

    const error = await failureOf(readByGet.send(service.client({ token })));

    expect(error).toMatchObject({ name: 'ConfigurationError', option: 'token', attempts: 1 });
    expect((error as Error).message).toBe(
      `token: the \`token\` function threw ${kind}; see the error's cause`,
    );
    expect((error as Error).cause).toMatchObject({ name: kind, message: 'vault is sealed' });
    expect(service.requests).toEqual([]);
  },
);

test.each([
  ['JSON.parse', () => JSON.parse('secret-token-1') as string],
  ['JSON.parse, as words,', () => JSON.parse('secret-token') as string],
  [
    'a message',
    () => {
      throw new Error('expired: c2VjcmV0LXRva2VuLTE= (vault:8200, ECONNREFUSED 127.0.0.1:8200, status 403)');
    },
  ],
])('a token that was never sent is redacted where %s quotes it', async (_, token) => {
  await using service = await startService([{ json: pricePointRead }]);

  const error = (await failureOf(readByGet.send(service.client({ token })))) as Error & { cause: Error };

  expect(printed(error)).not.toMatch(/secret-token|c2VjcmV0/);
  expect(error.cause.message).toContain('[redacted]');
});

test('addresses and codes in the error of a token function are kept', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const message = 'getaddrinfo ENOTFOUND vault.internal; connect ECONNREFUSED 127.0.0.1:8200; status 403';

  const error = await failureOf(
    readByGet.send(service.client({ token: () => Promise.reject(new Error(message)) })),
  );

  expect((error as Error).cause).toMatchObject({ message });
});

class VaultError extends Error {
  readonly status = 403;
}

test('the error of a token function is its cause itself if no word in it could be a token, else a copy of its class', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const causeOf = async (thrown: Error): Promise<unknown> => {
    const client = service.client({ token: () => Promise.reject(thrown) });
    return ((await failureOf(readByGet.send(client))) as Error).cause;
  };
  const harmless = new VaultError('sealed');
  const quoting = Object.assign(new VaultError('expired'), { lease: { id: 'secret-token-1', seconds: 60 } });

  expect(await causeOf(harmless)).toBe(harmless);
  const copy = await causeOf(quoting);
  expect(copy).toBeInstanceOf(VaultError);
  expect(copy).toMatchObject({
    message: 'expired',
    status: 403,
    lease: { id: '[redacted]', seconds: 60 },
    stack: quoting.stack,
  });
});

test('a function that returns its token late is awaited', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const token = (): Promise<string> =>
    new Promise((resolve) => setTimeout(() => resolve(' late-token '), 20));

  await readByGet.send(service.client({ token }));

  expect(service.requests[0]?.headers['x-publisher-token']).toBe('late-token');
});

test('a function that fails at the second attempt keeps what the first may have done', async () => {
  await using service = await startService([(response) => response.destroy()]);
  const tokens = ['first-token'];
  const token = (): string => tokens.pop() ?? '';

  const error = await failureOf(service.client({ token }).pricePoints.delete(999));

  expect(error).toMatchObject({ name: 'ConfigurationError', outcome: 'unknown', attempts: 2 });
  expect((error as Error).message).toContain('An earlier request of this call may have been applied');
});

test('a token is out of reach of printers, spreads and serializers', () => {
  const holder = { token: new Token({ value: 'secret-token', option: 'token' }) };

  expect(inspect(holder, { depth: 20, showHidden: true })).not.toContain('secret');
  expect(JSON.stringify([holder, Object.entries(holder.token)])).not.toContain('secret');
});
