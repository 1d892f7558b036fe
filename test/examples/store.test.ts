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

test('the checkout example does not let the player wait for a service that is overloaded', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  service.sandbox.fail({ operation: 'checkout.createSession', status: 503, retryAfter: 50 });
  const { code, err } = await workplace.run(['checkout'], service);

  expect(code).toBe(1);
  expect(err).toContain('Checkout: ServerError, outcome unknown\n');
  expect(err).toContain('The shop responded with 503: {"problem":"Nothing was sold: try again"}');
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
