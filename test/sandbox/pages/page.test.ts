import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { html } from '../../../src/shared/html/markup.ts';
import { type Page, pageResponse, seeOther } from '../../../src/sandbox/pages/page.ts';

/** The directives of the policy of a page. */
function policyOf(page: Partial<Page> = {}): Record<string, string> {
  const { headers } = pageResponse({ title: 'A page', body: html`<p>Text</p>`, ...page });
  const directives = (headers.get('content-security-policy') ?? '').split('; ');
  return Object.fromEntries(
    directives.map((one): [string, string] => {
      const space = one.indexOf(' ');
      return [one.slice(0, space), one.slice(space + 1)];
    }),
  );
}

test('a page is a complete document, with its status, language and direction', async () => {
  const response = pageResponse({
    title: 'דף & <b>',
    body: html`<p>${'<script>'}</p>`,
    status: 410,
    lang: 'he',
    dir: 'rtl',
  });
  const text = await response.text();

  expect(response.status).toBe(410);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect(text).toMatch(/^<!doctype html>\n<html lang="he" dir="rtl">/);
  expect(text).toContain('<title>דף &amp; &lt;b&gt; · Sandbox</title>');
  expect(text).toContain('<p>&lt;script&gt;</p>');
  expect(text).not.toContain('<script');
});

test('the policy allows the style sheet by its hash, and neither scripts, requests, frames nor forms', async () => {
  const text = await pageResponse({ title: 'A page', body: html`<p>Text</p>` }).text();
  const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';

  expect(style.length).toBeGreaterThan(1000);
  expect(policyOf()).toEqual({
    'default-src': "'none'",
    'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src': 'data:',
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('the policy allows the forms of a page to be sent to the sandbox only', () => {
  expect(policyOf({ hasForms: true })['form-action']).toBe("'self'");
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
