import { expect, test } from 'vitest';
import * as z from 'zod';

import {
  acceptUnsigned,
  createCallbackHandler,
  createGameAuthHandler,
  signPayload,
  timestampedHmac,
} from '../../src/callbacks/index.ts';
import { ConfigurationError } from '../../src/client/index.ts';
import { printed } from '../support/printed.ts';
import { body, secret, token } from './handlers.ts';
import { said } from '../support/said.ts';

/** A function that the compiler does not check. */
type Loose = (options: unknown) => unknown;

const gameAuth = {
  make: createGameAuthHandler as Loose,
  good: { publisherToken: token, verifySignature: acceptUnsigned(), initiate: () => ({ accessToken: 'a' }) },
};
const general = {
  make: createCallbackHandler as Loose,
  good: { publisherToken: token, verifySignature: acceptUnsigned(), schema: z.object({}), handle: () => 1 },
};

function rejectionOf(build: () => unknown): ConfigurationError {
  try {
    build();
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
  }
  throw new Error('expected a ConfigurationError');
}

async function signingErrorOf(options: Parameters<typeof signPayload>[1]): Promise<ConfigurationError> {
  const error: unknown = await signPayload(body, options).catch((reason: unknown) => reason);
  if (error instanceof ConfigurationError) return error;
  throw new Error('expected a ConfigurationError');
}

const verifierRule = 'is required: pass timestampedHmac({ secret }), a function, or acceptUnsigned()';
const tokenRule = 'is required, and must be a string, an array of strings, or a function that returns them';
const milliseconds = 'milliseconds from 1 to 2147483647';

const shared: readonly (readonly [wrong: object, option: string, rule: string])[] = [
  [{ publisherToken: undefined }, 'publisherToken', tokenRule],
  [{ publisherToken: 4711 }, 'publisherToken', 'a string, an array'],
  [{ publisherToken: '' }, 'publisherToken', 'must not be empty'],
  [{ publisherToken: [] }, 'publisherToken', 'must not be an empty array'],
  [{ publisherToken: [token, ''] }, 'publisherToken', 'empty'],
  [{ publisherToken: [token, undefined] }, 'publisherToken', 'a string, an array'],
  [{ publisherToken: `${token} ${token}` }, 'publisherToken', 'printable ASCII'],
  [{ publisherToken: `${token}\nx: y` }, 'publisherToken', 'printable ASCII'],
  [{ verifySignature: undefined }, 'verifySignature', verifierRule],
  [{ verifySignature: secret }, 'verifySignature', 'acceptUnsigned()'],
  [{ maxBodyBytes: 0 }, 'maxBodyBytes', 'must be at least 1 byte'],
  [{ maxBodyBytes: '64KB' }, 'maxBodyBytes', 'number of bytes'],
  [{ timeout: 0 }, 'timeout', milliseconds],
  [{ timeout: 2 ** 31 }, 'timeout', milliseconds],
  [{ logger: true }, 'logger', 'missing: debug, info or log, warn, error'],
  [{ logger: { warn: () => undefined, error: () => undefined } }, 'logger', 'missing: debug, info or log'],
  [{ onError: 'log' }, 'onError', 'must be a function'],
  [{ secret }, 'secret', 'is not an option of a callback handler'],
  [{ token }, 'token', 'a callback handler'],
];

const cases = [
  ...[gameAuth, general].flatMap((form) => shared.map((wrong) => [form, ...wrong] as const)),
  [gameAuth, { initiate: undefined }, 'initiate', 'is required, and must be a function'] as const,
  [gameAuth, { onDrift: 'log' }, 'onDrift', 'must be a function'] as const,
  [general, { handle: undefined }, 'handle', 'a function'] as const,
  [general, { schema: undefined }, 'schema', 'is required, and must be a schema'] as const,
  [general, { response: {} }, 'response', 'a schema'] as const,
  [general, { name: '' }, 'name', 'empty'] as const,
  [general, { onDrift: () => undefined }, 'onDrift', 'a callback handler'] as const,
].map(([form, wrong, option, rule]) => ({ form, wrong, option, rule }));

test.each(cases)('$wrong is rejected at once, by the name of the option', ({ form, wrong, option, rule }) => {
  const error = rejectionOf(() => form.make({ ...form.good, ...wrong }));

  expect(error.option).toBe(option);
  expect(error.rule).toContain(rule);
  expect(printed(error)).not.toMatch(/must-not-leak/);
});

test.each([undefined, null, 'options'])('%o instead of options is rejected', (options) => {
  expect(rejectionOf(() => gameAuth.make(options)).option).toBe('options');
  expect(rejectionOf(() => general.make(options)).option).toBe('options');
});

const secretCases: readonly (readonly [unknown, string])[] = [
  [undefined, 'is required, and must be a string'],
  [4711, 'a string'],
  ['', 'must not be empty'],
  [' \n', 'empty'],
  [`${secret}\n`, 'must not begin or end with whitespace'],
];

test.each(secretCases)('the secret %o is rejected at once, by verifier and signer', async (wrong, rule) => {
  const errors = [
    rejectionOf(() => timestampedHmac({ secret: wrong as string })),
    rejectionOf(() => timestampedHmac({ secret: [secret, wrong as string] })),
    await signingErrorOf({ secret: wrong as string }),
  ];

  for (const error of errors) {
    expect(error.option).toBe('secret');
    expect(error.rule).toContain(rule);
    expect(printed(error)).not.toMatch(/must-not-leak/);
  }
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '300'])(
  'the tolerance %o is rejected',
  (tolerance) => {
    const error = rejectionOf(() => timestampedHmac({ secret, tolerance: tolerance as number }));

    expect(error.option).toBe('tolerance');
    expect(error.rule).toMatch(said('milliseconds, … 1'));
  },
);

test('a clock that is not a function is rejected', () => {
  expect(rejectionOf(() => (timestampedHmac as Loose)({ secret, now: 0 })).option).toBe('now');
});

test.each([1_790_000_000, Number.NaN, -1, new Date(Number.NaN), 1_790_000_000_000.5])(
  'the timestamp %o is rejected',
  async (timestamp) => {
    expect((await signingErrorOf({ secret, timestamp })).option).toBe('timestamp');
  },
);
