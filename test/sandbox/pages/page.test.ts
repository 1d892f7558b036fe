import { expect, test } from 'vitest';

import { html } from '../../../src/shared/html/markup.ts';
import { seeOther } from '../../../src/sandbox/pages/forms.ts';
import { pageResponse } from '../../../src/sandbox/pages/page.ts';

test('a page is a complete document, in English, with its status', async () => {
  const response = pageResponse({
    title: 'דף & <b>',
    body: html`<p>${'<script>'}</p>`,
    status: 410,
  });
  const text = await response.text();

  expect(response.status).toBe(410);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain('<title>דף &amp; &lt;b&gt; · Sandbox</title>');
  expect(text).toContain('<p>&lt;script&gt;</p>');
  expect(text).not.toContain('<script');
});

test('the policy allows the style and the script of a page, and requests and forms to the sandbox only', async () => {
  const response = pageResponse({ title: 'A page', body: html`<p>Text</p>`, script: 'work()' });
  const text = await response.text();
  const [, nonce = ''] = /<style nonce="([\w+/]{22}==)">/.exec(text) ?? [];

  expect(text).toMatch(/<script nonce="[\w+/]{22}==">work\(\)<\/script>/);
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; ` +
      "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(await pageResponse({ title: 'A page', body: html`` }).text()).not.toContain(nonce);
});

test('a page is not stored, and its address is not sent to other origins', () => {
  const { headers } = pageResponse({ title: 'A page', body: html`<p>Text</p>` });

  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(Object.fromEntries(seeOther('mygame://shop').headers)).toEqual({
    location: 'mygame://shop',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  });
});
