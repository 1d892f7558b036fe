import { expect, test } from 'vitest';

import { CallbackError, type SignedDelivery, type VerifySignature } from '../../src/callbacks/index.ts';
import {
  badSignature,
  body,
  callback,
  controlTimeout,
  gameAuth,
  internalError,
  read,
  unsigned,
} from './handlers.ts';

test('a custom verifier receives the raw bytes, the signature and the other headers', async () => {
  const deliveries: SignedDelivery[] = [];
  const { handler } = gameAuth({ verifySignature: (delivery) => deliveries.push(delivery) === 1 });

  const response = await handler(callback(undefined, { signature: 'a custom scheme', 'x-key-id': 'k1' }));

  expect(response.status).toBe(200);
  const [delivery] = deliveries;
  expect(new TextDecoder().decode(delivery?.body)).toBe(body);
  expect(delivery?.signature).toBe('a custom scheme');
  expect(delivery?.headers.get('x-key-id')).toBe('k1');
  expect(delivery?.headers.has('x-publisher-token')).toBe(false);
  expect(delivery?.signal.aborted).toBe(false);
});

test.each<[string, VerifySignature]>([
  ['returns', () => false],
  ['resolves to', () => Promise.resolve(false)],
])('a verifier that %s false rejects the callback', async (_, verifySignature) => {
  const { handler, errors, calls } = gameAuth({ verifySignature });

  expect(await read(handler(callback()))).toEqual(badSignature);
  expect(errors).toMatchObject([{ reason: 'signature_mismatch' }]);
  expect(calls).toEqual([]);
});

test('a verifier may throw a CallbackError with the reason', async () => {
  const verifySignature = (): never => {
    throw new CallbackError('does not have the form we agreed on', { reason: 'signature_malformed' });
  };
  const { handler, errors } = gameAuth({ verifySignature });

  expect(await read(handler(callback()))).toEqual(badSignature);
  expect(errors).toMatchObject([
    { reason: 'signature_malformed', message: 'does not have the form we agreed on' },
  ]);
});

test.each([undefined, null, 1, 'yes', {}, [], Symbol('true')])(
  'a verifier that returns %o rejects the callback, and counts as failed',
  async (value) => {
    const { handler, errors, calls } = gameAuth({ verifySignature: () => value as boolean });

    expect(await read(handler(callback()))).toEqual(internalError);
    expect(errors).toMatchObject([{ reason: 'verifier_failed' }]);
    expect(calls).toEqual([]);
  },
);

test.each([
  ['throws', new RangeError('no such key')],
  ['throws a reason that is not about the signature', new CallbackError('odd', { reason: 'body_invalid' })],
  ['throws an error without a class', Object.assign(new Error('odd'), { name: 'Odd' })],
])('a verifier that %s rejects the callback, and its error is the cause', async (_, thrown) => {
  const { handler, errors, failures, calls } = gameAuth({ verifySignature: () => Promise.reject(thrown) });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'verifier_failed', cause: thrown }]);
  expect(failures[0]).toContain(thrown.message);
  expect(calls).toEqual([]);
});

test('a verifier that hangs times out', async () => {
  const expire = controlTimeout();
  const signals: AbortSignal[] = [];
  const { handler, errors } = gameAuth({
    verifySignature: ({ signal }) => {
      signals.push(signal);
      expire();
      return new Promise(() => undefined);
    },
  });

  expect(await read(handler(callback()))).toEqual(internalError);
  expect(errors).toMatchObject([{ reason: 'verifier_failed', message: 'verifySignature timed out' }]);
  expect(signals[0]?.aborted).toBe(true);
});

test('acceptUnsigned() accepts any signature, and still requires the token', async () => {
  const { handler, errors } = unsigned();

  expect((await handler(callback(undefined, { signature: undefined }))).status).toBe(200);
  expect((await handler(callback(undefined, { signature: 'anything' }))).status).toBe(200);
  expect((await handler(callback(undefined, { 'x-publisher-token': 'another' }))).status).toBe(401);
  expect(errors).toHaveLength(1);
});
