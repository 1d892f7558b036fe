import { type Content, html, type Markup } from '../../../html/markup.ts';
import { locationOf, redirectProblem } from '../../purchases/redirect-url.ts';
import type { StoredSession } from '../../state/tables.ts';
import { pageResponse } from '../page.ts';
import type { CheckoutText } from '../../state/initial/checkout-texts.ts';
import type { Texts } from './texts.ts';

/** The parts of a checkout page. */
export interface Layout {
  readonly status: number;
  /** Title of the tab. */
  readonly title: string;
  readonly heading: Content;
  readonly main: Markup;
  /** Facts below the main part: a label, and what it says. */
  readonly facts?: readonly (readonly [CheckoutText, Content])[];
  readonly formAction?: readonly string[];
}

/** Returns a page about a session, in its language. */
export function checkoutResponse(texts: Texts, layout: Layout): Response {
  const { status, title, heading, main, facts = [], formAction } = layout;
  const entries = facts.map(
    ([label, value]) =>
      html`<div>
        <dt>${texts.text(label)}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return pageResponse({
    status,
    title,
    lang: texts.lang,
    dir: texts.dir,
    narrow: true,
    formAction,
    body: html`<header>
        <p class="kicker">${texts.text('checkout.sandbox')}</p>
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
export function linksOf(session: StoredSession, texts: Texts, receipt?: string): Content {
  const redirectUrl = redirectOf(session);
  const links = [
    ...(receipt === undefined ? [] : [link(receipt, texts.text('checkout.receipt'))]),
    ...(redirectUrl === undefined ? [] : [link(locationOf(redirectUrl), texts.text('checkout.return'))]),
  ];
  return links.length === 0 ? '' : html`<p class="links">${links}</p>`;
}

function link(address: string, label: Content): Markup {
  return html`<a class="button" href="${address}">${label}</a>`;
}
