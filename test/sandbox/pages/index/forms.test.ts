import { mkdirSync, rmSync } from 'node:fs';

import { expect, test } from 'vitest';

import { actions } from '../../../../src/sandbox/actions/actions.ts';
import { startPublisher } from '../../outbound/publisher.ts';
import { openSession, pay } from '../../sessions.ts';
import { newFile } from '../../store/files.ts';
import { listening, sectionOf } from './listening.ts';
import { digestOf, openPage, sendForm } from './send-form.ts';

/** Sends a form, and returns the section of the page that it leads to. */
async function submit(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { status, headers } = await sendForm(url, fields);
  const [, name = '', section = ''] = /^\/\?done=([\w-]+)#(\w+)$/.exec(String(headers['location'])) ?? [];
  expect([status, name]).toEqual([303, fields['action']]);
  return sectionOf(await openPage(`${url}/?done=${name}`), section);
}

test('every action has a form, with every field', async () => {
  const { sandbox, url } = await listening();
  await openSession(sandbox);
  await pay(sandbox);
  sandbox.purchases.dispute((await pay(sandbox)).purchaseId);
  await sandbox.callGameAuth((await startPublisher({ status: 204 })).url);
  const { text } = await openPage(`${url}/`);
  const forms = [...text.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
  for (const { name, fields, section } of actions) {
    const form = forms.find((one) => one.includes(`name="action" value="${name}"`)) ?? '';
    for (const [key, { isRare }] of Object.entries(fields)) {
      if (section !== 'sessions' || !isRare) expect(form, name).toContain(` name="${key}"`);
    }
    expect(form, name).toContain('<button');
  }
});

test('the form of a session changes it, and that of a purchase adds a row', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const { checkoutSessionToken: session, purchaseId: purchase } = await openSession(sandbox);

  expect(await submit(url, { action: 'decline', session })).toContain('is declined: 9.99 USD');
  expect(await submit(url, { action: 'pay', session })).toContain(`${purchase} is paid: 9.99 USD; row `);
  expect(await submit(url, { action: 'dispute', purchase })).toMatch(
    /is disputed: -9\.99 USD; row .* chargeback fee 15\.00 USD, net -24\.99 USD/,
  );
  expect(sandbox.state().sessions.map(({ state }) => state)).toEqual(['disputed']);
});

test('the form of a new purchase buys an offer, and says which field it does not know', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const fields = { action: 'buy', player: 'ann', offer: 'season-pass', country: 'JP' };

  expect(await submit(url, fields)).toMatch(/purchase-\w{16} is paid: [\d,]+ JPY; row /);
  expect(sandbox.state().sessions).toMatchObject([{ state: 'paid', request: { customer: { id: 'ann' } } }]);
  const { status, text } = await sendForm(url, { ...fields, country: 'ZZ' });
  expect(status).toBe(400);
  expect(text).toContain('must be a country of the sandbox, such as DE');
  expect(sandbox.state().sessions).toHaveLength(1);
});

test('the state can be downloaded, and a reset that would wipe a data file asks first', async () => {
  const { url } = await listening();
  const kept = await listening({ data: newFile() });
  const [page, keptPage] = [await openPage(`${url}/`), await openPage(`${kept.url}/`)];

  for (const { text } of [page, keptPage])
    expect(text).toContain('<a href="/_sandbox/seed" download="sandbox-seed.json">');
  expect(page.text).not.toContain('type="checkbox"');
  expect(keptPage.text).toMatch(/<input type="checkbox" name="sure" value="yes" required \/>/);
  const { status, text } = await sendForm(kept.url, { action: 'reset' });
  expect(status).toBe(400);
  expect(text).toContain('Nothing was discarded');
  expect(text).toContain('Tick the box beside the button, and try again.');
  expect(await submit(kept.url, { action: 'reset', sure: 'yes' })).toContain('initial state');
});

test('the second click of a double click changes nothing, and another state is an alert', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const { purchaseId: purchase } = await pay(sandbox);
  const fields = { action: 'refund', purchase };
  const digest = await digestOf(url, fields);
  const dispute = {
    action: 'dispute',
    purchase,
    digest: await digestOf(url, { action: 'dispute', purchase }),
  };
  await Promise.all([sendForm(url, { ...fields, digest }), sendForm(url, { ...fields, digest })]);
  expect((await openPage(`${url}/?done=refund`)).text).toContain('role="status"');
  await sendForm(url, dispute);
  expect((await openPage(`${url}/?done=dispute`)).text).toMatch(
    /role="alert">The purchase .* is refunded: it must be/,
  );
  expect(sandbox.state().transactions).toHaveLength(2);
});

test('a fault is added, and the form keeps what was chosen until the sandbox is reset', async () => {
  const { sandbox, url } = await listening();
  const fields = {
    action: 'fault',
    operation: 'offers.list',
    reason: '',
    fault: 'cut_body',
    times: '7',
    applied: 'true',
  };
  expect(await submit(url, fields)).toMatch(
    /The next 7 requests for offers.list fail with cut_body, once it was carried out\..* cut_body 7 0/,
  );
  const { text } = await openPage(`${url}/`);
  for (const option of ['offers.list', 'cut_body', 'true']) {
    expect(text).toMatch(new RegExp(`<option value="${option}" selected`));
  }
  expect(await submit(url, { action: 'remove-faults' })).toContain(
    'All faults were removed. No active faults.',
  );
  await submit(url, { action: 'reset' });
  expect((await openPage(`${url}/`)).text).not.toMatch(/<option value="cut_body" selected/);
  expect(sandbox.state().sessions).toEqual([]);
});

test('the clock is moved, and a notice is shown once', async () => {
  const { sandbox, url } = await listening();
  expect(await submit(url, { action: 'advance', advance: '90m' })).toContain(
    'The sandbox&#39;s clock is at 2026-01-15T13:30:00.000Z.',
  );
  expect((await openPage(`${url}/?done=advance`)).text).not.toContain('role="status"');
  expect(sandbox.state().clock).toBe('2026-01-15T13:30:00.000Z');
});

test('your endpoints are called, and the token of a player is not shown', async () => {
  const link = {
    deepLink: 'mygame://login?t=access-1234',
    accessToken: 'access-1234',
    desktopAutoRedirect: true,
  };
  const game = await startPublisher({ body: JSON.stringify(link) });
  const { sandbox, url } = await listening();
  expect(await submit(url, { action: 'game-auth', url: game.url, device: 'DESKTOP' })).toContain(
    'Your endpoint responded to callback 1 with 200: the player is redirected to mygame://login?t=[token].',
  );
  expect(await submit(url, { action: 'personalize', url: '', playerIds: 'player-1, player-2' })).toContain(
    'Personalization of player-1, player-2 is triggered at 2026-01-15T12:00:00.000Z; recorded only:',
  );
  expect(sandbox.state().personalization).toEqual([
    { date: '2026-01-15T12:00:00.000Z', playerIds: ['player-1', 'player-2'] },
  ]);
  const broken = await startPublisher({ status: 500 });
  await sendForm(url, { action: 'game-auth', url: broken.url, device: 'MOBILE' });
  expect((await openPage(`${url}/?done=game-auth`)).text).toMatch(
    /role="alert">Callback 2 failed: the player sees an error; your game authentication endpoint failed: expected status 200, received 500\.</,
  );
});

test.each([
  [
    { action: 'advance', advance: '1 day' },
    'advance',
    'Move forward by: must be a positive integer with a unit',
  ],
  [{ action: 'fault', operation: '*' }, 'status', 'Status: is required, unless reason or fault is given'],
  [
    { action: 'fault', operation: '*', status: '503', times: 'x' },
    'times',
    'Requests: must be an integer of at least 1',
  ],
  [{ action: 'game-auth', url: '' }, 'url', 'Address of your endpoint: is required, unless the sandbox has'],
])('the form %j is shown again, with what is wrong with %s', async (fields, field, message) => {
  const { sandbox, url } = await listening();
  const before = sandbox.state();
  const { status, text } = await sendForm(url, fields);
  expect(status).toBe(400);
  expect(text).toContain(`id="${fields.action}-problem">${message}`);
  expect(text).toMatch(new RegExp(`name="${field}"\\s+aria-invalid="true" [^>]*autofocus`));
  for (const value of Object.values(fields).slice(1)) expect(text).toMatch(`value="${value}"`);
  expect(sandbox.state()).toEqual(before);
});

test('a form is rejected from elsewhere, without the digest of its page, and if no page has it', async () => {
  const [{ sandbox, url }, other] = [await listening(), await listening()];
  const fields = { action: 'reset' };
  const { purchaseId: purchase } = await pay(sandbox);
  await pay(other.sandbox);
  const before = sandbox.state();
  const elsewhere = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { host: 'evil.example' },
  ];
  for (const headers of elsewhere) expect((await sendForm(url, fields, headers)).status).toBe(403);
  const foreign = await digestOf(other.url, fields);
  for (const digest of ['', 'x'.repeat(43), foreign, await digestOf(url, { action: 'remove-faults' })]) {
    const { status, text } = await sendForm(url, { ...fields, digest });
    expect(status).toBe(409);
    expect(text).toContain('Nothing was changed.');
  }
  expect(await sendForm(url, { action: 'explode', digest: foreign })).toMatchObject({
    status: 400,
    text: expect.stringContaining('The page has no form with this name.') as string,
  });
  // A purchase from before a reset does not exist.
  const refund = { action: 'refund', purchase };
  const digest = await digestOf(url, refund);
  expect(sandbox.state()).toEqual(before);
  sandbox.reset();
  await pay(sandbox, { priceDetails: { price: 100_000, currency: 'USD' } });
  expect((await sendForm(url, { ...refund, digest })).status).toBe(409);
});

test('a change that cannot be written is not made, and the page says so', async () => {
  const data = newFile();
  const { sandbox, url } = await listening({ data });
  mkdirSync(`${data}.new/in-the-way`, { recursive: true });
  const { status, text } = await sendForm(url, { action: 'advance', advance: '1d' });
  expect(status).toBe(500);
  expect(text).toContain('The change was not made: it cannot be written to');
  expect(sandbox.state().clock).toBe('2026-01-15T12:00:00.000Z');
  rmSync(`${data}.new`, { recursive: true });
});
