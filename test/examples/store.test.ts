import { expect, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { openService, openWorkplace, startExample } from './run-example.ts';

test('the checkout example sells a cart at the price of the shop, and shows its row of the report', async () => {
  await using workplace = await openWorkplace();
  const { code, out } = await workplace.run(['checkout']);

  expect(code).toBe(0);
  expect(out).toContain('The player paid: 200');
  // 3 × 1.99 + 14.99, less 5 % for the payment.
  expect(out).toContain('3 x 100 gems, 1 x Dragon sword, paid, $20.96, of which $19.91 is ours');
});

test('with a real service the checkout example opens a session and leaves paying to the player', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  const { code, out } = await workplace.run(['checkout'], service);
  const [session, ...others] = service.sandbox.state().sessions;

  expect(code).toBe(0);
  expect(others).toEqual([]);
  expect(session).toMatchObject({
    state: 'open',
    request: { priceDetails: { price: 2096, currency: 'USD' }, customer: { id: 'player-1' } },
  });
  expect(out).toContain(session?.purchaseId);
});

test('a checkout that the service rejects is shown to the player as unsold', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  service.sandbox.fail({ operation: 'checkout.createSession', status: 500 });
  const { code, err } = await workplace.run(['checkout'], service);

  expect(code).toBe(1);
  expect(err).toContain('Checkout: ServerError, outcome unknown');
  expect(err).toContain('The shop responded with 503');
});

test('stores are refreshed after game events, and a service that is away does not hold up the game', async () => {
  await using workplace = await openWorkplace();
  const { code, out } = await workplace.run(['personalization']);
  const lines = out.split('\n');
  const failed = lines.findIndex((line) => line.startsWith('Store: not refreshed, will retry later'));

  expect(code).toBe(0);
  expect(failed).toBeGreaterThan(0);
  expect(lines.indexOf('Game: player-4 reached level 5')).toBeGreaterThan(failed);
  expect(out).toContain(
    'The service triggered the callback 2 times:\n  player-1, player-2\n  player-3, player-4\n',
  );
});

test('the game authentication server is called once by the sandbox, and ends', async () => {
  await using workplace = await openWorkplace();
  const { code, out } = await workplace.run(['game-auth-server']);

  expect(code).toBe(0);
  expect(out).toContain("shows: 'qr_code'");
  expect(out).toMatch(/deepLink: 'mygame:\/\/auth\?token=[0-9a-f-]{36}'/);
  expect(out).toContain('1 login waits for the game');
});

test('with --keep the game authentication server stays, and accepts requests signed with its secret', async () => {
  await using workplace = await openWorkplace();
  const env = { PUBLISHER_TOKEN: 'kept-token', CALLBACK_SECRET: 'kept-secret', PORT: '0' };
  const { child, out, printed, finished } = startExample(
    ['game-auth-server', '--keep'],
    workplace.folder,
    env,
  );
  try {
    await printed(/ {2}-d /);
    const url = /http:\S+/.exec(out())?.[0] ?? '';
    const signed = createSandbox({ token: 'kept-token', secret: 'kept-secret' });
    const forged = createSandbox({ token: 'kept-token', secret: 'another-secret' });

    expect(await signed.callGameAuth(url)).toMatchObject({ shows: 'qr_code', status: 200 });
    expect(await forged.callGameAuth(url)).toMatchObject({ shows: 'error', status: 400 });
    expect(out()).not.toMatch(/kept-token|kept-secret/);
  } finally {
    child.kill('SIGKILL');
    await finished;
  }
});
