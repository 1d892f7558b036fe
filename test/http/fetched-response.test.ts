import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { type ClientOptions, type FetchFunction, PublisherClient } from '../../src/index.ts';
import { pricePointRead } from '../literals/price-points.ts';
import { create, readByGet } from '../support/calls.ts';
import { failureOf, token } from '../support/service.ts';

/** A client whose `fetch` returns a value, as a stub of a test does. */
const clientOf = (result: unknown, options?: ClientOptions): PublisherClient =>
  new PublisherClient({
    baseUrl: 'https://commerce.example.com',
    token,
    // Many are no response at all: that is the point.
    fetch: () => Promise.resolve(result) as ReturnType<FetchFunction>,
    ...options,
  });

const text = JSON.stringify(pricePointRead);
const bytes = new TextEncoder().encode(text);

test.each([
  ['json()', { ok: true, status: 200, json: () => Promise.resolve(pricePointRead) }],
  ['a json() that returns no promise', { status: 200, json: () => pricePointRead }],
  ['text()', { ok: true, status: 200, text: () => Promise.resolve(text) }],
  ['arrayBuffer()', { status: 200, arrayBuffer: () => Promise.resolve(bytes.buffer) }],
  ['a body of Node', { status: 200, headers: new Map(), body: Readable.from([Buffer.from(text)]) }],
  ['a body beside json()', { status: 200, body: {}, json: () => pricePointRead }],
])('a stub with a status and %s is a response', async (_, stub) => {
  expect(await readByGet.send(clientOf(stub))).toEqual(pricePointRead);
});

test('a stub of an error has its status, headers and body', async () => {
  const stub = {
    ok: false,
    status: 429,
    headers: { 'Retry-After': '7', 'x-request-id': 'r-1' },
    json: () => ({ message: 'slow down' }),
  };

  expect(await failureOf(readByGet.send(clientOf(stub, { retry: false })))).toMatchObject({
    name: 'RateLimitError',
    retryAfter: 7000,
    requestId: 'r-1',
    body: { message: 'slow down' },
  });
});

test.each([
  ['nothing', undefined, 'it returned undefined'],
  ['null', null, 'it returned null'],
  ['a string', text, 'it returned string'],
  ['the data itself', pricePointRead, 'what it returned has no `status` from 200 to 599'],
  ['no status', { ok: true, json: () => pricePointRead }, 'what it returned has no `status` from 200 to 599'],
  [
    'a status of axios’ kind',
    { status: 'OK', data: pricePointRead },
    'what it returned has no `status` from 200 to 599',
  ],
  [
    'a response of axios',
    { status: 200, data: pricePointRead, headers: {} },
    'what it returned has no `body` stream, `arrayBuffer()`, `text()` or `json()`',
  ],
  [
    'a text() of the wrong type',
    { status: 200, text: () => pricePointRead },
    'its `text()` returned no string',
  ],
  [
    'a body of strings',
    { status: 200, body: Readable.from([text]) },
    'its `body` has chunks that are not bytes',
  ],
])('a fetch that returns %s is diagnosed, and not retried', async (_, result, problem) => {
  const error = await failureOf(readByGet.send(clientOf(result)));

  expect(error).toMatchObject({
    name: 'ConfigurationError',
    option: 'fetch',
    attempts: 1,
    message: `fetch: the custom \`fetch\` must return a Response: ${problem}`,
  });
});

test('a create with a result that is no response is unknown', async () => {
  expect(await failureOf(create.send(clientOf(undefined)))).toMatchObject({ outcome: 'unknown' });
});

test('a stub’s body is limited in size and depth like any other', async () => {
  const large = [
    { status: 200, text: () => JSON.stringify('x'.repeat(200)) },
    { status: 200, arrayBuffer: () => new ArrayBuffer(200) },
    { status: 200, json: () => 'x'.repeat(200) },
  ];
  const nested = { status: 200, json: () => JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown };

  for (const stub of large)
    expect(await failureOf(readByGet.send(clientOf(stub, { maxResponseBytes: 100 })))).toMatchObject({
      name: 'ResponseTooLargeError',
    });
  expect(await failureOf(readByGet.send(clientOf(nested)))).toMatchObject({ name: 'MalformedResponseError' });
});

test.each(['arrayBuffer', 'text', 'json'])('a %s() of a stub that never settles times out', async (read) => {
  const stub = { status: 200, [read]: () => new Promise(() => undefined) };

  expect(await failureOf(create.send(clientOf(stub, { timeout: 50 })))).toMatchObject({
    name: 'TimeoutError',
    outcome: 'applied',
    status: 200,
  });
});

test('a body that is counted while it is received is preferred to what reads it at once', async () => {
  const stub = { status: 200, body: Readable.from([bytes]), arrayBuffer: fail, text: fail, json: fail };

  expect(await readByGet.send(clientOf(stub))).toEqual(pricePointRead);
});

function fail(): never {
  throw new Error('must not be called');
}

test('a stub whose json() fails is named, with its cause', async () => {
  const stub = { status: 200, json: () => Promise.reject(new SyntaxError('Unexpected end')) };

  const error = await failureOf(readByGet.send(clientOf(stub)));

  expect(error).toMatchObject({
    name: 'ConfigurationError',
    message: "fetch: the response of the custom `fetch` threw SyntaxError; see the error's cause",
  });
  expect((error as Error).cause).toMatchObject({ name: 'SyntaxError', message: 'Unexpected end' });
});
