import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { paymentOfSession } from '../../purchases/session-payment.ts';
import { locationOf } from '../../purchases/session-request.ts';
import type { CheckoutKey } from '../../seed/checkout-strings.ts';
import { type StoredSession, firstNonBlank, offerNameOf } from '../../store/session.ts';
import { indexPath, pageResponse, problemPage } from '../page.ts';
import { facts } from '../table.ts';
import type { PageStrings } from './page-strings.ts';

/** The parts of a checkout page. */
export interface Layout {
  readonly status: number;
  /** Title of the tab. */
  readonly title: string;
  readonly heading: Content;
  readonly main: Markup;
  /** Facts below the main part: a label, and what it says. */
  readonly facts: readonly (readonly [CheckoutKey, Content])[];
}

/** Returns a page about a session, in its language. */
export function checkoutResponse(strings: PageStrings, layout: Layout): Response {
  const { status, title, heading, main } = layout;
  const entries = layout.facts.map(([label, value]) => [strings.get(label), value] as const);
  return pageResponse({
    status,
    title,
    lang: strings.lang,
    dir: strings.dir,
    narrow: true,
    body: html`<header>
        <p class="kicker">
          <a href="${indexPath}">${strings.get('checkout.dashboard')}</a> / ${strings.get('checkout.sandbox')}
        </p>
        <h1><bdi>${heading}</bdi></h1>
      </header>
      <main>${main}</main>
      <footer>${facts(entries)}</footer>`,
  });
}

/** A link back to the game, if the session has a `redirectUrl`. */
export function linkToGame({ request: { redirectUrl } }: StoredSession, strings: PageStrings): Content {
  if (redirectUrl === undefined) return '';
  return html`<p class="links">
    <a class="button" href="${locationOf(redirectUrl)}">${strings.get('checkout.return')}</a>
  </p>`;
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

/** What is sold, and its price. */
export interface Order {
  /** Name of the offer. */
  readonly name: string;
  /** The amount that is paid, as in the transaction's row. */
  readonly amount: Markup;
  /** The items and the sums. */
  readonly content: Markup;
}

/** Returns the order of a session. Its amounts are those of the row that a payment adds to the report. */
export function orderOf(session: StoredSession, strings: PageStrings): Order {
  const { offer, items = [] } = session.request;
  const { quote, player } = paymentOfSession(session);
  const { code, currency, taxBasisPoints, taxModel } = player.country;
  const shown = (minorUnits: number): Markup => strings.amount(minorUnits, currency.code);
  const amount = shown(quote.amount);
  const taxAmount = shown(quote.totalTaxAmount);
  const tax = { country: strings.country(code), rate: strings.rate(taxBasisPoints) };

  const total = sum('total', strings.get('checkout.total'), amount);
  // Where the price excludes tax, it is added at checkout (§2.2).
  const sums =
    taxModel === 'Excluded'
      ? [
          sum('part', strings.get('checkout.subtotal'), shown(quote.amount - quote.totalTaxAmount)),
          sum('part', strings.get('checkout.tax', tax), taxAmount),
          total,
        ]
      : [total];
  const note =
    taxModel === 'Included'
      ? html`<p class="tax muted">${strings.get('checkout.tax_included', { ...tax, amount: taxAmount })}</p>`
      : '';
  return {
    name: strings.name('offer_design', `design-${offer.sku}`, 'title') ?? offerNameOf(session),
    amount,
    content: html`${itemList(items, strings)}
      <dl class="sums">${sums}</dl>
      ${note}`,
  };
}

function itemList(items: NonNullable<StoredSession['request']['items']>, strings: PageStrings): Content {
  if (items.length === 0) return '';
  const rows = items.map(({ name, sku = '', quantity = 1, quantityDisplay, displayName }) => {
    const given = firstNonBlank(quantityDisplay);
    // Outside `bdi`, the sign stands between the number and the name in both directions of writing.
    const count = given === undefined ? html`${strings.number(quantity)} ×` : html`<bdi>${given}</bdi>`;
    const shown = strings.name('product', sku, 'name') ?? firstNonBlank(displayName, name, sku) ?? '';
    return html`<li><span class="count">${count}</span> <bdi>${shown}</bdi></li>`;
  });
  return html`<ul class="items">
    ${rows}
  </ul>`;
}

function sum(kind: 'part' | 'total', label: Content, amount: Markup): Markup {
  return html`<div class="${kind}">
    <dt>${label}</dt>
    <dd>${amount}</dd>
  </div>`;
}
