import { mkdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createSandbox } from '../../../../src/sandbox/index.ts';
import { openSession, purchase } from '../../sessions.ts';
import { watchStderr } from '../../stderr.ts';
import { newFile } from '../../store/files.ts';
import { sendTo } from '../index/send-form.ts';
import { formOf, startCheckout, submit } from './checkout-server.ts';

const day = 86_400_000;

test('both URLs of a session lead to its page, at the address of the sandbox', async () => {
  const { url, open } = await startCheckout();
  const session = await open();

  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the older URL must work, too
  for (const address of [session.url, session.parsedUrl]) {
    expect(new URL(address).origin).toBe(url);
    const response = await fetch(address, { redirect: 'error' });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Bag of gems');
  }
  expect((await fetch(session.parsedUrl, { method: 'HEAD' })).status).toBe(200);
});

test('the URL has the host that the client used if it is allowed, else the address of the server', async () => {
  const { url } = await startCheckout({}, { allowedHosts: ['shop.test'] });
  for (const [headers, origin] of [
    [{ host: 'localhost:80' }, 'http://localhost:80'],
    [{ host: 'shop.test' }, 'http://shop.test'],
    [{ host: 'shop.test', 'x-forwarded-proto': 'https' }, 'https://shop.test'],
    [{ host: 'evil.example' }, url],
  ] as const) {
    const { text } = await sendTo(`${url}/checkout/v1/session`, {
      method: 'POST',
      headers: { 'x-publisher-token': 'sandbox-token', ...headers },
      body: JSON.stringify(purchase()),
    });
    expect((JSON.parse(text) as { parsedUrl: string }).parsedUrl).toMatch(`${origin}/checkout/`);
  }
});

test('a session that is created in the process has the URL of the server while one listens', async () => {
  const sandbox = createSandbox();
  const reserved = 'https://checkout.publisher-commerce.invalid/checkout/';
  expect((await openSession(sandbox)).parsedUrl).toMatch(reserved);
  {
    await using server = await sandbox.listen();
    const { parsedUrl } = await openSession(sandbox);
    expect(parsedUrl).toMatch(`${server.url}/checkout/`);
    expect((await fetch(parsedUrl)).status).toBe(200);
  }
  expect((await openSession(sandbox)).parsedUrl).toMatch(reserved);
});

test('paying adds a row, and leads through the receipt to the unchanged redirectUrl', async () => {
  const { open, rows } = await startCheckout();
  const redirectUrl = 'https://game.example/back?item=1&x=%20#done';
  const { parsedUrl, purchaseId } = await open({ redirectUrl });
  const form = await formOf(parsedUrl);
  const click = (): Promise<Response> => submit(parsedUrl, 'pay', undefined, form);
  const response = await click();

  expect(response.status).toBe(303);
  const receipt = new URL(response.headers.get('location') ?? '', parsedUrl).href;
  expect(receipt).toBe(`${parsedUrl}/receipt`);
  expect(await rows()).toMatchObject([{ purchaseId, transactionDetails: { type: 'paid', amount: 999 } }]);
  expect((await fetch(receipt, { method: 'HEAD' })).headers.has('refresh')).toBe(false);
  const arrival = await fetch(receipt);
  expect(arrival.headers.get('refresh')).toBe(`2; url=${redirectUrl}`);
  expect(await arrival.text()).toContain('Paid. Returning to the game…');
  // The second click of a double click, whose receipt replaces the first one.
  expect((await click()).headers.get('location')).toMatch(/\/receipt$/);
  expect((await fetch(receipt)).headers.get('refresh')).toBe(`2; url=${redirectUrl}`);
  // A player who goes back stays.
  const later = await fetch(receipt);
  expect(later.headers.has('refresh')).toBe(false);
  const text = await later.text();
  expect(text).not.toContain('Returning');
  expect(text).toContain('href="https://game.example/back?item=1&amp;x=%20#done"');
});

test('without a redirectUrl, paying leads to a receipt that stays, and so does the page of the session', async () => {
  const { open, rows } = await startCheckout();
  const { parsedUrl, purchaseId } = await open();
  const response = await submit(parsedUrl, 'pay');
  const receipt = new URL(response.headers.get('location') ?? '', parsedUrl).href;

  expect([response.status, receipt]).toEqual([303, `${parsedUrl}/receipt`]);
  for (const text of await Promise.all(
    [fetch(receipt), fetch(receipt)].map(async (one) => (await one).text()),
  )) {
    expect(text).toContain('Thank you for your purchase');
    expect(text).toContain('value="999"');
    expect(text).toContain(purchaseId);
    expect(text).toContain('datetime="2026-11-20T12:00:00.000Z"');
  }
  const page = await fetch(parsedUrl);
  expect([page.status, page.url]).toEqual([200, receipt]);
  expect(await rows()).toHaveLength(1);
});

test('an unknown session is 404, with any method and on any path', async () => {
  const { url } = await startCheckout();
  for (const path of [
    '/checkout/nothing',
    '/checkout/nothing/receipt',
    '/checkout?session=nothing',
    '/checkout',
  ]) {
    const response = await fetch(url + path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('No such checkout session');
    expect(text).toContain(
      'Sessions are lost when the sandbox is reset, or is restarted without a data file.',
    );
    expect(text).toContain('<a href="/">Sandbox</a>');
  }
  expect((await submit(`${url}/checkout/nothing`, 'pay', undefined, {})).status).toBe(404);
});

test('a session expires after 24 hours of the clock: 410, and nothing can be done with it', async () => {
  const { sandbox, open, rows } = await startCheckout();
  const { parsedUrl } = await open();
  const form = await formOf(parsedUrl);
  sandbox.advance(day - 1);
  expect((await fetch(parsedUrl)).status).toBe(200);
  sandbox.advance(1);

  for (const action of ['pay', 'decline', 'cancel']) {
    expect((await submit(parsedUrl, action, undefined, form)).headers.get('location')).toMatch(
      /session-\w+$/,
    );
  }
  for (const address of [parsedUrl, `${parsedUrl}/receipt`]) {
    const response = await fetch(address);
    expect(response.status).toBe(410);
    expect(await response.text()).toContain('This checkout session has expired');
  }
  expect(await rows()).toEqual([]);
});

const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';
const phones = [
  {
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  },
  { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36' },
  { 'user-agent': desktop, 'sec-ch-ua-mobile': '?1' },
];

test('an address of an app is opened by a phone, and stays a link on a desktop', async () => {
  const { open } = await startCheckout();
  for (const headers of [...phones, { 'user-agent': desktop, 'sec-ch-ua-mobile': '?0' }, {}]) {
    const { parsedUrl } = await open({ redirectUrl: 'mygame://shop' });
    await submit(parsedUrl, 'pay');
    const receipt = await fetch(`${parsedUrl}/receipt`, { headers });
    const isPhone = phones.some((one) => one === headers);
    expect(receipt.headers.get('refresh')).toBe(isPhone ? '2; url=mygame://shop' : null);
    const text = await receipt.text();
    expect(text).toContain(isPhone ? 'Paid. Returning to the game…' : 'Paid. Open the game to continue.');
    expect(text).toContain('href="mygame://shop"');
  }
});

test('a card that has expired is declined with its reason, which stays until it is paid', async () => {
  const { sandbox, open, rows } = await startCheckout();
  const { parsedUrl } = await open();
  expect((await submit(parsedUrl, 'expired')).status).toBe(303);
  for (let visit = 0; visit < 2; visit += 1) {
    expect(await (await fetch(parsedUrl)).text()).toContain('The card has expired.');
  }
  expect(sandbox.state().sessions).toMatchObject([{ state: 'open', attempt: 'card_expired' }]);
  await submit(parsedUrl, 'decline');
  expect(await (await fetch(parsedUrl)).text()).toContain('The payment was declined.');
  await submit(parsedUrl, 'pay');
  expect(sandbox.state().sessions[0]?.attempt).toBeUndefined();
  expect(await rows()).toHaveLength(1);
});

test('a card that asks for authentication pays once the player confirms, also if the player comes back later', async () => {
  const { sandbox, open, rows } = await startCheckout();
  const { parsedUrl } = await open({ redirectUrl: 'https://game.example/' });
  for (const outcome of ['reject', 'authenticate']) {
    const asked = await submit(parsedUrl, 'authenticates');
    expect(new URL(asked.headers.get('location') ?? '', parsedUrl).href).toBe(parsedUrl);
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await fetch(parsedUrl);
      expect(page.status).toBe(200);
      const text = await page.text();
      expect(text).toContain('Confirm the payment</bdi></h1>');
      expect(text).toContain('Reject: the payment is declined. Cancel: the session ends.');
    }
    expect(await rows()).toEqual([]);
    const { headers } = await submit(parsedUrl, outcome);
    if (outcome === 'authenticate') expect(headers.get('location')).toMatch(/receipt$/);
    else expect(await (await fetch(parsedUrl)).text()).toContain('The payment was not confirmed.');
  }
  expect(await rows()).toHaveLength(1);
  expect((await fetch(`${parsedUrl}/receipt`)).headers.get('refresh')).toBe('2; url=https://game.example/');
  expect(sandbox.state().sessions).toMatchObject([{ state: 'paid' }]);
});

test('nothing is confirmed that the bank has not asked for', async () => {
  const { sandbox, open } = await startCheckout();
  const { parsedUrl } = await open();
  const before = sandbox.state();
  for (const action of ['authenticate', 'reject']) {
    const { status, headers } = await submit(parsedUrl, action);
    expect([status, headers.get('location')]).toEqual([303, new URL(parsedUrl).pathname]);
  }
  const unknown = { ...(await formOf(parsedUrl)), card: '4242' };
  expect((await submit(parsedUrl, 'pay', undefined, unknown)).status).toBe(400);
  expect(sandbox.state()).toEqual(before);
});

test.each([
  ['cancelled', ['cancel'], ''],
  ['paid', ['pay'], '/receipt'],
  ['refunded', ['pay', 'refund'], '/receipt'],
  ['disputed', ['pay', 'dispute'], '/receipt'],
] as const)(
  'forms for a session that is %s change nothing, and lead to its page',
  async (state, steps, page) => {
    const { sandbox, open } = await startCheckout();
    const { parsedUrl, checkoutSessionToken, purchaseId } = await open();
    const form = await formOf(parsedUrl);
    for (const step of steps) {
      sandbox.purchases[step](step === 'refund' || step === 'dispute' ? purchaseId : checkoutSessionToken);
    }
    const before = sandbox.state();

    expect(before.sessions).toMatchObject([{ state }]);
    for (const action of ['pay', 'decline', 'cancel']) {
      const { status, headers } = await submit(parsedUrl, action, undefined, form);
      expect([action, status, headers.get('location')]).toEqual([
        action,
        303,
        new URL(parsedUrl).pathname + page,
      ]);
    }
    expect(sandbox.state()).toEqual(before);
  },
);

test.each([
  ['refunded', ['refund'], 'This purchase was refunded.'],
  ['disputed', ['dispute'], 'This purchase is disputed.'],
  ['reinstated', ['dispute', 'reinstate'], 'This purchase was disputed, and the payment reinstated.'],
] as const)('the page of a session that is %s is its receipt, which says so', async (_, steps, text) => {
  const { sandbox, open } = await startCheckout();
  const { parsedUrl, checkoutSessionToken, purchaseId } = await open();
  sandbox.purchases.pay(checkoutSessionToken);
  for (const step of steps) sandbox.purchases[step](purchaseId);

  const response = await fetch(parsedUrl);
  expect([response.status, response.url]).toEqual([200, `${parsedUrl}/receipt`]);
  expect(await response.text()).toContain(text);
});

test('the receipt of a session that is not paid does not exist', async () => {
  const { open, sandbox } = await startCheckout();
  const { parsedUrl, checkoutSessionToken } = await open();
  const unpaid = await fetch(`${parsedUrl}/receipt`, { redirect: 'manual' });
  expect([unpaid.status, new URL(unpaid.headers.get('location') ?? '', parsedUrl).href]).toEqual([
    303,
    parsedUrl,
  ]);
  sandbox.purchases.cancel(checkoutSessionToken);
  const cancelled = await fetch(`${parsedUrl}/receipt`);
  expect([cancelled.status, cancelled.url]).toEqual([410, parsedUrl]);
  expect(await cancelled.text()).toContain('This purchase was cancelled');
});

test('an unknown action is 400, and another method 405', async () => {
  const { sandbox, open } = await startCheckout();
  const { parsedUrl } = await open();
  expect((await submit(parsedUrl, 'refund')).status).toBe(400);
  const put = await fetch(parsedUrl, { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await submit(`${parsedUrl}/receipt`, 'pay', undefined, {})).status).toBe(405);
  expect(sandbox.state()).toMatchObject({ sessions: [{ state: 'open' }], transactions: [] });
});

test('a payment that cannot be written to the data file is not made, and the page says so', async () => {
  const data = newFile();
  const { sandbox, open } = await startCheckout({ data });
  const { parsedUrl } = await open();
  const form = await formOf(parsedUrl);
  mkdirSync(`${data}.new/in-the-way`, { recursive: true });
  const stderr = watchStderr();
  const failed = await submit(parsedUrl, 'pay', undefined, form);
  expect(failed.status).toBe(500);
  expect(await failed.text()).toContain('The change was not made');
  expect(stderr).toHaveBeenCalledOnce();
  expect(sandbox.state().sessions).toMatchObject([{ state: 'open' }]);
  await sandbox.close();
});

test('the page is served on the IPv6 loopback address, too', async () => {
  const server = await startCheckout({}, { host: '::1' });
  const { parsedUrl } = await server.open();
  expect(parsedUrl).toMatch(/^http:\/\/\[::1\]:\d+\/checkout\/session-/);
  expect((await fetch(parsedUrl)).status).toBe(200);
  expect((await submit(parsedUrl, 'pay')).status).toBe(303);
  expect(await server.rows()).toHaveLength(1);
});
