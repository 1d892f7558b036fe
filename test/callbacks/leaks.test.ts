import { inspect } from 'node:util';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { acceptUnsigned, type GameAuthOptions, timestampedHmac } from '../../src/callbacks/index.ts';
import type { DriftEvent } from '../../src/client/index.ts';
import { printed } from '../support/printed.ts';
import {
  body,
  callback,
  controlTimeout,
  customCallback,
  gameAuth,
  payload,
  secret,
  sign,
  token,
} from './handlers.ts';

const signature = sign(body);
const digest = signature.slice(-64);

interface Failure {
  readonly name: string;
  readonly request?: () => Request;
  readonly options?: Partial<GameAuthOptions>;
}

/** An error of the publisher's function that contains everything it has access to. */
function carrying(...values: unknown[]): Error {
  return Object.assign(new Error(`failed on ${inspect(values, { depth: 5 })}`), { values });
}

let expired = (): void => undefined;

const failing: readonly Failure[] = [
  { name: 'another token', request: () => callback(body, { 'x-publisher-token': `${token}x` }) },
  { name: 'two tokens', request: () => callback(body, { 'x-publisher-token': `${token}, ${token}` }) },
  { name: 'two signatures', request: () => callback(body, { signature: `${signature}, ${signature}` }) },
  { name: 'a malformed signature', request: () => callback(body, { signature: `${signature}0` }) },
  { name: 'a signature of another body', request: () => callback(`${body} `, { signature }) },
  {
    name: 'an old signature',
    options: { verifySignature: timestampedHmac({ secret, now: () => 0 }) },
  },
  { name: 'a body that echoes them', request: () => callback(`["${token}","${secret}"]`) },
  { name: 'too large a body', request: () => callback(token.padEnd(70_000)) },
  { name: 'a body that is not JSON', request: () => callback(`${token}${secret}`) },
  {
    name: 'a function that throws its request',
    options: {
      initiate: (received, context) => {
        throw carrying(received, context, context.request.headers);
      },
    },
  },
  {
    name: 'a verifier that throws its headers',
    options: {
      verifySignature: ({ headers, body: bytes, signal }) => {
        throw carrying(headers, bytes, signal);
      },
    },
  },
  { name: 'an invalid response', options: { initiate: () => ({ accessToken: '' }) } },
  {
    name: 'a function that times out',
    options: {
      verifySignature: acceptUnsigned(),
      initiate: () => {
        expired();
        return new Promise(() => undefined);
      },
    },
  },
];

test.each(failing)('$name leaks no token, secret or signature', async ({ options, request }) => {
  expired = controlTimeout();
  const { handler, errors, warnings, failures } = gameAuth(options);

  const response = await handler(request?.() ?? callback(body, { signature }));

  const output = [
    await response.text(),
    inspect([...response.headers]),
    ...warnings,
    ...failures,
    ...errors.map(printed),
  ];
  expect(errors).toHaveLength(1);
  expect(warnings.length + failures.length).toBe(1);
  for (const leak of [token, secret, digest]) expect(output.join('\n')).not.toContain(leak);
});

test('an invalid response is reported without its access token', async () => {
  const { handler, errors, failures } = gameAuth({
    initiate: () => ({ accessToken: 'player-secret-1', deepLink: 'no link player-secret-1' }),
  });

  await handler(callback());

  expect(errors).toMatchObject([{ reason: 'response_invalid' }]);
  expect([...failures, ...errors.map(printed)].join('\n')).not.toContain('player-secret-1');
});

test('printed handlers and verifiers leak nothing', () => {
  const { handler } = gameAuth();
  const values = [handler, timestampedHmac({ secret })];

  for (const value of values) expect(printed(value)).not.toMatch(/must-not-leak/);
});

const otherToken = 'another-callback-token-that-must-not-leak';

test('a token echoed as a value is in no drift event and no log', async () => {
  const date = token;
  const events: DriftEvent[] = [];
  const { handler, calls } = gameAuth({ onDrift: (event) => void events.push(event) });
  const logged = gameAuth({ publisherToken: [otherToken, token] });
  const text = JSON.stringify({ ...payload, date });

  await handler(callback(text));
  await logged.handler(callback(text));

  expect(calls.map((call) => call.payload)).toEqual([{ ...payload, date }]);
  expect(events).toMatchObject([{ path: 'date', received: 'string' }]);
  expect(logged.warnings).toHaveLength(1);
  expect(inspect([events, logged.warnings])).not.toContain(date);
});

test('a token echoed as the name of a field is redacted in the issues of an invalid body', async () => {
  const { handler, errors, warnings } = customCallback({ schema: z.record(z.string(), z.number()) });

  await handler(callback(JSON.stringify({ [token]: 'text' })));

  expect(errors).toMatchObject([
    { reason: 'body_invalid', issues: [{ path: expect.stringContaining('[token]') as string }] },
  ]);
  expect([...warnings, ...errors.map(printed)].join('\n')).not.toContain(token);
});

test('a token that your function quotes from the body is redacted in the log', async () => {
  const { handler, failures } = gameAuth({
    initiate: ({ device }) => {
      throw new Error(`no such device: ${device}`);
    },
  });

  await handler(callback(JSON.stringify({ ...payload, device: token })));

  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain('no such device: [token]');
  expect(failures[0]).not.toContain(token);
});
