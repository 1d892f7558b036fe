import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { openSession, pay } from '../../sessions.ts';
import { listening, sectionOf } from './listening.ts';
import { digestOf, openPage, sendForm } from './send-form.ts';

test('a payment is refunded, another one disputed and reinstated, by the buttons of their rows', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const [first, second] = [await pay(sandbox), await pay(sandbox)];
  const send = async (action: string, purchase: string): Promise<string> => {
    const { status, headers } = await sendForm(url, { action, purchase });
    expect([status, headers['location']]).toEqual([303, `/?done=${action}#sessions`]);
    return sectionOf(await openPage(`${url}/?done=${action}`), 'sessions');
  };

  expect(await send('refund', first.purchaseId)).toContain(
    `${first.purchaseId} is refunded: -9.99 USD , net -9.99 USD .`,
  );
  expect(await send('dispute', second.purchaseId)).toContain(`${second.purchaseId} is disputed: -9.99 USD`);
  expect(await send('reinstate', second.purchaseId)).toContain(
    `${second.purchaseId} is reinstated: 9.99 USD`,
  );

  expect(sandbox.state().transactions.map(({ transactionDetails: { type } }) => type)).toEqual([
    'paid',
    'paid',
    'refund',
    'dispute_funds_withdrawn',
    'dispute_funds_reinstated',
  ]);
  expect((await openPage(`${url}/`)).text).not.toContain('name="purchase"');
});

test('a row has the buttons for what can be done with its purchase', async () => {
  const { sandbox, url } = await listening();
  const { checkoutSessionToken, purchaseId } = await openSession(sandbox);
  const buttons = async (): Promise<unknown> =>
    [...(await openPage(`${url}/`)).text.matchAll(/<button class="small"[^>]*>([^<]*)</g)].map(
      ([, label]) => label,
    );

  expect(await buttons()).toEqual([]);
  sandbox.purchases.pay(checkoutSessionToken);
  expect(await buttons()).toEqual(['Refund', 'Dispute']);
  sandbox.purchases.dispute(purchaseId);
  expect(await buttons()).toEqual(['Reinstate']);
  sandbox.purchases.reinstate(purchaseId);
  expect(await buttons()).toEqual([]);
});

test('the second click of a double click adds no row, and a purchase in another state is left alone', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const { purchaseId: purchase } = await pay(sandbox);
  const refund = { action: 'refund', purchase, digest: await digestOf(url, { action: 'refund', purchase }) };
  const dispute = {
    action: 'dispute',
    purchase,
    digest: await digestOf(url, { action: 'dispute', purchase }),
  };
  const responses = await Promise.all([sendForm(url, refund), sendForm(url, refund)]);
  expect(responses.map(({ status }) => status)).toEqual([303, 303]);
  expect(sandbox.state().transactions).toHaveLength(2);

  await sendForm(url, dispute);
  const section = sectionOf(await openPage(`${url}/?done=dispute`), 'sessions');
  expect(section).toContain(`The purchase ${purchase} is refunded: it must be paid to be disputed.`);
  expect(sandbox.state().transactions).toHaveLength(2);
});

test('reset restores the initial state', async () => {
  const { sandbox, url } = await listening();
  const before = sandbox.state();
  await pay(sandbox);
  sandbox.fail({ operation: '*', status: 503 });
  sandbox.advance(1000);

  expect((await sendForm(url, { action: 'reset' })).headers['location']).toBe('/?done=reset#reset');
  expect(sandbox.state()).toEqual(before);
  const page = await openPage(`${url}/?done=reset`);
  expect(sectionOf(page, 'reset')).toContain('Everything is in its initial state again');
  expect(sectionOf(page, 'fault')).toContain('No active faults.');
});

/** An endpoint of the publisher. */
async function endpoint(respond: () => { status: number; body?: unknown }) {
  const received: { headers: Record<string, unknown>; body: unknown }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(text) });
      const { status, body } = respond();
      response.writeHead(status).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has this form of address.
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback` };
}

test('the game authentication endpoint is called at an address, signed, with its result on the page', async () => {
  const { url } = await listening();
  const game = await endpoint(() => ({
    status: 200,
    body: {
      deepLink: 'mygame://login?player=1&t=access-1234',
      accessToken: 'access-1234',
      desktopAutoRedirect: true,
    },
  }));
  const call = async (device: string): Promise<string> => {
    await sendForm(url, { action: 'game-auth', url: game.url, device });
    return sectionOf(await openPage(`${url}/?done=game-auth`), 'callbacks');
  };

  expect(await call('DESKTOP')).toContain(
    'Your endpoint responded with 200: the player is redirected to mygame://login?player=1&amp;t=[token].',
  );
  expect(await call('MOBILE')).toContain('the player sees a QR code of mygame://login');
  expect(game.received).toMatchObject([
    { headers: { 'x-publisher-token': 'sandbox-token' }, body: { device: 'DESKTOP' } },
    { body: { device: 'MOBILE' } },
  ]);
  expect(game.received[0]?.headers).toHaveProperty('signature');
});

test('an endpoint that fails is an alert, and an address that is none is a problem of its field', async () => {
  const { url } = await listening();
  const game = await endpoint(() => ({ status: 500 }));
  await sendForm(url, { action: 'game-auth', url: game.url, device: 'DESKTOP' });
  expect((await openPage(`${url}/?done=game-auth`)).text).toMatch(
    /role="alert">The player sees an error; your game authentication endpoint failed: expected status 200, received 500\.</,
  );
  await sendForm(url, { action: 'personalize', url: game.url, players: '' });
  expect((await openPage(`${url}/?done=personalize`)).text).toContain(
    'your personalization endpoint failed: it responded with 500.',
  );

  for (const action of ['game-auth', 'personalize']) {
    const { status, text } = await sendForm(url, { action, url: 'javascript:alert(1)', players: 'p' });
    expect(status).toBe(400);
    expect(text).toContain(
      `id="${action}-problem">Address: must be a URL that begins with http:// or https://`,
    );
    expect(text).toContain('value="javascript:alert(1)"');
  }
  expect(game.received).toHaveLength(2);
});

test('personalization is triggered for players, and delivered to an address', async () => {
  const { sandbox, url } = await listening();
  const game = await endpoint(() => ({ status: 204 }));
  await sendForm(url, { action: 'personalize', url: game.url, players: 'player-1, player-2' });
  expect(sectionOf(await openPage(`${url}/?done=personalize`), 'callbacks')).toContain(
    'Personalization of player-1, player-2 is triggered at 2026-01-15T12:00:00.000Z; your endpoint responded with 204.',
  );
  await sendForm(url, { action: 'personalize', url: '', players: '' });
  expect(sectionOf(await openPage(`${url}/?done=personalize`), 'callbacks')).toContain(
    'Personalization of all active players is triggered at 2026-01-15T12:00:00.000Z; recorded only: enter an address to deliver it.',
  );
  expect(game.received.map(({ body }) => body)).toEqual([
    {
      playerIds: ['player-1', 'player-2'],
      publisherId: 'sandbox-publisher',
      date: '2026-01-15T12:00:00.000Z',
    },
  ]);
  expect(sandbox.state().personalization).toHaveLength(2);
});

const forms: readonly Readonly<Record<string, string>>[] = [
  { action: 'refund' },
  { action: 'dispute' },
  { action: 'reset' },
  { action: 'game-auth', url: 'http://127.0.0.1:1/', device: 'DESKTOP' },
  { action: 'personalize', url: '', players: '' },
  { action: 'advance', amount: '1', unit: 'days' },
  { action: 'fault', operation: '*', outcome: 'status:503', times: '1', after: '0' },
];

test.each(forms)(
  'the form $action is rejected from elsewhere, and without the digest of its page',
  async (form) => {
    const { sandbox, url } = await listening();
    const { purchaseId } = await pay(sandbox);
    const fields =
      form['action'] === 'refund' || form['action'] === 'dispute' ? { ...form, purchase: purchaseId } : form;
    const other = await listening();
    const { purchaseId: samePurchase } = await pay(other.sandbox);
    expect(samePurchase).toBe(purchaseId);
    const before = sandbox.state();

    const elsewhere = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none', origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { host: 'evil.example' },
    ];
    for (const headers of elsewhere) expect((await sendForm(url, fields, headers)).status).toBe(403);
    for (const digest of [
      '',
      'x'.repeat(43),
      await digestOf(other.url, fields),
      await digestOf(url, { action: 'advance' }),
    ]) {
      if (form['action'] === 'advance' && digest === (await digestOf(url, fields))) continue;
      const { status, text } = await sendForm(url, { ...fields, digest });
      expect(status).toBe(409);
      expect(text).toContain('Nothing was changed.');
    }
    expect(sandbox.state()).toEqual(before);
    expect(sectionOf(await openPage(`${url}/`), 'fault')).toContain('No active faults.');
  },
);

test('after a reset, a button does nothing to another purchase with the same id', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const { purchaseId: purchase } = await pay(sandbox);
  const form = { action: 'refund', purchase, digest: await digestOf(url, { action: 'refund', purchase }) };
  sandbox.reset();
  const again = await pay(sandbox, { priceDetails: { price: 100_000, currency: 'USD' } });
  expect(again.purchaseId).toBe(purchase);

  expect((await sendForm(url, form)).status).toBe(409);
  expect(sandbox.state().transactions).toHaveLength(1);
});
