import { expect, test } from 'vitest';

import { startPublisher } from '../../../sandbox/outbound/publisher.ts';
import { jsonOf, listeningSandbox } from './run-trigger.ts';
import { said } from '../../../support/said.ts';

const link = { deepLink: 'mygame://login', accessToken: 'player-secret', desktopAutoRedirect: true };

test('game-auth calls your endpoint, and says what the player sees and the number of the callback', async () => {
  const { url: endpoint, received } = await startPublisher({ body: JSON.stringify(link) });
  const { trigger, url } = await listeningSandbox({ gameAuthUrl: endpoint });

  expect(await trigger('game-auth')).toEqual({
    code: 0,
    out: expect.stringMatching(said('callback 1 … 200: … mygame://login\n')) as string,
    err: '',
  });
  const onPhone = await trigger('game-auth', '--device', 'IOS', '--json');
  expect(jsonOf(onPhone)).toEqual({
    ...{ trigger: 'game-auth', url },
    outcome: {
      ...{ shows: 'qr_code', deepLink: 'mygame://login', accessToken: 'player-secret' },
      ...{ status: 200, callback: 2 },
    },
  });
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { device: 'DESKTOP' },
    { device: 'IOS' },
  ]);
});

test('game-auth exits with 1 if your endpoint fails, and with 2 if there is none', async () => {
  const { url: endpoint } = await startPublisher({ status: 500 });
  const { trigger } = await listeningSandbox();

  expect(await trigger('game-auth', '--endpoint', endpoint)).toEqual({
    code: 1,
    out: expect.stringContaining('callback 1 failed: ') as string,
    err: expect.stringMatching(said('expected status 200, received 500')) as string,
  });
  const without = await trigger('game-auth');
  expect(without.code).toBe(2);
  expect(without.err).toMatch(said('--endpoint: … --game-auth-url'));
  const invalid = await trigger('game-auth', '--endpoint', 'localhost:3000');
  expect(invalid.code).toBe(2);
  expect(invalid.err).toMatch(said('--endpoint: … URL'));
});

test('personalize calls your endpoint for the players', async () => {
  const { url: endpoint, received } = await startPublisher({ status: 204 });
  const { sandbox, url, trigger } = await listeningSandbox({ personalizeUrl: endpoint });
  const date = '2026-01-15T12:00:00.000Z';

  expect(await trigger('personalize')).toEqual({
    code: 0,
    out: `personalization of all active players is triggered at ${date}\nyour endpoint responded with 204\n`,
    err: '',
  });
  const some = await trigger('personalize', '--player', 'a', '--player', 'b', '--json');
  const event = { date, playerIds: ['a', 'b'], delivery: { status: 204 } };
  expect(jsonOf(some)).toEqual({ trigger: 'personalize', url, event });
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { publisherId: 'sandbox-publisher', date },
    { playerIds: ['a', 'b'], publisherId: 'sandbox-publisher', date },
  ]);
  expect(sandbox.state().personalization[1]).toEqual(event);
});

test('personalize exits with 1 if your endpoint fails, and only records without one', async () => {
  const { url: endpoint } = await startPublisher({ status: 503 });
  const { trigger } = await listeningSandbox();

  const failed = await trigger('personalize', '--endpoint', endpoint);
  expect(failed.code).toBe(1);
  expect(failed.err).toBe('publisher-commerce: your endpoint failed: it responded with 503\n');
  const recorded = await trigger('personalize');
  expect(recorded).toMatchObject({ code: 0, err: '' });
  expect(recorded.out).toMatch(said('recorded only: … --personalize-url'));
});

test('repeat sends the same body, and exits with 1 for a callback that is not kept', async () => {
  const { url: endpoint, received } = await startPublisher({ status: 204 });
  const { trigger, url } = await listeningSandbox({ personalizeUrl: endpoint });
  await trigger('personalize', '--player', 'a');

  expect(await trigger('repeat', '1')).toEqual({
    code: 0,
    out: 'your endpoint responded with 204\n',
    err: '',
  });
  const asJson = await trigger('repeat', '2', '--json');
  expect(jsonOf(asJson)).toEqual({ trigger: 'repeat', url, delivery: { status: 204 } });
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(received).toHaveLength(3);
  const unknown = await trigger('repeat', '9');
  expect(unknown).toEqual({
    code: 1,
    out: '',
    err:
      'publisher-commerce: No callback has this number: the last 200 are kept. ' +
      `The sandbox's callbacks are at ${url}/callbacks\n`,
  });
  const inJson = await trigger('repeat', '9', '--json');
  expect(jsonOf(inJson)).toMatchObject({ error: { code: 'callback_not_found' } });
});

test('a callback that fails again prints its failure only', async () => {
  const { url: endpoint } = await startPublisher({ status: 500 });
  const { trigger } = await listeningSandbox({ personalizeUrl: endpoint });
  await trigger('personalize');

  expect(await trigger('repeat', '1')).toEqual({
    code: 1,
    out: '',
    err: 'publisher-commerce: your endpoint failed: it responded with 500\n',
  });
});
