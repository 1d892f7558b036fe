import { expect, test } from 'vitest';

import { CallbackError, type SignedDelivery, type VerifySignature } from '../../src/callbacks/index.ts';
import { body, callback, gameAuth, read, unsigned } from './game-auth.ts';

const badSignature = { status: 400, json: { error: 'invalid_signature' } };
const ownFault = { status: 500, json: { error: 'internal_error' } };

test('a verifier of one’s own is given the raw bytes, the signature and the other headers', async () => {
  const deliveries: SignedDelivery[] = [];
  const { handler } = gameAuth({ verifySignature: (delivery) => deliveries.push(delivery) === 1 });

  const response = await handler(callback(undefined, { signature: 'scheme of their own', 'x-key-id': 'k1' }));

  expect(response.status).toBe(200);
  const [delivery] = deliveries;
  expect(new TextDecoder().decode(delivery?.body)).toBe(body);
  expect(delivery?.signature).toBe('scheme of their own');
  expect(delivery?.headers.get('x-key-id')).toBe('k1');
  expect(delivery?.headers.has('x-publisher-token')).toBe(false);
  expect(delivery?.signal.aborted).toBe(false);
});

test('a verifier may take its time', async () => {
  const late = (verdict: boolean): VerifySignature => {
    return () => new Promise((resolve) => setTimeout(() => resolve(verdict), 5));
  };

  expect((await gameAuth({ verifySignature: late(true) }).handler(callback())).status).toBe(200);
  expect(await read(gameAuth({ verifySignature: late(false) }).handler(callback()))).toEqual(badSignature);
});

test('a verifier that says false refuses', async () => {
  const { handler, errors, calls } = gameAuth({ verifySignature: () => false });

  expect(await read(handler(callback()))).toEqual(badSignature);
  expect(errors).toMatchObject([{ reason: 'signature_mismatch' }]);
  expect(calls).toEqual([]);
});

test('a verifier may refuse with a reason of a signature', async () => {
  const verifySignature = (): never => {
    throw new CallbackError('signature_malformed', 'not of the form we agreed on');
  };
  const { handler, errors } = gameAuth({ verifySignature });

  expect(await read(handler(callback()))).toEqual(badSignature);
  expect(errors).toMatchObject([{ reason: 'signature_malformed', message: 'not of the form we agreed on' }]);
});

test.each([undefined, null, 1, 'yes', {}, [], Symbol('true')])(
  'a verifier that returns %o lets nothing in, and is told to be broken',
  async (verdict) => {
    const { handler, errors, calls } = gameAuth({ verifySignature: () => verdict as boolean });

    expect(await read(handler(callback()))).toEqual(ownFault);
    expect(errors).toMatchObject([{ reason: 'verifier_failed' }]);
    expect(calls).toEqual([]);
  },
);

test.each([
  ['throws', new RangeError('no such key')],
  ['throws a reason that is not a signature’s', new CallbackError('body_invalid', 'odd')],
  ['throws an error of no class', Object.assign(new Error('odd'), { name: 'Odd' })],
])('a verifier that %s lets nothing in, and its error is handed on', async (_, thrown) => {
  const { handler, errors, failures, calls } = gameAuth({ verifySignature: () => Promise.reject(thrown) });

  expect(await read(handler(callback()))).toEqual(ownFault);
  expect(errors).toMatchObject([{ reason: 'verifier_failed', cause: thrown }]);
  expect(failures[0]).toContain(thrown.message);
  expect(calls).toEqual([]);
});

test('a verifier that hangs is given up on', async () => {
  const signals: AbortSignal[] = [];
  const { handler, errors } = gameAuth({
    timeout: 30,
    verifySignature: ({ signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    },
  });

  expect(await read(handler(callback()))).toEqual(ownFault);
  expect(errors).toMatchObject([
    { reason: 'verifier_failed', message: 'verifySignature did not answer in time' },
  ]);
  expect(signals[0]?.aborted).toBe(true);
});

test('unsigned callbacks are let in where that was decided, and the token still counts', async () => {
  const { handler, errors } = unsigned();

  expect((await handler(callback(undefined, { signature: undefined }))).status).toBe(200);
  expect((await handler(callback(undefined, { signature: 'anything' }))).status).toBe(200);
  expect((await handler(callback(undefined, { 'x-publisher-token': 'another' }))).status).toBe(401);
  expect(errors).toHaveLength(1);
});
