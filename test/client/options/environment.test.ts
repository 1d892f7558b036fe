import { expect, test } from 'vitest';

import { ConfigurationError, PublisherClient } from '../../../src/client/index.ts';
import { Token } from '../../../src/client/http/token.ts';
import { type ResolvedOptions, resolveOptions } from '../../../src/client/options/client-options.ts';
import type { Env, ServiceOptions } from '../../../src/client/options/environment.ts';
import { said } from '../../support/said.ts';

const own = {
  baseUrl: 'https://base.option.example',
  sandboxUrl: 'https://sandbox.option.example',
  token: 'secret-token-option',
  sandboxToken: 'secret-sandbox-token-option',
};
const variables = {
  PUBLISHER_BASE_URL: 'https://base.variable.example',
  PUBLISHER_SANDBOX_URL: 'https://sandbox.variable.example',
  PUBLISHER_TOKEN: 'secret-token-variable',
  PUBLISHER_SANDBOX_TOKEN: 'secret-sandbox-token-variable',
};

/** Every subset of an object's entries. */
function subsetsOf<Value>(object: Readonly<Record<string, Value>>): Record<string, Value>[] {
  return Object.entries(object).reduce<Record<string, Value>[]>(
    (subsets, [name, value]) => subsets.flatMap((subset) => [subset, { ...subset, [name]: value }]),
    [{}],
  );
}

function resolve(options: ServiceOptions, env: Env): ResolvedOptions | ConfigurationError {
  try {
    return resolveOptions(options, env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

test('in no combination of options and variables is an address or token that was passed replaced by a variable', () => {
  let resolved = 0;
  let rejected = 0;
  for (const options of subsetsOf(own) as ServiceOptions[]) {
    for (const env of subsetsOf(variables)) {
      for (const selected of [undefined, '', 'production', 'sandbox']) {
        const result = resolve(options, { ...env, PUBLISHER_ENVIRONMENT: selected });
        if (result instanceof ConfigurationError) {
          rejected += 1;
          expect(result.message).not.toContain('secret');
          continue;
        }
        resolved += 1;
        const addresses = [options.baseUrl, options.sandboxUrl].filter((url) => url !== undefined);
        const tokens = [options.token, options.sandboxToken].filter((token) => token !== undefined);
        if (addresses.length > 0) expect(addresses).toContain(result.baseUrl);
        const isSandbox = selected === 'sandbox';
        expect(result.environment).toBe(isSandbox ? 'sandbox' : 'production');
        expect(result.baseUrl).toContain(isSandbox ? '//sandbox.' : '//base.');
        if (isSandbox ? tokens.length > 0 : options.token !== undefined) {
          expect(tokens).toContain(result.token.value);
        }
        if (isSandbox) expect(result.token.value).not.toBe(variables.PUBLISHER_TOKEN);
      }
    }
  }
  expect(resolved).toBeGreaterThan(200);
  expect(rejected).toBeGreaterThan(200);
});

test('an explicit environment selects the address and the token, whatever the variables select', () => {
  const names = { production: 'base', sandbox: 'sandbox' } as const;
  for (const environment of ['production', 'sandbox'] as const) {
    for (const selected of [undefined, 'production', 'sandbox', 'live']) {
      for (const options of subsetsOf(own)) {
        const result = resolve(
          { ...options, environment },
          { ...variables, PUBLISHER_ENVIRONMENT: selected },
        );

        const { [`${names[environment]}Url` as const]: url } = options;
        const passed = [options.token, environment === 'sandbox' ? options.sandboxToken : undefined];
        const address = { environment, baseUrl: url ?? `https://${names[environment]}.variable.example` };
        // The token of a variable belongs to the host of a variable.
        const isOfOtherHost = url !== undefined && passed.every((one) => one === undefined);
        expect(result).toMatchObject(isOfOtherHost ? { name: 'ConfigurationError' } : address);
      }
    }
  }
});

const { baseUrl, sandboxUrl, token, sandboxToken } = own;
const {
  PUBLISHER_BASE_URL: baseVariable,
  PUBLISHER_SANDBOX_URL: sandboxVariable,
  PUBLISHER_TOKEN: tokenVariable,
  PUBLISHER_SANDBOX_TOKEN: sandboxTokenVariable,
} = variables;

test.each([
  [{}, 'production', baseVariable, tokenVariable],
  [{ baseUrl: undefined, token: undefined }, 'production', baseVariable, tokenVariable],
  [{ baseUrl, token, sandboxUrl, sandboxToken }, 'production', baseUrl, token],
  [{}, 'sandbox', sandboxVariable, sandboxTokenVariable],
  [{ token }, 'sandbox', sandboxVariable, token],
  [{ token, sandboxToken }, 'sandbox', sandboxVariable, sandboxToken],
  [{ baseUrl, sandboxUrl, token }, 'sandbox', sandboxUrl, token],
])('%j with all variables, and the environment %s, gives %s and %s', (options, selected, address, secret) => {
  const result = resolve(options, { ...variables, PUBLISHER_ENVIRONMENT: selected });

  expect(result).toMatchObject({ baseUrl: address, token: { value: secret } });
});

test.each(['http://127.0.0.1:4010', 'http://localhost:4010', 'http://[::1]:4010/path'])(
  'without a variable for the sandbox token, PUBLISHER_TOKEN is sent to %s, which is this machine',
  (url) => {
    const env = { PUBLISHER_SANDBOX_URL: url, PUBLISHER_TOKEN: tokenVariable };

    expect(resolve({ environment: 'sandbox' }, env)).toMatchObject({ token: { value: tokenVariable } });
    expect(resolve({ sandboxUrl: url }, { ...env, PUBLISHER_ENVIRONMENT: 'sandbox' })).toMatchObject({
      token: { value: tokenVariable },
    });
  },
);

test('PUBLISHER_TOKEN, which may be that of production, is not sent to the host of a sandbox unless it is passed', () => {
  const env = { PUBLISHER_SANDBOX_URL: sandboxVariable, PUBLISHER_TOKEN: tokenVariable };

  for (const options of [{}, { sandboxUrl }, { sandboxUrl: 'https://127.0.0.1.example' }]) {
    expect(resolve({ environment: 'sandbox', ...options }, env)).toMatchObject({
      name: 'ConfigurationError',
      message:
        'sandboxToken: is required: PUBLISHER_TOKEN is sent to no other host than its own or loopback: pass it, or ' +
        'set the environment variable PUBLISHER_SANDBOX_TOKEN',
    });
  }
  expect(resolve({ environment: 'sandbox', token }, env)).toMatchObject({ token: { value: token } });
  expect(resolve({ environment: 'sandbox', sandboxUrl, sandboxToken: undefined }, env)).toMatchObject({
    option: 'sandboxToken',
  });
});

const origins = [
  ['another host', 'https://other.example', false],
  ['the same host, with a path', 'https://base.variable.example/api', true],
  ['the same host, with another port', 'https://base.variable.example:8443', false],
  ['loopback', 'http://127.0.0.1:4010', true],
] as const;

test.each(
  origins.flatMap(([what, url, sent]) => [
    { what, options: { baseUrl: url }, selected: 'production', sent, variable: 'PUBLISHER_TOKEN' },
    {
      ...{ what, selected: 'sandbox', sent, variable: 'PUBLISHER_SANDBOX_TOKEN' },
      options: { sandboxUrl: url.replace('base.', 'sandbox.') },
    },
  ]),
)(
  'in $selected, the token of a variable is sent to $what: $sent',
  ({ options, selected, sent, variable }) => {
    const result = resolve(options, { ...variables, PUBLISHER_ENVIRONMENT: selected });

    if (sent) {
      expect(result).toMatchObject({ token: { value: variables[variable as keyof typeof variables] } });
    } else {
      expect(result).toMatchObject({ name: 'ConfigurationError' });
      expect((result as ConfigurationError).message).toMatch(
        new RegExp(`${variable} is sent to no other host than its own or loopback: pass it$`),
      );
    }
  },
);

test('a token by a variable is used with a base URL that is passed where no variable names a host', () => {
  const env = { PUBLISHER_TOKEN: tokenVariable, PUBLISHER_BASE_URL: '' };

  expect(resolve({ baseUrl }, env)).toMatchObject({ baseUrl, token: { value: tokenVariable } });
});

test('a token that is left out by an idiom of optional properties is not replaced by that of another host', () => {
  const found = undefined as string | undefined;
  const options = { baseUrl, ...(found !== undefined && { token: found }) };

  expect(resolve(options, variables)).toMatchObject({ name: 'ConfigurationError', option: 'token' });
});

test.each([
  [{ baseUrl: undefined, token }, 'production', 'baseUrl'],
  [{ sandboxToken }, 'production', 'sandboxToken'],
  [{ sandboxUrl: undefined, sandboxToken }, 'sandbox', 'sandboxUrl'],
  [{ sandboxUrl, sandboxToken: undefined }, 'sandbox', 'sandboxToken'],
  [{ baseUrl, token, sandboxToken }, 'sandbox', 'baseUrl'],
])('%j with all variables, and the environment %s, is rejected: %s', (options, selected, option) => {
  const result = resolve(options, { ...variables, PUBLISHER_ENVIRONMENT: selected });

  expect(result).toMatchObject({ name: 'ConfigurationError', option });
});

test.each([
  [
    { baseUrl: own.baseUrl, token: own.token },
    'sandbox',
    'baseUrl: is passed, but PUBLISHER_ENVIRONMENT is "sandbox", which selects PUBLISHER_SANDBOX_URL; ' +
      'pass environment: "production" to use baseUrl, or environment: "sandbox" to use PUBLISHER_SANDBOX_URL',
  ],
  [
    { sandboxUrl: own.sandboxUrl, token: own.token },
    undefined,
    'sandboxUrl: is passed, but PUBLISHER_ENVIRONMENT is not set, which selects PUBLISHER_BASE_URL; ' +
      'pass environment: "sandbox" to use sandboxUrl, or environment: "production" to use PUBLISHER_BASE_URL',
  ],
  [
    { sandboxToken: own.sandboxToken },
    'production',
    'sandboxToken: is passed, but PUBLISHER_ENVIRONMENT is "production", which selects PUBLISHER_BASE_URL; ' +
      'pass environment: "sandbox" to use sandboxToken, or environment: "production" to use PUBLISHER_BASE_URL',
  ],
])('%j with PUBLISHER_ENVIRONMENT %s names both, and says what to pass', (options, selected, message) => {
  const env = { ...variables, PUBLISHER_ENVIRONMENT: selected };

  expect(resolve(options, env)).toMatchObject({ name: 'ConfigurationError', message });
});

test.each([
  ['baseUrl', 'sandbox', 'is "sandbox", which selects PUBLISHER_SANDBOX_URL'],
  ['sandboxUrl', undefined, 'is not set, which selects PUBLISHER_BASE_URL'],
  ['sandboxUrl', 'production', 'is "production", which selects PUBLISHER_BASE_URL'],
] as const)(
  'of a test’s address in %s with PUBLISHER_ENVIRONMENT %s, production is not advised',
  (option, selected, which) => {
    const addresses = [
      'http://127.0.0.1:4010',
      'http://[::1]:1',
      'https://localhost',
      'https://sandbox.invalid',
    ];
    for (const address of addresses) {
      const env = { ...variables, PUBLISHER_ENVIRONMENT: selected };
      expect(resolve({ [option]: address, token: own.token }, env)).toMatchObject({
        message:
          `${option}: is passed, but PUBLISHER_ENVIRONMENT ${which}; ` +
          'pass environment: "sandbox", and this address as sandboxUrl',
      });
    }
  },
);

test.each(['token', 'sandboxToken'] as const)(
  'an invalid %s is reported under its own name, also from its function',
  async (option) => {
    const base = { environment: 'sandbox', sandboxUrl: 'http://127.0.0.1:1' } as const;
    const build = (value: string): PublisherClient => new PublisherClient({ ...base, [option]: value });
    const failing = new PublisherClient({
      ...base,
      [option]: () => {
        throw new RangeError('vault is sealed');
      },
    });

    expect(() => build('')).toThrow(`${option}: must not be empty`);
    expect(() => build('secret\ntoken')).toThrow(said(`${option}: … ASCII`));
    await expect(failing.pricePoints.list()).rejects.toMatchObject({
      option,
      outcome: 'not_sent',
      message: `${option}: the \`${option}\` function threw RangeError; see the error's cause`,
    });
  },
);

test('the environment and the base URL of a client can be read, and not changed', () => {
  const client = new PublisherClient({ ...own, sandboxUrl: `${own.sandboxUrl}/eu/`, environment: 'sandbox' });

  expect(client.environment).toBe('sandbox');
  expect(client.baseUrl).toBe('https://sandbox.option.example/eu');
  expect(Object.keys(client)).toEqual(expect.arrayContaining(['environment', 'baseUrl']));
  for (const [name, value] of Object.entries({ environment: 'production', baseUrl: own.baseUrl })) {
    expect(() => Object.assign(client, { [name]: value })).toThrow(TypeError);
  }
});

const inContainer = {
  environment: 'sandbox',
  sandboxUrl: 'http://Sandbox:4010',
  sandboxToken: 'a-token',
} as const;

test.each([
  ['the option', { ...inContainer, allowHttp: ['other', 'sandbox'] }, {}],
  ['the variable', inContainer, { PUBLISHER_ALLOW_HTTP: 'other, sandbox' }],
])('plain http reaches a host that %s names, in the sandbox environment', (_, options, env) => {
  expect(resolve(options, env)).toMatchObject({ baseUrl: 'http://sandbox:4010' });
});

test('the variable for plain http has no effect in production, nor beside the option', () => {
  const env = { PUBLISHER_ALLOW_HTTP: 'sandbox' };

  expect(resolve({ baseUrl: 'http://sandbox:4010', token: 'a-token' }, env)).toMatchObject({
    option: 'baseUrl',
  });
  expect(resolve({ ...inContainer, allowHttp: [] }, env)).toMatchObject({ option: 'sandboxUrl' });
});

test('another environment is rejected, and its variable named', () => {
  expect(resolve(own, { PUBLISHER_ENVIRONMENT: 'test' })).toMatchObject({
    message: 'environment: must be "production" or "sandbox" (from PUBLISHER_ENVIRONMENT)',
  });
});

test('a variable in quotes, as docker keeps them, is named', () => {
  const address = 'https://base.variable.example';

  expect(resolve({}, { PUBLISHER_BASE_URL: `'${address}'`, PUBLISHER_TOKEN: 'a-token' })).toMatchObject({
    message: 'baseUrl: must not be in quotes: remove the quotes',
  });
  const { token } = resolve(
    {},
    { PUBLISHER_BASE_URL: address, PUBLISHER_TOKEN: '"a-token"' },
  ) as ResolvedOptions;
  expect(() => new Token(token)).toThrow('token: must not be in quotes: remove the quotes');
});
