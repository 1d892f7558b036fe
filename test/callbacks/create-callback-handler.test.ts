import { expect, test } from 'vitest';
import * as z from 'zod';

import { type CallbackHandlerOptions } from '../../src/callbacks/index.ts';
import { callback, customCallback, internalError, read } from './handlers.ts';

const schema = z.looseObject({ playerId: z.string() });
const body = '{"playerId":"p-1","level":7}';

function general(options: Partial<CallbackHandlerOptions<unknown, unknown>> = {}) {
  return customCallback({ schema, ...options });
}

test('the payload is the output of the schema, and any JSON value may be returned', async () => {
  const { handler } = general();

  expect(await read(handler(callback(body)))).toEqual({ status: 200, json: { playerId: 'p-1', level: 7 } });
});

test('a function that returns undefined responds with 204', async () => {
  const { handler } = general({ handle: () => undefined });

  const response = await handler(callback(body));

  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
});

test('a payload that does not match the schema is rejected with 403', async () => {
  const { handler, errors } = general({ name: 'personalization' });

  expect(await read(handler(callback('{"playerId":7}')))).toEqual({
    status: 403,
    json: { error: 'invalid_body' },
  });
  expect(errors).toMatchObject([
    { reason: 'body_invalid', operation: 'personalization', issues: [{ path: 'playerId' }] },
  ]);
});

test('the output of the response schema is sent', async () => {
  const response = z.object({ segment: z.string().default('none') });
  const { handler } = general({ response, handle: () => ({ internalNote: 'not for you' }) });

  expect(await read(handler(callback(body)))).toEqual({ status: 200, json: { segment: 'none' } });
});

const circular: Record<string, unknown> = {};
circular['self'] = circular;

test.each([
  ['does not match the schema', { segment: 7 }, z.object({ segment: z.string() })],
  ['is missing', undefined, z.object({ segment: z.string() })],
  ['is a function', () => 1, undefined],
  ['is a symbol', Symbol('a'), undefined],
  ['is a BigInt', { amount: 1n }, undefined],
  ['is circular', circular, undefined],
  [
    'makes the schema throw',
    {},
    z.custom(() => {
      throw new Error('odd schema');
    }),
  ],
])('a result that %s is not sent', async (_, result, response) => {
  const { handler, errors } = general({ response, handle: () => result });

  expect(await read(handler(callback(body)))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'response_invalid' }]);
});

test('a schema that throws on a payload is a failure on your side', async () => {
  const odd = z.custom(() => {
    throw new Error('odd schema');
  });
  const { handler, errors } = general({ schema: odd });

  expect((await handler(callback(body))).status).toBe(500);
  expect(errors).toMatchObject([{ reason: 'handler_failed', cause: { message: 'odd schema' } }]);
});
