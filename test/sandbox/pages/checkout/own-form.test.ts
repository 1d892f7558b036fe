import { expect, test } from 'vitest';

import { formOf, startCheckout, submit } from './checkout-server.ts';

/** Headers of a form; `OWN` stands for the sandbox's origin. `true` sends the page's digest, too. */
const forms: readonly [
  sender: string,
  headers: Record<string, string>,
  hasDigest: boolean,
  status: number,
][] = [
  ['the page itself', { 'sec-fetch-site': 'same-origin', origin: 'OWN' }, true, 303],
  ['a reload', { 'sec-fetch-site': 'none', origin: 'OWN' }, true, 303],
  ['an older browser', { origin: 'OWN' }, true, 303],
  ['the oldest browser', {}, true, 303],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false, 403],
  ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, false, 403],
  ['another site that knows the digest', { 'sec-fetch-site': 'cross-site' }, true, 403],
  [
    'another port of this machine',
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
    false,
    403,
  ],
  [
    'another name of this machine',
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:1' },
    false,
    403,
  ],
  ['another site in an older browser', { origin: 'https://evil.example' }, false, 403],
  ['another port in an older browser', { origin: 'http://127.0.0.1:1' }, true, 403],
  ['a sandboxed frame', { 'sec-fetch-site': 'cross-site', origin: 'null' }, false, 403],
  ['a sandboxed frame in an older browser', { origin: 'null' }, true, 403],
  ['another site in the oldest browser, or a script', {}, false, 409],
];

test.each(forms)('a form of %s with %j (digest: %s) gets %i', async (_sender, headers, hasDigest, status) => {
  const { sandbox, url, open } = await startCheckout();
  const { parsedUrl } = await open({ redirectUrl: 'mygame://shop' });
  const form = await formOf(parsedUrl);
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === 'OWN' ? url : value]),
  );

  for (const action of ['decline', 'pay']) {
    const before = sandbox.state();
    const response = await submit(parsedUrl, action, sent, hasDigest ? form : {});
    expect(response.status).toBe(status);
    if (status !== 303) expect(sandbox.state()).toEqual(before);
    else expect(sandbox.state()).not.toEqual(before);
  }
});

test('a script that is rejected is told what to use instead, and that works', async () => {
  const { url, open, rows } = await startCheckout();
  const { parsedUrl, checkoutSessionToken } = await open();
  const text = await (await submit(parsedUrl, 'pay', {}, {})).text();
  expect(text).toContain(`POST /_sandbox/sessions/${checkoutSessionToken}/pay`);
  expect(await rows()).toEqual([]);

  const paid = await fetch(`${url}/_sandbox/sessions/${checkoutSessionToken}/pay`, { method: 'POST' });
  expect(paid.status).toBe(200);
  expect(await rows()).toHaveLength(1);
});

test('a page of an allowed host may send a form, with the digest of what it pays', async () => {
  const { open, rows } = await startCheckout({}, { allowedHosts: ['shop.test'] });
  const { parsedUrl } = await open();
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'http://shop.test:5173' };

  expect((await submit(parsedUrl, 'pay', headers, {})).status).toBe(409);
  expect(await rows()).toEqual([]);
  expect((await submit(parsedUrl, 'pay', headers)).status).toBe(303);
  expect(await rows()).toHaveLength(1);
});
