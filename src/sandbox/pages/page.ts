import { randomBytes } from 'node:crypto';

import { type Content, html, Markup } from '../../shared/html/markup.ts';
import { indexPath } from '../paths.ts';
import { header } from './elements.ts';
import { pageStyle } from './style.ts';

/** A page of the sandbox. */
export interface HtmlPage {
  /** Title of the tab, without the name of the sandbox. */
  readonly title: string;
  /** Content of the body. */
  readonly body: Markup;
  /** HTTP status. @defaultValue `200` */
  readonly status?: number | undefined;
  /** Whether the page is a single column, like a form, instead of as wide as a table. @defaultValue `false` */
  readonly narrow?: boolean | undefined;
  /** A script, which may send requests to the sandbox. @defaultValue none */
  readonly script?: string | undefined;
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1d5c63"/>' +
    '<path d="M4 6h8l-.7 6.5H4.7zM6 7V5a2 2 0 0 1 4 0v2" fill="none" stroke="#fff" stroke-width="1.3"/></svg>',
)}`;

/** Returns a page as a response: a complete document that needs no other request, with strict security headers. */
export function pageResponse(page: HtmlPage): Response {
  const nonce = randomBytes(16).toString('base64');
  const document = Buffer.from(documentOf(page, nonce).html);
  return new Response(document, {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(document.byteLength),
      // The state may have changed when the player comes back.
      'cache-control': 'no-store',
      'content-security-policy': policyOf(nonce),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      // Not `no-referrer`, with which browsers send `Origin: null` even to the page's own origin.
      'referrer-policy': 'same-origin',
    },
  });
}

/** Allows the style sheet and the script of a page, and requests and forms to the sandbox only. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function documentOf({ title, body, narrow = false, script }: HtmlPage, nonce: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="${icon}" />
        ${inline('style', pageStyle, nonce)}
      </head>
      <body class="${narrow ? 'narrow' : ''}">
        ${body} ${script === undefined ? '' : inline('script', script, nonce)}
      </body>
    </html> `;
}

/** An element whose content the policy allows. */
function inline(tag: 'script' | 'style', content: string, nonce: string): Markup {
  return new Markup(`<${tag} nonce="${nonce}">${content}</${tag}>`);
}

/** A page that says what is wrong with a request. */
export function problemPage(status: number, heading: string, explanation: Content): Response {
  return pageResponse({
    status,
    title: heading,
    narrow: true,
    body: html`${header(html`<a href="${indexPath}">Sandbox</a>`, heading)}
      <main>
        <div class="card"><p>${explanation}</p></div>
      </main>`,
  });
}

/** Whether a request comes from a browser, which wants a page; programs want JSON. */
export function wantsPage({ headers }: Request): boolean {
  return /\btext\/html\b/i.test(headers.get('accept') ?? '');
}
