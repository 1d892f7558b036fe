import { inspect } from 'node:util';

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { type ClientOptions, type ConfigurationError, PublisherClient } from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { startService } from '../../support/service.ts';

const token = 'secret-token-4711';
const good = { baseUrl: 'https://commerce.example.com', token };

const variables = [
  'PUBLISHER_BASE_URL',
  'PUBLISHER_SANDBOX_URL',
  'PUBLISHER_ENVIRONMENT',
  'PUBLISHER_TOKEN',
  'PUBLISHER_LOG',
];
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

/** The error of the constructor; options are whatever untyped code may pass. */
function refusalOf(options: unknown): ConfigurationError {
  try {
    new PublisherClient(options as ClientOptions);
  } catch (error) {
    return error as ConfigurationError;
  }
  throw new Error('expected an error');
}

const milliseconds = 'must be an integer number of milliseconds from 1 to 2147483647';
const retryRule =
  'must be false, or an object with integers of at least 0, for example { limit: 2, maxRetryAfter: 60000 }';
const loggerRule = 'must have the methods debug, info or log, warn and error';
const clearText =
  'must start with https:// (plain http is allowed for loopback addresses only: it would expose the token)';
const clearTextInSandbox =
  'must start with https:// (plain http is allowed for loopback addresses and hosts in allowHttp ' +
  '(PUBLISHER_ALLOW_HTTP) only: it would expose the token)';
const hostNames = 'must be an array of names of hosts, without scheme or port';
const quoted = 'must not be in quotes: remove the quotes';

const wrong: readonly (readonly [options: object, option: string, rule: string])[] = [
  [{ baseUrl: 5 }, 'baseUrl', 'must be a string'],
  [
    { baseUrl: 'commerce.example.com' },
    'baseUrl',
    'must be an absolute URL, for example https://commerce.example.com',
  ],
  [
    { baseUrl: 'ftp://commerce.example.com' },
    'baseUrl',
    'must start with https://, or http:// for loopback addresses',
  ],
  [{ baseUrl: 'localhost:4010' }, 'baseUrl', 'must start with https://, or http:// for loopback addresses'],
  [{ baseUrl: 'http://commerce.example.com' }, 'baseUrl', clearText],
  [{ baseUrl: 'http://127.0.0.1.evil.example' }, 'baseUrl', clearText],
  [{ baseUrl: 'http://0.0.0.0' }, 'baseUrl', clearText],
  [
    { baseUrl: `https://user:${token}@commerce.example.com` },
    'baseUrl',
    'must not contain a user name or password',
  ],
  [
    { baseUrl: `https://:${token}@commerce.example.com` },
    'baseUrl',
    'must not contain a user name or password',
  ],
  [
    { baseUrl: `https://commerce.example.com/?t=${token}` },
    'baseUrl',
    'must not contain a query or a fragment',
  ],
  [
    {
      environment: 'sandbox',
      sandboxUrl: 'http://sandbox.example.com',
      allowHttp: ['sandbox', 'example.com'],
    },
    'sandboxUrl',
    clearTextInSandbox,
  ],
  [{ baseUrl: 'http://commerce.example.com', allowHttp: ['commerce.example.com'] }, 'baseUrl', clearText],
  [{ allowHttp: ['http://sandbox'] }, 'allowHttp[0]', hostNames],
  [{ allowHttp: ['localhost', 'sandbox:4010'] }, 'allowHttp[1]', hostNames],
  [{ allowHttp: 'sandbox' }, 'allowHttp', hostNames],
  [{ baseUrl: '"https://commerce.example.com"' }, 'baseUrl', quoted],
  [{ token: "'a-token'" }, 'token', quoted],
  [{ environment: 'staging' }, 'environment', 'must be "production" or "sandbox"'],
  [{ token: 5 }, 'token', 'must be a string, or a function that returns one'],
  [{ token: '' }, 'token', 'must not be empty'],
  [{ timeout: 0 }, 'timeout', milliseconds],
  [{ timeout: 2 ** 31 }, 'timeout', milliseconds],
  [{ retry: 3 }, 'retry', retryRule],
  [{ retry: { limit: -1 } }, 'retry.limit', 'must not be negative'],
  [{ retry: { limits: 3 } }, 'retry.limits', 'is not an option of retry; did you mean limit?'],
  [{ retry: { maxRetryAfter: '60' } }, 'retry', retryRule],
  [{ rateLimit: 60 }, 'rateLimit', 'must be an object, for example { requestsPerMinute: 120 }'],
  [
    { rateLimit: { requestsPerMinute: 0 } },
    'rateLimit.requestsPerMinute',
    'must be an integer of at least 1',
  ],
  [{ maxConcurrency: 0 }, 'maxConcurrency', 'must be an integer of at least 1'],
  [{ maxResponseBytes: 0 }, 'maxResponseBytes', 'must be at least 1 byte'],
  [{ responseValidation: 'off' }, 'responseValidation', 'must be "tolerant" or "strict"'],
  [{ onDrift: 'warn' }, 'onDrift', 'must be a function'],
  [{ fetch: 'undici' }, 'fetch', 'must be a function'],
  [{ headers: 'x: y' }, 'headers', 'must be an object with string values'],
  [{ headers: { 'x-team': 5 } }, 'headers["x-team"]', 'must be a string'],
  [{ headers: { 'x team': 'a' } }, 'headers', 'must be valid HTTP header names and values'],
  [{ headers: { 'x-team': `${token}\nx: y` } }, 'headers', 'must be valid HTTP header names and values'],
  [
    { headers: { 'X-Publisher-Token': token } },
    'headers',
    'must not contain x-publisher-token: the client sets it from the token',
  ],
  [{ logger: true }, 'logger', `${loggerRule}; missing: debug, info or log, warn, error`],
  [{ logger: { ...console, info: 5, log: undefined } }, 'logger', `${loggerRule}; missing: info or log`],
  [{ logLevel: 'verbose' }, 'logLevel', 'must be "debug", "info", "warn", "error" or "off"'],
  [{ dangerouslyAllowBrowser: 'yes' }, 'dangerouslyAllowBrowser', 'must be true or false'],
  [{ hooks: 5 }, 'hooks', 'must be an object, for example { onResponse: (event) => console.log(event) }'],
  [{ hooks: { onRequest: 5 } }, 'hooks.onRequest', 'must be a function'],
  [
    { hooks: { onError: () => undefined } },
    'hooks.onError',
    'is not a hook; known: onRequest, onResponse, onRetry',
  ],
  [
    { offerQueryNames: 'limit' },
    'offerQueryNames',
    'must be an object, for example { limit: "recordLimit" }',
  ],
  [{ offerQueryNames: { limit: '' } }, 'offerQueryNames.limit', 'must not be empty'],
  [{ tokens: [token] }, 'tokens', 'is not an option of the client; did you mean token?'],
  [
    { baseURL: 'https://commerce.example.com' },
    'baseURL',
    'is not an option of the client; did you mean baseUrl?',
  ],
];

test.each(wrong)('%j is rejected: %s %s', (options, option, rule) => {
  const error = refusalOf({ ...good, ...options });

  expect(error).toMatchObject({
    name: 'ConfigurationError',
    code: 'configuration',
    option,
    outcome: 'not_sent',
  });
  expect(error.message).toBe(`${option}: ${rule}`);
});

test.each([null, 5, 'https://commerce.example.com', [good]])(
  'options that are %j are rejected',
  (options) => {
    expect(refusalOf(options).message).toBe(
      'options: must be an object, for example { baseUrl: "https://commerce.example.com", token: "your-token" }',
    );
  },
);

test.each([
  'https://commerce.example.com',
  'https://commerce.example.com:8443/stage/eu/',
  'HTTPS://COMMERCE.EXAMPLE.COM',
  'http://localhost',
  'http://localhost:3000/',
  'http://127.0.0.1:3000',
  'http://127.9.8.7',
  'http://[::1]:3000',
])('the base URL %s is good', (baseUrl) => {
  expect(() => new PublisherClient({ baseUrl, token })).not.toThrow();
});

test.each([
  [
    {},
    'baseUrl',
    'baseUrl: is required in the production environment: pass it, or set the environment variable PUBLISHER_BASE_URL',
  ],
  [
    { baseUrl: good.baseUrl },
    'token',
    'token: is required: pass it, or set the environment variable PUBLISHER_TOKEN',
  ],
  [
    { ...good, environment: 'sandbox' },
    'sandboxUrl',
    'sandboxUrl: is required in the sandbox environment: pass it, or set the environment variable PUBLISHER_SANDBOX_URL',
  ],
])('%j lacks %s, and the message says how to set it', (options, option, message) => {
  expect(refusalOf(options)).toMatchObject({ option, message });
});

/** The environment of a process that serves one publisher, and creates clients for others. */
function setEnvironment(): void {
  vi.stubEnv('PUBLISHER_BASE_URL', 'https://commerce.example.com');
  vi.stubEnv('PUBLISHER_SANDBOX_URL', 'https://sandbox.example.com');
  vi.stubEnv('PUBLISHER_TOKEN', token);
}

test.each([
  [{ baseUrl: 'https://other.example.com', token: undefined }, 'token', 'baseUrl', 'PUBLISHER_TOKEN'],
  [{ baseUrl: undefined, token: 'other' }, 'baseUrl', 'token', 'PUBLISHER_BASE_URL'],
])(
  '%j does not mix one publisher with another: %s is undefined next to %s',
  (options, option, other, variable) => {
    setEnvironment();

    expect(refusalOf(options)).toMatchObject({
      name: 'ConfigurationError',
      option,
      rule:
        `must not be undefined when ${other} is passed: ${variable} is not used for it, because the two may belong ` +
        'to different publishers; pass a value, or omit the option to use the variable',
    });
  },
);

test.each([
  [{}, 'production', 'https://commerce.example.com'],
  [
    { environment: 'sandbox', sandboxUrl: 'https://sandbox.example.com/eu/' } as const,
    'sandbox',
    'https://sandbox.example.com/eu',
  ],
])('a printed client shows its base URL and environment, not its token', (options, environment, baseUrl) => {
  const client = new PublisherClient({ ...good, ...options });

  expect(inspect(client)).toBe(`PublisherClient { baseUrl: '${baseUrl}', environment: '${environment}' }`);
  expect(inspect({ client }, { depth: 10, showHidden: true })).not.toContain(token);
});

test('the environment may select the sandbox, and an option overrides it', async () => {
  await using production = await startService([{ json: pricePointRead }]);
  await using sandbox = await startService([{ json: pricePointRead }]);
  vi.stubEnv('PUBLISHER_BASE_URL', production.url);
  vi.stubEnv('PUBLISHER_SANDBOX_URL', sandbox.url);
  vi.stubEnv('PUBLISHER_ENVIRONMENT', 'sandbox');

  await new PublisherClient({ token }).pricePoints.get(1);
  await new PublisherClient({ token, environment: 'production' }).pricePoints.get(2);
  await new PublisherClient({ token, sandboxUrl: `${sandbox.url}/own` }).pricePoints.get(3);

  expect(sandbox.requests.map(({ url }) => url)).toEqual(['/v1/price-points/1', '/own/v1/price-points/3']);
  expect(production.requests.map(({ url }) => url)).toEqual(['/v1/price-points/2']);
});

test.each([
  ['PUBLISHER_ENVIRONMENT', 'live', 'environment'],
  ['PUBLISHER_BASE_URL', 'http://commerce.example.com', 'baseUrl'],
  ['PUBLISHER_TOKEN', 'secret\ntoken', 'token'],
  ['PUBLISHER_TOKEN', '', 'token'],
  ['PUBLISHER_LOG', 'verbose', 'logLevel'],
])('the environment variable %s is validated by the same rules: %j', (name, value, option) => {
  vi.stubEnv('PUBLISHER_BASE_URL', good.baseUrl);
  vi.stubEnv('PUBLISHER_TOKEN', token);
  vi.stubEnv(name, value);

  expect(refusalOf({})).toMatchObject({ name: 'ConfigurationError', option });
});

test('in a browser, where the token would be public, a client is rejected unless it is allowed', () => {
  // A worker of a page: test/client/runtime/is-browser.test.ts has the others.
  vi.stubGlobal('process', undefined);
  vi.stubGlobal('importScripts', () => undefined);
  vi.stubGlobal('location', {});
  onTestFinished(() => void vi.unstubAllGlobals());

  for (const options of [good, { ...good, dangerouslyAllowBrowser: false }]) {
    expect(refusalOf(options)).toMatchObject({
      option: 'dangerouslyAllowBrowser',
      rule: 'must be true in a browser, where the token would be public; send requests from a server instead',
    });
  }
  expect(() => new PublisherClient({ ...good, dangerouslyAllowBrowser: true })).not.toThrow();
});

test('no error quotes the token', () => {
  for (const [options] of wrong) {
    const error = refusalOf({ ...good, ...options });
    expect(`${error.message} ${String(error.stack)} ${JSON.stringify(error)}`).not.toContain('secret');
  }
});

test('a fetch that is patched in after the client was made is used', async () => {
  const client = new PublisherClient(good);
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(pricePointRead));

  await client.pricePoints.get(999);

  expect(fetch.mock.calls[0]?.[0]).toBe('https://commerce.example.com/v1/price-points/999');
  fetch.mockRestore();
});
