import { type Content, html, type Markup } from '../../../html/markup.ts';
import { locationOf, redirectProblem } from '../../purchases/session-urls.ts';
import type { CheckoutKey } from '../../seed/checkout-strings.ts';
import type { StoredSession } from '../../store/session.ts';
import { pageResponse, problemPage } from '../page.ts';
import type { PageStrings } from './page-strings.ts';

/** The parts of a checkout page. */
export interface Layout {
  readonly status: number;
  /** Title of the tab. */
  readonly title: string;
  readonly heading: Content;
  readonly main: Markup;
  /** Facts below the main part: a label, and what it says. */
  readonly facts?: readonly (readonly [CheckoutKey, Content])[];
  readonly formAction?: readonly string[];
}

/** Returns a page about a session, in its language. */
export function checkoutResponse(strings: PageStrings, layout: Layout): Response {
  const { status, title, heading, main, facts = [], formAction } = layout;
  const entries = facts.map(
    ([label, value]) =>
      html`<div>
        <dt>${strings.get(label)}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return pageResponse({
    status,
    title,
    lang: strings.lang,
    dir: strings.dir,
    narrow: true,
    formAction,
    body: html`<header>
        <p class="kicker">${strings.get('checkout.sandbox')}</p>
        <h1><bdi>${heading}</bdi></h1>
      </header>
      <main>${main}</main>
      ${
        entries.length === 0
          ? ''
          : html`<footer>
              <dl class="facts">${entries}</dl>
            </footer>`
      }`,
  });
}

/** The session's `redirectUrl`, unless a browser would run it: a data file may have been edited by hand. */
export function redirectOf({ request: { redirectUrl } }: StoredSession): string | undefined {
  return redirectUrl === undefined || redirectProblem(redirectUrl) !== undefined ? undefined : redirectUrl;
}

/** Links to the receipt, if wanted, and back to the game, if the session has a `redirectUrl`. */
export function linksOf(session: StoredSession, strings: PageStrings, receipt?: string): Content {
  const redirectUrl = redirectOf(session);
  const links = [
    ...(receipt === undefined ? [] : [link(receipt, strings.get('checkout.receipt'))]),
    ...(redirectUrl === undefined ? [] : [link(locationOf(redirectUrl), strings.get('checkout.return'))]),
  ];
  return links.length === 0 ? '' : html`<p class="links">${links}</p>`;
}

function link(address: string, label: Content): Markup {
  return html`<a class="button" href="${address}">${label}</a>`;
}

/** No session has the token. */
export function unknownSession(): Response {
  return problemPage(
    404,
    'No such checkout session',
    'No checkout session of this sandbox has the token in the address. Check that the address is complete. ' +
      'Sessions are lost when the sandbox is reset, or is restarted without a data file.',
  );
}

/**
 * The form is that of another session, or of a script. Not a redirect to the page: there, the second click of a double
 * click would pay a price that nobody has read.
 */
export function outdatedForm(page: string, token: string): Response {
  return problemPage(
    409,
    'This page is out of date',
    html`The sandbox has another session than when the checkout page was opened, and the price may be another
      one. Nothing was changed. See the <a href="${page}">page as it is now</a>. Scripts use
      <code>POST /_sandbox/sessions/${token}/pay</code> instead, or <code>/cancel</code>.`,
  );
}
