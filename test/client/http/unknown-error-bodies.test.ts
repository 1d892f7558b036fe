import { expect, test } from 'vitest';

import type { ApiError } from '../../../src/client/index.ts';
import { failureOf, type Reply, startService } from '../../support/service.ts';

const readReply = async (reply: Reply): Promise<ApiError> => {
  await using service = await startService([reply]);
  return (await failureOf(service.client({ retry: false }).promoCodes.create('launch', []))) as ApiError;
};

test.each([
  [400, 'BadRequestError', 'bad_request'],
  [401, 'UnauthorizedError', 'unauthorized'],
  [403, 'ForbiddenError', 'forbidden'],
  [404, 'NotFoundError', 'not_found'],
  [409, 'ConflictError', 'conflict'],
  [410, 'NotFoundError', 'not_found'],
  [413, 'PayloadTooLargeError', 'payload_too_large'],
  [418, 'ApiError', 'api_error'],
  [422, 'BadRequestError', 'bad_request'],
  [429, 'RateLimitError', 'rate_limited'],
  [500, 'ServerError', 'server_error'],
  [599, 'ServerError', 'server_error'],
])('without a documented message, status %d is a %s', async (status, name, code) => {
  const error = await readReply({ status, json: { message: 'Never documented' } });

  expect(error).toMatchObject({
    name,
    code,
    status,
    reason: undefined,
    details: { family: 'unknown' },
    body: { message: 'Never documented' },
  });
  expect(error.message).toContain(`promoCodes.create: Never documented (status ${status}`);
});

test.each([
  ['a string', 'No such coupon', 'No such coupon'],
  ['a string with white space around it', '\n No such coupon \n', 'No such coupon'],
  ['a long string', 'x'.repeat(5000), 'no error message'],
  ['nothing', '', 'no error message'],
  ['white space', ' \n', 'no error message'],
])('a body that is %s is kept as a string', async (_, text, message) => {
  const error = await readReply({ status: 404, text });

  expect(error.body).toBe(text);
  expect(error.message).toContain(`promoCodes.create: ${message} (status 404 at `);
});

test.each([
  [{ error: 'Coupon unknown' }, 'Coupon unknown'],
  [{ errors: [{ message: 'first' }, { message: 'second' }] }, 'first; second'],
  [{ title: 'Bad', detail: 'Coupon is over' }, 'Coupon is over'],
  [{ title: 'Bad' }, 'Bad'],
  [{ errorCode: 'BAD_REQUEST', errorMessage: 'No such offer' }, 'No such offer'],
  [{ message: '' }, 'no error message'],
  [{ message: 7, error: 'Seven' }, 'Seven'],
  [{ message: { text: 'nested' } }, 'no error message'],
  [['a list'], 'no error message'],
  [null, 'no error message'],
  [{}, 'no error message'],
])('the best message is found in %j, which is kept whole', async (json, message) => {
  const error = await readReply({ status: 400, json });

  expect(error.body).toEqual(json);
  expect(error.message).toBe(`promoCodes.create: ${message} (status 400)`);
});

test('a body that is not UTF-8 is not kept, and the status determines the error', async () => {
  const error = await readReply({ status: 404, text: Buffer.from([0xc3, 0x28]) });

  expect(error).toMatchObject({ name: 'NotFoundError', status: 404, body: undefined });
});

test('a key that would change a prototype stays a plain field', async () => {
  const error = await readReply({ status: 400, text: '{"__proto__":{"message":"polluted"},"message":"no"}' });

  expect(error.message).toBe('promoCodes.create: no (status 400)');
  expect(Object.getPrototypeOf(error.body)).toBe(Object.prototype);
  expect(({} as { message?: string }).message).toBeUndefined();
});

test.each(['message', 'body', 'errors'])(
  'an error body with 100 000 invalid elements in %s is read in bounded time',
  async (field) => {
    const error = await readReply({ status: 400, text: `{"${field}":[${'{},'.repeat(100_000)}{}]}` });

    expect(error).toMatchObject({ name: 'BadRequestError', outcome: 'rejected' });
  },
);

test('what was not found is named by its URL, of a custom request by its template', async () => {
  await using service = await startService([{ status: 404, json: { message: 'none' } }]);
  const client = service.client({ baseUrl: `${service.url}/wrong`, retry: false });
  const path = '/checkout/v1/session/:session';

  const found = [
    await failureOf(client.content.get('content 1')),
    await failureOf(client.request({ method: 'GET', path, params: { session: 'a-secret' } })),
  ];

  expect(found.map((error) => (error as ApiError).message)).toEqual([
    `content.get: none (status 404 at ${service.url}/wrong/v1/portal-content/content%201)`,
    `request: none (status 404 at ${service.url}/wrong${path})`,
  ]);
});

const notFound = { status: 404, json: { message: 'none' } };
const htmlNotFound = { status: 404, text: '<html></html>' };
const documented = { status: 404, json: { message: 'Price point 999 not found.' } };
const advice = '; the base URL ends in /v1, which is a part of the paths: leave it out';

test.each([
  ['a base URL that ends in /v1 is named', '/v1', notFound, advice],
  ['a base URL that ends in /v1 is named with a page of HTML', '/api/v1/', htmlNotFound, advice],
  ['any other base URL is not named', '/api', notFound, '404 at'],
  ['a base URL is not named if the service says what was not found', '/v1', documented, 'point 999 not'],
])('if nothing is found, %s', async (_, path, reply, expected) => {
  await using service = await startService([reply]);
  const client = service.client({ baseUrl: service.url + path });

  const { message } = (await failureOf(client.pricePoints.get(999))) as Error;

  expect(message).toContain(expected);
  expect(message.includes(advice)).toBe(expected === advice);
});

test('a status whose body is lost determines the error', async () => {
  const error = await readReply((response) => {
    response.writeHead(409, { 'content-length': '1000' });
    response.write('{"message"', () => response.destroy());
  });

  expect(error).toMatchObject({ name: 'ConflictError', status: 409, outcome: 'rejected', body: undefined });
});
