import { expect, test } from 'vitest';

import { FormTokens } from '../../../src/sandbox/pages/form-tokens.ts';
import { formOf, startCheckout, submit } from './checkout/checkout-server.ts';

/** Headers of a form; `OWN` stands for the sandbox's origin. `true` sends the page's token, too. */
const forms: readonly [sender: string, headers: Record<string, string>, hasToken: boolean, status: number][] =
  [
    ['the page itself', { 'sec-fetch-site': 'same-origin', origin: 'OWN' }, true, 303],
    ['a reload', { 'sec-fetch-site': 'none', origin: 'OWN' }, true, 303],
    ['an older browser', { origin: 'OWN' }, true, 303],
    ['the oldest browser', {}, true, 303],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false, 403],
    ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, false, 403],
    ['another site that knows the token', { 'sec-fetch-site': 'cross-site' }, true, 403],
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
    ['another site in the oldest browser, or a script', {}, false, 403],
  ];

test.each(forms)('a form of %s with %j (token: %s) gets %i', async (_sender, headers, hasToken, status) => {
  const { sandbox, url, open } = await startCheckout();
  const { parsedUrl } = await open({ redirectUrl: 'mygame://shop' });
  const form = await formOf(parsedUrl);
  expect(form['formToken']).toHaveLength(43);
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === 'OWN' ? url : value]),
  );

  for (const action of ['decline', 'pay']) {
    const before = sandbox.state();
    const response = await submit(parsedUrl, action, sent, hasToken ? form : {});
    expect(response.status).toBe(status);
    if (status === 403) expect(sandbox.state()).toEqual(before);
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

test('the token of a form belongs to its page and its sandbox', () => {
  const tokens = new FormTokens();
  const token = tokens.of('a');
  expect(tokens.matches('a', token)).toBe(true);
  expect(tokens.matches('b', token)).toBe(false);
  expect(new FormTokens().matches('a', token)).toBe(false);
  for (const other of [null, '', 'a', `${token.slice(0, -2)}AA`, `${token}A`]) {
    expect(tokens.matches('a', other)).toBe(false);
  }
});
