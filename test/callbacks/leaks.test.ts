import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import {
  acceptUnsigned,
  type GameAuthOptions,
  signPayload,
  timestampedHmac,
} from '../../src/callbacks/index.ts';
import { printed } from '../support/printed.ts';
import { body, callback, gameAuth, secret, token } from './game-auth.ts';

const signature = signPayload(body, { secret });
const digest = signature.slice(-64);

interface Ending {
  readonly name: string;
  readonly request?: () => Request;
  readonly options?: Partial<GameAuthOptions>;
}

/** What an error of the publisher's looks like when it carries all that it can reach. */
function carrying(...reached: unknown[]): Error {
  return Object.assign(new Error(`failed on ${inspect(reached, { depth: 5 })}`), { reached });
}

const endings: readonly Ending[] = [
  { name: 'another token', request: () => callback(body, { 'x-publisher-token': `${token}x` }) },
  { name: 'two tokens', request: () => callback(body, { 'x-publisher-token': `${token}, ${token}` }) },
  { name: 'two signatures', request: () => callback(body, { signature: `${signature}, ${signature}` }) },
  { name: 'a malformed signature', request: () => callback(body, { signature: `${signature}0` }) },
  { name: 'a signature of another body', request: () => callback(`${body} `, { signature }) },
  {
    name: 'an old signature',
    options: { verifySignature: timestampedHmac({ secret, now: () => 0 }) },
  },
  { name: 'a body that echoes them', request: () => callback(`{"device":7,"t":"${token}","s":"${secret}"}`) },
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
  { name: 'a wrong answer', options: { initiate: () => ({ accessToken: '' }) } },
  {
    name: 'a late function',
    options: { timeout: 20, verifySignature: acceptUnsigned(), initiate: () => new Promise(() => undefined) },
  },
];

test.each(endings)('token, secret and signature are not in what comes of $name', async (ending) => {
  const { handler, errors, warnings, failures } = gameAuth(ending.options);

  const response = await handler(ending.request?.() ?? callback(body, { signature }));

  const said = [
    await response.text(),
    inspect([...response.headers]),
    ...warnings,
    ...failures,
    ...errors.map(printed),
  ];
  expect(errors).toHaveLength(1);
  expect(warnings.length + failures.length).toBe(1);
  for (const kept of [token, secret, digest]) expect(said.join('\n')).not.toContain(kept);
});

test('an answer’s access token is not in what is said of a wrong answer', async () => {
  const { handler, errors, failures } = gameAuth({
    initiate: () => ({ accessToken: 'player-secret-1', deepLink: 'no link player-secret-1' }),
  });

  await handler(callback());

  expect(errors).toMatchObject([{ reason: 'answer_invalid' }]);
  expect([...failures, ...errors.map(printed)].join('\n')).not.toContain('player-secret-1');
});

test('handlers and verifiers can be printed', () => {
  const { handler } = gameAuth();
  const values = [handler, timestampedHmac({ secret })];

  for (const value of values) expect(printed(value)).not.toMatch(/must-not-leak/);
});
