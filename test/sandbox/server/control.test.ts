import { expect, test } from 'vitest';

import { packageVersion } from '../../../src/runtime/runtime.ts';
import { actions } from '../../../src/sandbox/server/control-actions.ts';
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

test('reset discards changes and fault plans', async () => {
  const sandbox = open();
  await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  await control(sandbox, 'POST', 'fail', { operation: '*', status: 500, times: 'Infinity' });
  expect(await control(sandbox, 'POST', 'reset')).toEqual({ status: 200, body: { ok: true } });
  expect(await send(sandbox, 'GET', '/v1/price-points')).toEqual({ status: 200, body: { pricePoints: [] } });
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

test('clock moves the clock forward', async () => {
  const sandbox = open();
  expect(await control(sandbox, 'POST', 'clock', { advance: 3_600_000 })).toEqual({
    status: 200,
    body: { now: '2026-01-15T13:00:00.000Z' },
  });
  const { body } = await send(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  expect(body).toMatchObject({ lastUpdate: '2026-01-15T13:00:00.000Z' });
});

test('a purchase is paid, refunded, disputed and reinstated, and the response is the transaction', async () => {
  const sandbox = open();
  const first = await openSession(sandbox);
  const paid = await control(sandbox, 'POST', `sessions/${first.checkoutSessionToken}/pay`);
  expect(paid).toMatchObject({
    status: 200,
    body: { purchaseId: first.purchaseId, transactionDetails: { type: 'paid', currencyCode: 'USD' } },
  });
  expect(await control(sandbox, 'POST', `purchases/${first.purchaseId}/refund`)).toMatchObject({
    status: 200,
    body: { transactionDetails: { type: 'refund' } },
  });

  const second = await openSession(sandbox);
  await control(sandbox, 'POST', `sessions/${second.checkoutSessionToken}/pay`);
  expect(await control(sandbox, 'POST', `purchases/${second.purchaseId}/dispute`)).toMatchObject({
    status: 200,
    body: { transactionDetails: { type: 'dispute_funds_withdrawn' } },
  });
  expect(await control(sandbox, 'POST', `purchases/${second.purchaseId}/reinstate`)).toMatchObject({
    status: 200,
    body: { transactionDetails: { type: 'dispute_funds_reinstated' } },
  });
});

test('a cancelled session cannot be paid', async () => {
  const sandbox = open();
  const { checkoutSessionToken: token, purchaseId } = await openSession(sandbox);
  expect(await control(sandbox, 'POST', `sessions/${token}/cancel`)).toEqual({
    status: 200,
    body: { ok: true, session: { ...sandbox.state().sessions[0], purchaseId, state: 'cancelled' } },
  });
  expect(await control(sandbox, 'POST', `sessions/${token}/pay`)).toEqual({
    status: 409,
    body: { message: expect.stringContaining(purchaseId) as string, state: 'cancelled' },
  });
});

test('a declined session stays open, and no row is added', async () => {
  const sandbox = open();
  const { checkoutSessionToken: token } = await openSession(sandbox);
  expect(await control(sandbox, 'POST', `sessions/${token}/decline`)).toMatchObject({
    status: 200,
    body: {
      ok: true,
      session: { checkoutSessionToken: token, state: 'open', declinedAt: '2026-01-15T12:00:00.000Z' },
    },
  });
  expect(sandbox.state().transactions).toEqual([]);
  expect((await control(sandbox, 'POST', `sessions/${token}/pay`)).status).toBe(200);
});

test('personalize triggers the callback like the operation, and waits for its outcome', async () => {
  const { url, received } = await startPublisher({ status: 202 });
  const sandbox = open();
  const date = '2026-01-15T12:00:00.000Z';
  const event = { date, playerIds: ['a', 'b'], delivery: { status: 202 } };
  expect(await control(sandbox, 'POST', 'personalize', { url, playerIds: ['a', 'b'] })).toEqual({
    status: 200,
    body: event,
  });
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { playerIds: ['a', 'b'], publisherId: 'sandbox-publisher', date },
  ]);
  expect(await control(sandbox, 'POST', 'personalize')).toEqual({ status: 200, body: { date } });
  expect(sandbox.state().personalization).toEqual([event, { date }]);
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

test('an unknown session or purchase returns 404', async () => {
  for (const path of [
    'sessions/none/pay',
    'sessions/none/decline',
    'sessions/none/cancel',
    'purchases/none/refund',
    'purchases/none/dispute',
    'purchases/none/reinstate',
  ]) {
    expect(await control(open(), 'POST', path), path).toEqual({
      status: 404,
      body: { message: expect.stringContaining('checkout session') as string },
    });
  }
});

test.each([
  ['fail', { operation: 'nothing', status: 500 }, 'operation', /^must be \* or one of transactions.getPage/],
  [
    'fail',
    { operation: '*', status: 500, times: 0 },
    'times',
    /^must be an integer of at least 1, or Infinity$/,
  ],
  ['fail', {}, 'operation', /^is required, and must be the name of an operation/],
  ['fail', '[]', 'body', /^must be a JSON object$/],
  ['fail', '{', 'body', /^must be a JSON object$/],
  ['clock', {}, 'advance', /^must be an integer number of milliseconds, 0 or more$/],
  ['clock', { advance: '1' }, 'advance', /^must be an integer number of milliseconds, 0 or more$/],
  ['clock', { advance: -1 }, 'advance', /^must be an integer number of milliseconds, 0 or more$/],
  ['clock', { advance: 9e15 }, 'advance', /^must not move the clock past the end of the year 9998$/],
  ['game-auth', { url: 'ftp://host' }, 'url', /^must be a URL that begins with http/],
  [
    'game-auth',
    { url: 'http://127.0.0.1:1', devise: 'DESKTOP' },
    'devise',
    /^is unknown; did you mean device\?$/,
  ],
  ['game-auth', {}, 'gameAuthUrl', /^is required, unless a target is given$/],
  ['personalize', { playerIds: [] }, 'playerIds', /^must be an array of at least one player id$/],
  ['personalize', { playerIds: ['player-1', ' '] }, 'playerIds[1]', /^must not be empty$/],
  ['personalize', { playerIds: [7] }, 'playerIds[0]', /^must be a string$/],
  ['personalize', { url: 'file:///etc' }, 'url', /^must be a URL that begins with http/],
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
  for (const { method, path } of actions) {
    expect(response.body).toMatchObject({ message: expect.stringContaining(`${method} ${path}`) as string });
  }
});

test('cross-origin requests to the control endpoint are rejected', async () => {
  const sandbox = open();
  const statusFor = async (origin: string): Promise<number> =>
    (await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/state`, { headers: { origin } })).status;
  expect(await statusFor('https://example.com')).toBe(403);
  expect(await statusFor('https://localhost.example.com')).toBe(403);
  expect(await statusFor('null')).toBe(403);
  expect(await statusFor('http://localhost:3000')).toBe(200);
  expect(await statusFor('http://127.0.0.1:5173')).toBe(200);
});

test('the control endpoint is available on the port', async () => {
  const sandbox = open();
  await using server = await sandbox.listen();
  const response = await fetch(`${server.url}/_sandbox/clock`, { method: 'POST', body: '{"advance":1000}' });
  expect(await response.json()).toEqual({ now: '2026-01-15T12:00:01.000Z' });
  expect(sandbox.state().clock).toBe('2026-01-15T12:00:01.000Z');
});
