import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../../src/client/index.ts';
import { Token } from '../../../src/client/http/token.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { create, readByGet } from '../../support/calls.ts';
import { failureOf, startService } from '../../support/service.ts';
import { said } from '../../support/said.ts';

const badTokens: readonly (readonly [string, unknown, string])[] = [
  ['empty', '', 'must not be empty'],
  ['white space', ' \n\t', 'empty'],
  ['a string with a line break', 'secret-one\nsecret-two', 'ASCII'],
  ['a string with a carriage return', 'secret-one\r\nx: y', 'ASCII'],
  ['a string with a space', 'secret one', 'ASCII'],
  ['a string with a letter beyond ASCII', 'sécret-token', 'ASCII'],
  ['a string with a control character', 'secret\u0000token', 'ASCII'],
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

const sealed = Object.assign(new RangeError('vault is sealed'), { vault: { retryAt: 5 } });

test.each([
  [
    'throws',
    () => {
      throw sealed;
    },
    'RangeError',
    sealed,
  ],
  ['rejects', () => Promise.reject(sealed), 'RangeError', sealed],
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- user code may do it
  ['rejects with a string', () => Promise.reject('vault is sealed'), 'string', 'vault is sealed'],
])(
  'a function that %s fails the call, which names it and has its error as the cause',
  async (_, token, kind, cause) => {
    await using service = await startService([{ json: pricePointRead }]);

    const error = await failureOf(readByGet.send(service.client({ token })));

    expect(error).toMatchObject({ name: 'ConfigurationError', option: 'token', attempts: 1 });
    expect((error as Error).message).toMatch(said(`token: … \`token\` … ${kind}; `));
    expect((error as Error).cause).toBe(cause);
    expect(service.requests).toEqual([]);
  },
);

test('a function that fails at the second attempt keeps what the first may have done', async () => {
  await using service = await startService([(response) => response.destroy()]);
  const tokens = ['first-token'];
  const token = (): string => tokens.pop() ?? '';

  const error = await failureOf(service.client({ token }).pricePoints.delete(999));

  expect(error).toMatchObject({ name: 'ConfigurationError', outcome: 'unknown', attempts: 2 });
  expect((error as Error).message).toMatch(said('An earlier … may have been applied'));
});

test('a token is out of reach of printers, spreads and serializers', () => {
  const holder = { token: new Token({ value: 'secret-token', option: 'token' }) };

  expect(inspect(holder, { depth: 20, showHidden: true })).not.toContain('secret');
  expect(JSON.stringify([holder, Object.entries(holder.token)])).not.toContain('secret');
});
