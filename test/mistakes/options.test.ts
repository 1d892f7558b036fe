import { afterEach, expect, test, vi } from 'vitest';

import * as callbacks from '../../src/callbacks/index.ts';
import * as main from '../../src/index.ts';
import * as sandbox from '../../src/sandbox/index.ts';
import { messageOf, type Mistake } from './evaluate.ts';

const url = 'baseUrl: "https://commerce.example.com"';
const inClient = 'is not an option of the client';
const inHandler = 'is not an option of a callback handler';
const verify = 'verifySignature: acceptUnsigned()';

const client: readonly Mistake[] = [
  [
    'new PublisherClient()',
    'baseUrl: is required in the production environment: pass it, or set the environment variable PUBLISHER_BASE_URL',
  ],
  [
    'new PublisherClient("token")',
    'options: must be an object, for example { baseUrl: "https://commerce.example.com", token: "your-token" }',
  ],
  [
    `new PublisherClient({ ${url} })`,
    'token: is required: pass it, or set the environment variable PUBLISHER_TOKEN',
  ],
  [`new PublisherClient({ ${url}, token: 4711 })`, 'token: must be a string, or a function that returns one'],
  [`new PublisherClient({ ${url}, token: "" })`, 'token: must not be empty'],
  [
    'new PublisherClient({ baseUrl: "commerce.example.com", token: "t" })',
    'baseUrl: must be an absolute URL, for example https://commerce.example.com',
  ],
  [
    'new PublisherClient({ baseURL: "https://commerce.example.com", token: "t" })',
    `baseURL: ${inClient}; did you mean baseUrl?`,
  ],
  [
    'new PublisherClient({ url: "https://commerce.example.com", token: "t" })',
    `url: ${inClient}; did you mean baseUrl?`,
  ],
  [`new PublisherClient({ ${url}, apiKey: "t" })`, `apiKey: ${inClient}; did you mean token?`],
  [`new PublisherClient({ ${url}, accessToken: "t" })`, `accessToken: ${inClient}; did you mean token?`],
  [
    `new PublisherClient({ ${url}, token: "t", maxRetries: 3 })`,
    `maxRetries: ${inClient}; did you mean retry: { limit }?`,
  ],
  [
    `new PublisherClient({ ${url}, token: "t", retry: { maxRetries: 3 } })`,
    'retry.maxRetries: is not an option of retry; did you mean limit?',
  ],
  [
    `new PublisherClient({ ${url}, token: "t", retry: true })`,
    'retry: must be false, or an object with integers of at least 0, for example { limit: 2, maxRetryAfter: 60000 }',
  ],
  [
    `new PublisherClient({ ${url}, token: "t", timeoutMs: 5000 })`,
    `timeoutMs: ${inClient}; did you mean timeout?`,
  ],
  [
    `new PublisherClient({ ${url}, token: "t", timeout: "5s" })`,
    'timeout: must be an integer number of milliseconds from 1 to 2147483647',
  ],
  [
    `new PublisherClient({ ${url}, token: "t", env: "sandbox" })`,
    `env: ${inClient}; did you mean environment?`,
  ],
  [
    `new PublisherClient({ ${url}, token: "t", sandbox: true })`,
    `sandbox: ${inClient}; did you mean environment: "sandbox"?`,
  ],
  [
    `new PublisherClient({ ${url}, token: "t", rateLimit: 100 })`,
    'rateLimit: must be an object, for example { requestsPerMinute: 120 }',
  ],
  [
    `new PublisherClient({ ${url}, token: "t", hooks: { onError: console.log } })`,
    'hooks.onError: is not a hook; known: onRequest, onResponse, onRetry',
  ],
  [
    `new PublisherClient({ ${url}, token: "t", logger: console.log })`,
    'logger: must have the methods debug, info or log, warn and error; missing: debug, info or log, warn, error',
  ],
  [
    `new PublisherClient({ ${url}, token: "t", headers: { "X-Publisher-Token": "t" } })`,
    'headers: must not contain x-publisher-token: the client sets it from the token',
  ],
];

const helpers: readonly Mistake[] = [
  [
    'formatAmount(9.99, "USD")',
    'formatAmount: amount: must be an integer number of smallest units, up to 2^53 - 1',
  ],
  [
    'formatAmount(999, "dollars")',
    'formatAmount: currencyCode: must be an ISO 4217 currency code, for example USD',
  ],
  [
    'formatAmount(999, "USD", "de-DE")',
    'formatAmount: options: must be an object, for example { locale: "en-US" }',
  ],
  ['formatAmount(999, "USD", { lang: "de" })', 'formatAmount: lang: is not an option; did you mean locale?'],
  ['toMinorUnits()', 'toMinorUnits: currencyCode: must be an ISO 4217 currency code, for example USD'],
  [
    'toMinorUnits("$9.99", "USD")',
    'toMinorUnits: amount: must be a decimal string such as 9.99, or a finite number',
  ],
  ['toMinorUnits(9.999, "USD")', 'toMinorUnits: amount: must have at most 2 decimals'],
  [
    'toMajorUnits("999", "USD")',
    'toMajorUnits: amount: must be an integer number of smallest units, up to 2^53 - 1',
  ],
];

const handlers: readonly Mistake[] = [
  [
    'createGameAuthHandler()',
    'options: is required, and must be an object, for example ' +
      '{ publisherToken: process.env.PUBLISHER_TOKEN, verifySignature: timestampedHmac({ secret: process.env.CALLBACK_SECRET }) }',
  ],
  [
    `createGameAuthHandler({ publisherToken: "t", initiate() {} })`,
    'verifySignature: is required: pass timestampedHmac({ secret }), a function, or acceptUnsigned()',
  ],
  [
    `createGameAuthHandler({ publisherToken: "t", ${verify} })`,
    'initiate: is required, and must be a function',
  ],
  [
    `createGameAuthHandler({ ${verify}, initiate() {} })`,
    'publisherToken: is required, and must be a string, an array of strings, or a function that returns them',
  ],
  [
    `createGameAuthHandler({ publisherToken: "t", ${verify}, initiate() {}, token: "t" })`,
    `token: ${inHandler}; did you mean publisherToken?`,
  ],
  [
    `createGameAuthHandler({ publisherToken: "t", ${verify}, initiate() {}, secret: "s" })`,
    `secret: ${inHandler}; did you mean verifySignature: timestampedHmac({ secret })?`,
  ],
  [
    `createCallbackHandler({ publisherToken: "t", ${verify}, handle() {} })`,
    'schema: is required, and must be a schema: an object with the methods parse and safeParse',
  ],
  ['timestampedHmac()', 'secret: is required, and must be a string'],
  ['timestampedHmac("the secret")', 'secret: is required, and must be a string'],
  [
    'toNodeListener({ publisherToken: "t" })',
    'handler: must be a function, for example createGameAuthHandler({ … })',
  ],
];

const inPlan = 'is not a field of a fault plan';
const sandboxes: readonly Mistake[] = [
  ['createSandbox(5)', 'options: must be an object, for example { seed: 7, transactions: 50000 }'],
  [
    'createSandbox({ transaction: 5 })',
    'transaction: is not an option of the sandbox; did you mean transactions?',
  ],
  ['createSandbox({ rows: 5 })', 'rows: is not an option of the sandbox; did you mean transactions?'],
  ['createSandbox({ transactions: "5" })', 'transactions: must be an integer from 0 to 1000000000'],
  [
    'createSandbox({ period: "2026-10" })',
    'period: must be an object, for example { start: "2026-10-01T00:00:00Z", end: "2026-11-01T00:00:00Z" }',
  ],
  ['createSandbox().listen(8080)', 'options: must be an object, for example { port: 8080 }'],
  ['createSandbox().listen({ prot: 8080 })', 'prot: is not an option of listen; did you mean port?'],
  ['createSandbox().listen({ port: "8080" })', 'port: must be an integer from 0 to 65535'],
  ['createSandbox().listen({ host: "0.0.0.0" })', 'host: must be 127.0.0.1 or ::1'],
  [
    'createSandbox().fail()',
    'plan: is required, and must be an object, for example { operation: "pricePoints.list", status: 429, retryAfter: 1 }',
  ],
  [
    'createSandbox().fail("pricePoints.list", 500)',
    'plan: must be an object, for example { operation: "pricePoints.list", status: 429, retryAfter: 1 }',
  ],
  [
    'createSandbox().fail({ status: 500 })',
    'operation: is required, and must be the name of an operation, for example "pricePoints.get", or "*" for all',
  ],
  [
    'createSandbox().fail({ operation: "pricepoint.list", status: 500 })',
    'operation: is not an operation; did you mean pricePoints.list?',
  ],
  [
    'createSandbox().fail({ operation: "pricePoints.list" })',
    'status: is required, unless reason or fault is given',
  ],
  [
    'createSandbox().fail({ operation: "pricePoints.list", status: 500, count: 2 })',
    `count: ${inPlan}; did you mean times?`,
  ],
  [
    'createSandbox().fail({ operation: "pricePoints.list", status: 500, fault: "reset" })',
    'fault: cannot be combined with status or reason',
  ],
  [
    'createSandbox().fail({ operation: "pricePoints.list", fault: "timeout" })',
    'fault: must be one of reset, no_response, cut_body, stalled_body, malformed_json, null_field, empty_page, repeated_cursor, unknown_transaction_type',
  ],
  [
    'createSandbox().advance("1 day")',
    'sandbox.advance was not sent: milliseconds: must be a finite number, 0 or more',
  ],
];

afterEach(() => vi.unstubAllEnvs());

test.each([...client, ...helpers, ...handlers, ...sandboxes])(
  '%s explains the mistake: %s',
  async (line, message) => {
    for (const name of ['BASE_URL', 'TOKEN', 'ENVIRONMENT', 'SANDBOX_URL']) {
      vi.stubEnv(`PUBLISHER_${name}`, undefined);
    }

    expect(await messageOf(line, { ...main, ...callbacks, ...sandbox })).toBe(message);
  },
);
