import { expect, test } from 'vitest';

import { packageVersion } from '../../../src/client/runtime/runtime.ts';
import { actions } from '../../../src/sandbox/actions/actions.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { startPublisher } from '../outbound/publisher.ts';
import { type Received, send } from '../send.ts';
import { openSession } from '../sessions.ts';

function open(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ now: () => new Date('2026-01-15T12:00:00Z'), ...options });
}

/** Sends a request to the control endpoint, without a token. */
async function control(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Received> {
  return send(sandbox, method, `/_sandbox/${path}`, { body, token: null });
}

test('every action is performed by a request, and its output is the response', async () => {
  const game = await startPublisher({ body: '{"deepLink":"mygame://login","accessToken":"abc"}' });
  const sandbox = open();
  const [first, second, third] = [
    await openSession(sandbox),
    await openSession(sandbox),
    await openSession(sandbox),
  ];
  const row = (type: string): object => ({ transactionDetails: { type } });
  const date = '2026-01-15T12:00:00.000Z';
  const steps: readonly (readonly [name: string, id: string, body: object | undefined, expected: object])[] =
    [
      ['authenticate', first.checkoutSessionToken, undefined, { session: { state: 'open' } }],
      ['decline', first.checkoutSessionToken, { reason: 'card_expired' }, { session: { declinedAt: date } }],
      ['pay', first.checkoutSessionToken, undefined, { purchaseId: first.purchaseId, ...row('paid') }],
      ['refund', first.purchaseId, undefined, row('refund')],
      ['pay', second.checkoutSessionToken, undefined, row('paid')],
      ['dispute', second.purchaseId, undefined, row('dispute_funds_withdrawn')],
      ['reinstate', second.purchaseId, undefined, row('dispute_funds_reinstated')],
      ['buy', '', { player: 'ann', country: 'DE' }, { customerDetails: { id: 'ann' }, ...row('paid') }],
      ['cancel', third.checkoutSessionToken, undefined, { ok: true, session: { state: 'cancelled' } }],
      ['game-auth', '', { url: game.url }, { shows: 'qr_code', deepLink: 'mygame://login' }],
      ['repeat', '1', undefined, { status: 200 }],
      ['personalize', '', undefined, { date }],
      ['advance', '', { advance: 3_600_000 }, { now: '2026-01-15T13:00:00.000Z' }],
      ['fault', '', { operation: 'offers.list', status: 503 }, { ok: true }],
      ['remove-faults', '', undefined, { ok: true }],
      ['reset', '', undefined, { ok: true }],
    ];
  expect(new Set(steps.map(([name]) => name))).toEqual(new Set(actions.map(({ name }) => name)));
  for (const [name, id, body, expected] of steps) {
    const path = actions.find((action) => action.name === name)?.path.replace(/:\w+/, id) ?? '';
    expect(await control(sandbox, 'POST', path, body), name).toMatchObject({ status: 200, body: expected });
  }
  expect(sandbox.state()).toMatchObject({ clock: date, sessions: [] });
});

test('a session in another state returns 409 with its state', async () => {
  const sandbox = open();
  const { checkoutSessionToken: token, purchaseId } = await openSession(sandbox);
  sandbox.purchases.cancel(token);
  expect(await control(sandbox, 'POST', `sessions/${token}/pay`)).toEqual({
    status: 409,
    body: {
      message: expect.stringContaining(purchaseId) as string,
      code: 'wrong_purchase_state',
      state: 'cancelled',
    },
  });
});

test('fail adds a plan, which does not apply to the control endpoint', async () => {
  const sandbox = open();
  const plan = { operation: '*', status: 503, retryAfter: 5, times: 2 };
  expect(await control(sandbox, 'POST', 'fail', plan)).toEqual({ status: 200, body: { ok: true } });
  expect((await control(sandbox, 'GET', 'state')).status).toBe(200);
  expect((await send(sandbox, 'GET', '/v1/price-points')).status).toBe(503);
  expect((await send(sandbox, 'GET', '/v1/translations')).status).toBe(503);
  expect((await send(sandbox, 'GET', '/v1/price-points')).status).toBe(200);
});

test('state returns the state of the sandbox', async () => {
  const sandbox = open();
  await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  const { status, body } = await control(sandbox, 'GET', 'state');
  expect(status).toBe(200);
  expect(body).toEqual(sandbox.state());
  expect(body).toMatchObject({ clock: '2026-01-15T12:00:00.000Z', pricePoints: [{ priceInUsdCents: 999 }] });
});

test('every response of the control endpoint names the version of the sandbox', async () => {
  const sandbox = open();
  for (const [path, headers] of [
    ['state', {}],
    ['explode', {}],
    ['state', { origin: 'https://evil.example' }],
  ] as const) {
    const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/${path}`, { headers });
    expect(response.headers.get('x-publisher-sandbox'), path).toBe(packageVersion);
  }
  expect((await sandbox.fetch(`${sandbox.baseUrl}/`)).headers.has('x-publisher-sandbox')).toBe(false);
});

test.each([
  ['fail', {}, 'operation', /^is required, and must be the name of an operation/],
  ['fail', '[]', 'body', /^must be a JSON object$/],
  ['fail', '{', 'body', /^must be a JSON object$/],
  [
    'clock',
    {},
    'advance',
    /^must be an integer number of milliseconds, from 0 to 3155760000000 \(100 years\)$/,
  ],
  ['clock', { advance: -1 }, 'advance', /milliseconds, from 0 to 3155760000000/],
  ['clock', { advance: 9e15 }, 'advance', /milliseconds, from 0 to 3155760000000/],
  ['game-auth', { url: 'ftp://host' }, 'url', /^must be a URL that begins with http/],
  [
    'game-auth',
    { url: 'http://127.0.0.1:1', devise: 'DESKTOP' },
    'devise',
    /^is unknown; did you mean device\?$/,
  ],
  ['game-auth', {}, 'url', /^is required, unless the sandbox has --game-auth-url$/],
  ['personalize', { playerIds: [] }, 'playerIds', /^must be an array of at least one player id$/],
  ['personalize', { playerIds: ['player-1', ' '] }, 'playerIds[1]', /^must not be empty$/],
  ['personalize', { playerIds: [7] }, 'playerIds[0]', /^must be a string$/],
  ['reset', { hard: true }, 'hard', /^is unknown$/],
])('%s of %j is rejected: the field is %s', async (path, body, field, rule) => {
  const response = await control(open(), 'POST', path, body);
  const broken = (response.body as { rule: string }).rule;
  expect(broken).toMatch(rule);
  expect(response).toEqual({ status: 400, body: { message: `${field}: ${broken}`, field, rule: broken } });
});

test('an unknown control path returns 404 and lists the paths', async () => {
  const response = await control(open(), 'POST', 'explode');
  expect(response.status).toBe(404);
  for (const path of ['GET /_sandbox/state', ...actions.map((one) => `POST /_sandbox/${one.path}`)]) {
    expect(response.body).toMatchObject({ message: expect.stringContaining(path) as string });
  }
});
