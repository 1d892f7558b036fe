import { createHash } from 'node:crypto';

import { html } from '../../shared/html/markup.ts';
import { DataFileError } from '../store/data-file.ts';
import { problemPage } from './page.ts';

/** Name of the hidden field that identifies what a form changes. */
export const digestField = 'digest';

/** A digest of what a form changes, as its page shows it: a tab that was left open may show something else. */
export function digestOf(...shown: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/** Redirects after a form, to a page that can be reloaded. */
export function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
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
