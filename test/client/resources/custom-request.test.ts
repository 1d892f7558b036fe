import { expect, test, vi } from 'vitest';
import * as z from 'zod';

import type { CustomRequest, PublisherClient } from '../../../src/client/index.ts';
import { failureOf, startService, token } from '../../support/service.ts';

test('a custom request goes out like every other: encoded path, query, JSON body, token', async () => {
  await using service = await startService([{ json: { cancelled: true } }]);

  const answer = await service.client({ baseUrl: `${service.url}/stage` }).request({
    method: 'POST',
    path: '/checkout/v1/session/:session/items/:index/cancel',
    params: { session: 'a/b ..?', index: 3 },
    query: { reason: 'too dear & odd', again: undefined, page: 2, tag: ['a', 'b c', 3], none: [] },
    body: { note: 'é' },
    headers: { 'x-run': '7' },
  });

  expect(answer).toEqual({ cancelled: true });
  const [request] = service.requests;
  expect(`${request?.method} ${request?.url}`).toBe(
    'POST /stage/checkout/v1/session/a%2Fb%20..%3F/items/3/cancel?reason=too+dear+%26+odd&page=2&tag=a&tag=b+c&tag=3',
  );
  expect(request?.body).toBe('{"note":"é"}');
  expect(request?.headers).toMatchObject({
    'x-publisher-token': token,
    'content-type': 'application/json',
    'x-run': '7',
  });
});

test.each([null, false, 0, '', []])('the body %j is a body', async (body) => {
  await using service = await startService([{ json: {} }]);

  await service.client().request({ method: 'PUT', path: '/v2/things', body });

  expect(service.requests[0]?.body).toBe(JSON.stringify(body));
});

test('a request returns the output of its schema', async () => {
  await using service = await startService([{ json: { at: '2026-10-01', extra: 1 } }]);
  const schema = z.object({ at: z.string().transform((text) => new Date(text)) });

  const answer = await service.client().request({ method: 'GET', path: '/v2/clock', schema });

  expect(answer).toEqual({ at: new Date('2026-10-01T00:00:00.000Z') });
});

test('the schema of a request runs once', async () => {
  await using service = await startService([{ json: { at: '2026-10-01T00:00:00Z' } }]);
  let runs = 0;
  const schema = z.object({ at: z.string().transform((text) => `${(runs += 1)} ${text}`) });

  const { at } = await service.client().request({ method: 'GET', path: '/v2/clock', schema });

  expect([runs, at]).toEqual([1, '1 2026-10-01T00:00:00Z']);
});

test('any mismatch with the schema fails, although the client is tolerant', async () => {
  await using service = await startService([{ json: { note: null } }]);
  const schema = z.object({ note: z.string() });

  const error = await failureOf(service.client().request({ method: 'POST', path: '/v2/notes', schema }));

  expect(error).toMatchObject({
    name: 'ResponseValidationError',
    operation: 'request',
    outcome: 'applied',
    body: { note: null },
    issues: [{ path: 'note' }],
  });
});

const cases: readonly (readonly [Partial<CustomRequest>, number])[] = [
  [{ method: 'GET' }, 3],
  [{ method: 'POST' }, 1],
  [{ method: 'PUT' }, 1],
  [{ method: 'PATCH' }, 1],
  [{ method: 'DELETE' }, 1],
  [{ method: 'POST', effect: 'repeatable' }, 3],
  [{ method: 'POST', effect: 'idempotent' }, 3],
  [{ method: 'POST', effect: 'read' }, 3],
  [{ method: 'GET', effect: 'create' }, 1],
];
test.each(cases)('%j is sent %d times when the service is down', async (request, times) => {
  await using service = await startService([{ status: 503, json: {} }]);
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);

  const error = await failureOf(service.client().request({ method: 'GET', path: '/v2/things', ...request }));
  random.mockRestore();

  expect(error).toMatchObject({ name: 'ServerError', attempts: times });
  expect(service.requests).toHaveLength(times);
});

test('a PATCH is sent with its body', async () => {
  await using service = await startService([{ json: { active: false } }]);

  await service.client().request({ method: 'PATCH', path: '/v2/things/1', body: { active: false } });

  expect(service.requests).toMatchObject([
    { method: 'PATCH', url: '/v2/things/1', body: '{"active":false}' },
  ]);
});

test('the rules of a request are applied once', async () => {
  await using service = await startService([{ json: {} }]);
  const reads: string[] = [];
  const field = (name: string, value: number): Record<string, number> =>
    Object.defineProperty({}, name, { enumerable: true, get: () => (reads.push(name), value) });
  const [query, params] = [field('page', 2), field('id', 7)];

  await service.client().request({ method: 'GET', path: '/v2/things/:id', query, params });

  expect(reads.toSorted()).toEqual(['id', 'page']);
  expect(service.requests[0]?.url).toBe('/v2/things/7?page=2');
});

test.each([200, 204])('an empty response of status %d is undefined', async (status) => {
  await using service = await startService([{ status, text: '' }]);

  expect(await service.client().request({ method: 'DELETE', path: '/v2/things/1' })).toBeUndefined();
});

test('an empty response still has to match a schema', async () => {
  await using service = await startService([{ status: 204, text: '' }]);
  const send = (schema: z.ZodType): Promise<unknown> =>
    service.client().request({ method: 'DELETE', path: '/v2/things/1', schema });

  expect(await send(z.undefined())).toBeUndefined();
  expect(await failureOf(send(z.object({})))).toMatchObject({ name: 'ResponseValidationError' });
});

const refused: readonly (readonly [object, path: string])[] = [
  [{ path: '//host/x' }, 'path'],
  [{ path: '/../x' }, 'path'],
  [{ path: 'https://host/x' }, 'path'],
  [{ path: 5 }, 'path'],
  [{ path: '/v2/:id' }, 'params.id'],
  [{ path: '/v2/:id', params: { id: '..' } }, 'params.id'],
  [{ params: { id: true } }, 'params.id'],
  [{ params: 'id' }, 'params'],
  [{ query: { a: {} } }, 'query.a'],
  [{ query: 'a=b' }, 'query'],
  [{ method: 'HEAD' }, 'method'],
  [{ query: { a: [{}] } }, 'query.a'],
  [{ query: { a: [undefined] } }, 'query.a'],
  [{ effect: 'write' }, 'effect'],
  [{ schema: {} }, 'schema'],
  [{ headers: { a: 1 } }, 'headers.a'],
  [{ headers: { 'X-Publisher-Token': 'other' } }, 'options.headers'],
  [{ headers: { a: 'b\nc' } }, 'options.headers'],
  [{ body: 5n }, 'body'],
  [{ method: 'GET', body: {} }, 'body'],
  [{ body: () => 1 }, 'body'],
];

test.each(refused)(
  'a custom request with %o is rejected before it is sent, naming %s',
  async (part, path) => {
    await using service = await startService([{ json: {} }]);
    const request = { method: 'POST', path: '/v2/things', ...part } as CustomRequest;

    const error = await failureOf(service.client().request(request));

    expect(error).toMatchObject({ name: 'InvalidRequestError', outcome: 'not_sent', issues: [{ path }] });
    expect(service.requests).toEqual([]);
  },
);

test.each([
  [{ method: 'HEAD' }, 'must be one of "GET", "POST", "PUT", "PATCH", "DELETE"'],
  [{ schema: {} }, 'must be a zod schema'],
  [{ method: 'GET', body: {} }, 'must not be set for GET'],
])('the rule that a custom request with %j breaks: %s', async (part, message) => {
  await using service = await startService([{ json: {} }]);
  const request = { method: 'POST', path: '/v2/things', ...part } as CustomRequest;

  expect(await failureOf(service.client().request(request))).toMatchObject({ issues: [{ message }] });
});

test.each([undefined, null, 'GET /x', 5])('a custom request that is %j is rejected', async (request) => {
  await using service = await startService([{ json: {} }]);
  const client = service.client() as unknown as { request: PublisherClient['request'] };

  const error = await failureOf(client.request(request as unknown as CustomRequest));

  expect(error).toMatchObject({ name: 'InvalidRequestError', operation: 'request' });
});

test('a user-supplied accept header is sent; content-type describes the body, and is not sent without one', async () => {
  await using service = await startService([{ json: {} }]);
  const headers = { Accept: 'application/vnd.things+json', 'Content-Type': 'text/plain' };
  const client = service.client({ headers });

  await client.request({ method: 'POST', path: '/v2/things', body: {} });
  await client.request({ method: 'GET', path: '/v2/things', headers });

  expect(service.requests[0]?.headers).toMatchObject({
    accept: 'application/vnd.things+json',
    'content-type': 'application/json',
  });
  expect(service.requests[1]?.headers['content-type']).toBeUndefined();
});

test('a parameter that is not in the path is rejected like any typo', async () => {
  await using service = await startService([{ json: {} }]);
  const call = service
    .client()
    .request({ method: 'GET', path: '/v2/things/:id', params: { id: 7, kind: 'x' } });

  expect(await failureOf(call)).toMatchObject({
    name: 'InvalidRequestError',
    issues: [{ path: 'params.kind', message: 'is not in the path: it has no :kind' }],
  });
  expect(service.requests).toEqual([]);
});

test('a colon inside a segment is no place for a value', async () => {
  await using service = await startService([{ json: {} }]);

  await service.client().request({ method: 'POST', path: '/v2/things/:id/state:cancel', params: { id: 7 } });

  expect(service.requests[0]?.url).toBe('/v2/things/7/state:cancel');
});

test('what a schema throws is rethrown as it is, and is no lost connection', async () => {
  await using service = await startService([{ json: { cancelled: true } }]);
  const bug = new TypeError('a bug in the schema');
  const fail = (): never => {
    throw bug;
  };

  const call = service.client().request({
    method: 'POST',
    path: '/v2/things',
    schema: { parse: fail, safeParse: fail },
  });

  expect(await failureOf(call)).toBe(bug);
  expect(service.requests).toHaveLength(1);
});
