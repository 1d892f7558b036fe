import { createHash, randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

import { type Content, html, Markup } from '../../shared/html/markup.ts';
import { jsonResponse } from '../json.ts';
import { DataFileError } from '../store/data-file.ts';
import { styleSheet } from './style.ts';

/** Name of the hidden field that identifies what a form changes. */
export const digestField = 'digest';

/** A digest of what a form changes, as its page shows it: a tab that was left open may show something else. */
export function digestOf(...shown: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/** Path of the index page. */
export const indexPath = '/';
/** Path of the requests that the sandbox has kept. */
export const requestsPath = '/requests';
/** Path of the events that keep the index page up to date. */
export const eventsPath = '/events';
/** Path of the OpenAPI document, which the page links. */
export const openApiPath = '/openapi.json';

/** Whether a path belongs to the index page and what it links about itself; its requests are not logged. */
export function isOwnPath(target: string): boolean {
  const [path = ''] = target.split('?');
  return path === indexPath || path === eventsPath || /^\/requests(\/|$)/.test(path);
}

/** A page of the sandbox. */
export interface Page {
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
export function pageResponse(page: Page): Response {
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

/** Redirects after a form, to a page that can be reloaded. */
export function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
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

function documentOf({ title, body, narrow = false, script }: Page, nonce: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="${icon}" />
        ${inline('style', styleSheet, nonce)}
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
    body: html`<header>
        <p class="kicker"><a href="${indexPath}">Sandbox</a></p>
        <h1>${heading}</h1>
      </header>
      <main>
        <div class="card"><p>${explanation}</p></div>
      </main>`,
  });
}

/**
 * The form is that of something else than its page shows now, or of a script. Not a redirect to the page: there, the
 * second click of a double click would pay a price that nobody has read.
 */
export function outdatedPage(page: string): Response {
  return problemPage(
    409,
    'This page is out of date',
    html`The sandbox has changed since the page was opened, or was started again. Nothing was changed. See the
      <a href="${page}">page as it is now</a>. Scripts use <code>publisher-commerce trigger</code>, or the
      control endpoint, instead.`,
  );
}

/** The page for a change that the data file rejected; throws any other error. */
export function unchangedPage(error: unknown): Response {
  if (!(error instanceof DataFileError)) throw error;
  return problemPage(500, 'The change was not made', error.message);
}

/** Whether a request comes from a browser, which wants a page; programs want JSON. */
export function wantsPage({ headers }: Request): boolean {
  return /\btext\/html\b/i.test(headers.get('accept') ?? '');
}

/** Whether a request only reads a page. */
export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns a 403 response for a request from elsewhere, or `undefined` if the request is allowed. */
export type HostCheck = (request: Request) => Response | undefined;

/** A server on a port of this machine. */
export interface PageServer {
  /** Guards everything that is not an operation of the API. */
  readonly checkHost: HostCheck;
  /** The origin of the server's pages, as the sender of the request sees it. */
  readonly pageOriginOf: (request: Request) => string;
}

/** Writes an error that no code expects to stderr: the client may not show the response, which does not explain it. */
export function logFailure({ method, url }: Request, error: unknown): void {
  // Without the query: its values are those of the user.
  console.error(`publisher-commerce sandbox: ${method} ${new URL(url).pathname} failed:`, error);
}

/** The response for an error that no code expects. */
export function failureResponse(request: Request): Response {
  const message = 'The sandbox failed. The error is on the stderr of the process that runs the sandbox.';
  return problemResponse(request, 500, message);
}

/** The response for a problem of a request: a page for browsers, JSON for programs. */
export function problemResponse(request: Request, status: number, message: string): Response {
  return wantsPage(request)
    ? problemPage(status, STATUS_CODES[status] ?? 'Error', message)
    : jsonResponse(status, { message });
}
