import { expect, test } from 'vitest';

import { actions } from '../../../src/sandbox/control/actions.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { type Answer, ask } from '../ask.ts';

function open(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ now: () => new Date('2026-01-15T12:00:00Z'), ...options });
}

/** Asks the control endpoint, without a token. */
async function control(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Answer> {
  return ask(sandbox, method, `/_sandbox/${path}`, { body, token: null });
}

async function openSession(sandbox: Sandbox): Promise<{ token: string; purchaseId: string }> {
  const { body } = await ask(sandbox, 'POST', '/checkout/v1/session', {
    body: {
      priceDetails: { price: 999, currency: 'USD' },
      offer: { name: 'Gems', sku: 'gems' },
      customer: { id: 'player-1' },
      countryCode2: 'US',
    },
  });
  const { checkoutSessionToken: token, purchaseId } = body as Record<string, string>;
  return { token: String(token), purchaseId: String(purchaseId) };
}

test('a reset forgets changes and planned faults', async () => {
  const sandbox = open();
  await ask(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  await control(sandbox, 'POST', 'fail', { operation: '*', status: 500, times: 'Infinity' });
  expect(await control(sandbox, 'POST', 'reset')).toEqual({ status: 200, body: { ok: true } });
  expect(await ask(sandbox, 'GET', '/v1/price-points')).toEqual({ status: 200, body: { pricePoints: [] } });
});

test('a fault is planned, and does not strike the control endpoint itself', async () => {
  const sandbox = open();
  const plan = { operation: '*', status: 503, retryAfter: 5, times: 2 };
  expect(await control(sandbox, 'POST', 'fail', plan)).toEqual({ status: 200, body: { ok: true } });
  expect((await control(sandbox, 'GET', 'state')).status).toBe(200);
  expect((await ask(sandbox, 'GET', '/v1/price-points')).status).toBe(503);
  expect((await ask(sandbox, 'GET', '/v1/translations')).status).toBe(503);
  expect((await ask(sandbox, 'GET', '/v1/price-points')).status).toBe(200);
});

test('the state is what the sandbox itself tells', async () => {
  const sandbox = open();
  await ask(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  const { status, body } = await control(sandbox, 'GET', 'state');
  expect(status).toBe(200);
  expect(body).toEqual(sandbox.state());
  expect(body).toMatchObject({ clock: '2026-01-15T12:00:00.000Z', pricePoints: [{ priceInUsdCents: 999 }] });
});

test('the clock moves forward', async () => {
  const sandbox = open();
  expect(await control(sandbox, 'POST', 'clock', { advance: 3_600_000 })).toEqual({
    status: 200,
    body: { now: '2026-01-15T13:00:00.000Z' },
  });
  const { body } = await ask(sandbox, 'POST', '/v1/price-points', { body: { priceInUsdCents: 999 } });
  expect(body).toMatchObject({ lastUpdate: '2026-01-15T13:00:00.000Z' });
});

test('a purchase is paid, refunded, disputed and reinstated, and the answer is the transaction', async () => {
  const sandbox = open();
  const first = await openSession(sandbox);
  const paid = await control(sandbox, 'POST', `sessions/${first.token}/pay`);
  expect(paid).toMatchObject({
    status: 200,
    body: { purchaseId: first.purchaseId, transactionDetails: { type: 'paid', currencyCode: 'USD' } },
  });
  expect(await control(sandbox, 'POST', `purchases/${first.purchaseId}/refund`)).toMatchObject({
    status: 200,
    body: { transactionDetails: { type: 'refund' } },
  });

  const second = await openSession(sandbox);
  await control(sandbox, 'POST', `sessions/${second.token}/pay`);
  expect(await control(sandbox, 'POST', `purchases/${second.purchaseId}/dispute`)).toMatchObject({
    status: 200,
    body: { transactionDetails: { type: 'dispute_funds_withdrawn' } },
  });
  expect(await control(sandbox, 'POST', `purchases/${second.purchaseId}/reinstate`)).toMatchObject({
    status: 200,
    body: { transactionDetails: { type: 'dispute_funds_reinstated' } },
  });
});

test('a session that is cancelled cannot be paid', async () => {
  const sandbox = open();
  const { token, purchaseId } = await openSession(sandbox);
  expect(await control(sandbox, 'POST', `sessions/${token}/cancel`)).toEqual({
    status: 200,
    body: { ok: true },
  });
  expect(await control(sandbox, 'POST', `sessions/${token}/pay`)).toEqual({
    status: 409,
    body: { message: expect.stringContaining(purchaseId) as string, state: 'cancelled' },
  });
});

test('an unknown session or purchase is not found', async () => {
  for (const path of [
    'sessions/none/pay',
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
    /^must be a whole number from 1, or Infinity$/,
  ],
  ['fail', {}, 'operation', /^must be the name of an operation/],
  ['fail', '[]', 'body', /^must be a JSON object$/],
  ['fail', '{', 'body', /^must be a JSON object$/],
  ['clock', {}, 'advance', /^must be a whole number of milliseconds, from 0$/],
  ['clock', { advance: '1' }, 'advance', /^must be a whole number of milliseconds, from 0$/],
  ['clock', { advance: -1 }, 'advance', /^must be a whole number of milliseconds, from 0$/],
  ['clock', { advance: 9e15 }, 'milliseconds', /^must not lead past the last moment/],
  ['game-auth', { url: 'ftp://host' }, 'url', /^must be a URL that begins with http/],
  ['game-auth', { url: 'http://127.0.0.1:1', devise: 'DESKTOP' }, 'devise', /^is unknown$/],
  ['game-auth', {}, 'gameAuthUrl', /^is needed/],
  ['reset', { hard: true }, 'hard', /^is unknown$/],
])('%s of %j is refused: the field is %s', async (path, body, field, rule) => {
  const answer = await control(open(), 'POST', path, body);
  expect(answer).toEqual({
    status: 400,
    body: {
      message: expect.stringContaining(field) as string,
      field,
      rule: expect.stringMatching(rule) as string,
    },
  });
});

test('what the control endpoint does not have is answered with what it has', async () => {
  const answer = await control(open(), 'POST', 'explode');
  expect(answer.status).toBe(404);
  for (const { method, path } of actions) {
    expect(answer.body).toMatchObject({ message: expect.stringContaining(`${method} ${path}`) as string });
  }
});

test('a page from elsewhere in this machine’s browser has no control', async () => {
  const sandbox = open();
  const statusFor = async (origin: string): Promise<number> =>
    (await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/state`, { headers: { origin } })).status;
  expect(await statusFor('https://example.com')).toBe(403);
  expect(await statusFor('https://localhost.example.com')).toBe(403);
  expect(await statusFor('null')).toBe(403);
  expect(await statusFor('http://localhost:3000')).toBe(200);
  expect(await statusFor('http://127.0.0.1:5173')).toBe(200);
});

test('the control endpoint is on the port too', async () => {
  const sandbox = open();
  await using server = await sandbox.listen();
  const response = await fetch(`${server.url}/_sandbox/clock`, { method: 'POST', body: '{"advance":1000}' });
  expect(await response.json()).toEqual({ now: '2026-01-15T12:00:01.000Z' });
  expect(sandbox.state().clock).toBe('2026-01-15T12:00:01.000Z');
});
