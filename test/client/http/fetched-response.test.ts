import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import {
  type ClientOptions,
  type FetchFunction,
  PublisherClient,
  type ResponseEvent,
} from '../../../src/client/index.ts';
import { pricePoint, pricePointRead } from '../../literals/price-points.ts';
import { create, readByGet } from '../../support/calls.ts';
import { failureOf, token } from '../../support/service.ts';

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
const headers = new Headers();

test.each([
  ['a Response', Response.json(pricePointRead)],
  ['an object with a body', { status: 200, headers, body: new Response(text).body }],
  [
    'an object with arrayBuffer()',
    { status: 200, headers, arrayBuffer: () => Promise.resolve(bytes.buffer) },
  ],
  [
    'an object with a body of Node, as that of node-fetch,',
    { status: 200, headers, body: Readable.from([bytes]), arrayBuffer: () => Promise.resolve(bytes.buffer) },
  ],
])('%s is a response', async (_, result) => {
  expect(await readByGet.send(clientOf(result))).toEqual(pricePointRead);
});

test('headers that can only be read by name are enough, also for a create', async () => {
  const known = new Map([
    ['x-request-id', 'r-1'],
    ['retry-after', '90'],
  ]);
  const readByName = { get: (name: string) => known.get(name) ?? null };
  const created = { status: 200, headers: readByName, body: new Response(JSON.stringify(pricePoint)).body };
  const events: ResponseEvent[] = [];
  const client = clientOf(created, { hooks: { onResponse: (event) => events.push(event) } });

  expect(await create.send(client)).toEqual(pricePoint);
  expect(events).toMatchObject([{ status: 200, requestId: 'r-1' }]);
  const limited = clientOf({ status: 429, headers: readByName, body: null });
  expect(await failureOf(create.send(limited))).toMatchObject({ retryAfter: 90_000, requestId: 'r-1' });
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a string', text],
  ['the data itself', pricePointRead],
  ['a stub with json()', { ok: true, status: 200, json: () => pricePointRead }],
  ['a response of axios', { status: 200, data: pricePointRead, headers: {} }],
  ['no status', { headers, body: null }],
  ['a body of Node alone', { status: 200, headers, body: Readable.from([bytes]) }],
])('the error of a fetch that returns %s says what to return, and is not retried', async (_, result) => {
  expect(await failureOf(create.send(clientOf(result)))).toMatchObject({
    name: 'ConfigurationError',
    option: 'fetch',
    attempts: 1,
    outcome: 'unknown',
    message: expect.stringContaining('`fetch` must return a Response: ') as string,
  });
});

test('what a fetch must return is said, with an example of a stub', async () => {
  expect(await failureOf(create.send(clientOf(null)))).toMatchObject({
    message:
      'fetch: the custom `fetch` must return a Response: an object with `status`, `headers`, and `body` or ' +
      '`arrayBuffer()`; a stub can be Response.json({ … })',
  });
});

test('what arrayBuffer() reads at once is limited in size too', async () => {
  const result = { status: 200, headers, arrayBuffer: () => new ArrayBuffer(200) };

  expect(await failureOf(readByGet.send(clientOf(result, { maxResponseBytes: 100 })))).toMatchObject({
    name: 'ResponseTooLargeError',
  });
});
