import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import {
  ApiError,
  type ClientOptions,
  type PublisherError,
  type ResponseEvent,
} from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { create, readByGet } from '../../support/calls.ts';
import { printed } from '../../support/printed.ts';
import { failureOf, type Reply, startService, token } from '../../support/service.ts';

const headers = { 'x-request-id': 'r-4711', 'x-region': 'eu-1' };

const failures: readonly {
  readonly name: string;
  readonly reply: Reply;
  readonly options?: ClientOptions;
}[] = [
  { name: 'MalformedResponseError', reply: { headers, text: '{' } },
  { name: 'ResponseValidationError', reply: { headers, json: {} } },
  {
    name: 'ConnectionError',
    reply: (response) => {
      response.writeHead(200, { ...headers, 'content-length': '9' });
      response.write('{', () => response.destroy());
    },
  },
];

test.each(failures)(
  'a $name has the headers and the request id of its response',
  async ({ name, reply, options }) => {
    await using service = await startService([reply]);

    const error = (await failureOf(
      create.send(service.client({ retry: false, ...options })),
    )) as PublisherError;

    expect(error).toMatchObject({ name, requestId: 'r-4711' });
    expect(error.headers?.get('x-region')).toBe('eu-1');
    expect(Object.keys(error)).not.toContain('headers');
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ requestId: 'r-4711' });
  },
);

test('an error without a response has neither headers nor a request id', async () => {
  await using service = await startService([(response) => response.destroy()]);

  const error = (await failureOf(create.send(service.client()))) as PublisherError;

  expect(error.headers).toBeUndefined();
  expect(Object.keys(error)).not.toContain('requestId');
});

test('an ApiError that a test creates has headers', () => {
  const error = new ApiError('no', { status: 418, details: { family: 'unknown' }, body: undefined });

  expect([...error.headers]).toEqual([]);
});

test.each([
  'x-request-id',
  'Request-Id',
  'X-Correlation-Id',
  'x-amzn-RequestId',
  'x-amz-request-id',
  'cf-ray',
])('the header %s is a request id', async (name) => {
  await using service = await startService([{ headers: { [name]: 'r-1' }, json: pricePointRead }]);
  const events: ResponseEvent[] = [];

  await readByGet.send(service.client({ hooks: { onResponse: (event) => events.push(event) } }));

  expect(events).toMatchObject([{ requestId: 'r-1' }]);
});

test('a response event has headers that are not enumerable, and undefined without a response', async () => {
  await using service = await startService([
    { headers, json: pricePointRead },
    (response) => response.destroy(),
  ]);
  const events: ResponseEvent[] = [];
  const client = service.client({ retry: false, hooks: { onResponse: (event) => events.push(event) } });

  await readByGet.send(client);
  await failureOf(readByGet.send(client));

  expect(events.map((event) => event.headers?.get('x-region'))).toEqual(['eu-1', undefined]);
  expect(Object.keys(events[0] ?? {})).not.toContain('headers');
});

test('the token and cookies are not in the headers', async () => {
  const echo = {
    [token]: 'x',
    'x-request-id': `${token}-1`,
    'x-echo': token,
    'x-long': 'a'.repeat(6000),
    'set-cookie': 'session=1',
  };
  await using service = await startService([{ status: 400, headers: echo, json: {} }]);
  const events: ResponseEvent[] = [];
  const client = service.client({ hooks: { onResponse: (event) => events.push(event) } });

  const error = (await failureOf(readByGet.send(client))) as ApiError;

  expect(error.requestId).toBe('[token]-1');
  expect(error.headers.get('x-echo')).toBe('[token]');
  expect(error.headers.get('x-long')).toHaveLength(4096);
  expect(error.headers.has('set-cookie')).toBe(false);
  expect(error.headers.has(token)).toBe(false);
  expect(printed(error)).not.toContain(token);
  expect(inspect([...(events[0]?.headers ?? [])], { maxStringLength: null })).not.toContain(token);
});
