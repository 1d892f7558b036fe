import { expect, test } from 'vitest';
import * as z from 'zod';

import {
  acceptUnsigned,
  type CallbackError,
  type CallbackHandlerOptions,
  createCallbackHandler,
  timestampedHmac,
} from '../../src/callbacks/index.ts';
import { callback, read, secret, token } from './game-auth.ts';

const schema = z.looseObject({ playerId: z.string() });
const body = '{"playerId":"p-1","level":7}';

function general(options: Partial<CallbackHandlerOptions<unknown, unknown>> = {}) {
  const errors: CallbackError[] = [];
  const handler = createCallbackHandler<unknown>({
    publisherToken: token,
    verifySignature: timestampedHmac({ secret }),
    logger: { warn: () => undefined, error: () => undefined },
    onError: (error) => errors.push(error),
    schema,
    handle: (payload) => payload,
    ...options,
  });
  return { handler, errors };
}

test('the payload is what the schema made of it, and any JSON may be answered', async () => {
  const { handler } = general();

  expect(await read(handler(callback(body)))).toEqual({ status: 200, json: { playerId: 'p-1', level: 7 } });
});

test('the types of payload and answer follow from the schema and the function', async () => {
  const handler = createCallbackHandler({
    publisherToken: token,
    verifySignature: acceptUnsigned(),
    schema: z.object({ playerId: z.string() }),
    handle: ({ playerId }) => ({ upper: playerId.toUpperCase() }),
  });

  expect(await read(handler(callback(body)))).toEqual({ status: 200, json: { upper: 'P-1' } });
});

test('a function that returns nothing answers with 204', async () => {
  const { handler } = general({ handle: () => undefined });

  const response = await handler(callback(body));

  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
});

test('a payload that breaks the schema is refused with 403', async () => {
  const { handler, errors } = general({ name: 'personalization' });

  expect(await read(handler(callback('{"playerId":7}')))).toEqual({
    status: 403,
    json: { error: 'invalid_body' },
  });
  expect(errors).toMatchObject([
    { reason: 'body_invalid', operation: 'personalization', issues: [{ path: 'playerId' }] },
  ]);
});

test('errors call a handler without a name a callback', async () => {
  const { handler, errors } = general();

  expect((await handler(callback(body, { signature: 'bad' }))).status).toBe(400);
  expect(errors).toMatchObject([{ operation: 'callback', reason: 'signature_malformed' }]);
});

test('what the schema of the answer makes of it is sent', async () => {
  const answer = z.object({ segment: z.string().default('none') });
  const { handler } = general({ answer, handle: () => ({ internalNote: 'not for you' }) });

  expect(await read(handler(callback(body)))).toEqual({ status: 200, json: { segment: 'none' } });
});

const circular: Record<string, unknown> = {};
circular['self'] = circular;

test.each([
  ['breaks the schema', { segment: 7 }, z.object({ segment: z.string() })],
  ['is missing', undefined, z.object({ segment: z.string() })],
  ['is a function', () => 1, undefined],
  ['is a symbol', Symbol('a'), undefined],
  ['is a BigInt', { amount: 1n }, undefined],
  ['is circular', circular, undefined],
  [
    'meets a schema that throws',
    {},
    z.custom(() => {
      throw new Error('odd schema');
    }),
  ],
])('an answer that %s is not sent', async (_, given, answer) => {
  const { handler, errors } = general({ answer, handle: () => given });

  expect(await read(handler(callback(body)))).toEqual({ status: 500, json: { error: 'internal_error' } });
  expect(errors).toMatchObject([{ reason: 'answer_invalid' }]);
});

test('a schema that throws at a payload is a failure of one’s own', async () => {
  const odd = z.custom(() => {
    throw new Error('odd schema');
  });
  const { handler, errors } = general({ schema: odd });

  expect((await handler(callback(body))).status).toBe(500);
  expect(errors).toMatchObject([{ reason: 'handler_failed', cause: { message: 'odd schema' } }]);
});
