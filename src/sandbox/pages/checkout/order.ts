import { type Content, html, type Markup } from '../../../html/markup.ts';
import { paymentOfSession } from '../../purchases/session-payment.ts';
import type { StoredSession } from '../../state/tables.ts';
import type { Texts } from './texts.ts';

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
export function orderOf(session: StoredSession, texts: Texts): Order {
  const { offer, items = [] } = session.request;
  const { quote, player } = paymentOfSession(session);
  const { code, currency, taxBasisPoints, taxModel } = player.country;
  const shown = (minorUnits: number): Markup => texts.amount(minorUnits, currency.code);
  const amount = shown(quote.amount);
  const taxAmount = shown(quote.totalTaxAmount);
  const tax = { country: texts.country(code), rate: texts.rate(taxBasisPoints) };

  const total = sum('total', texts.text('checkout.total'), amount);
  // Where the price excludes tax, it is added at checkout (§2.2).
  const sums =
    taxModel === 'Excluded'
      ? [
          sum('part', texts.text('checkout.subtotal'), shown(quote.amount - quote.totalTaxAmount)),
          sum('part', texts.text('checkout.tax', tax), taxAmount),
          total,
        ]
      : [total];
  const note =
    taxModel === 'Included'
      ? html`<p class="tax muted">${texts.text('checkout.tax_included', { ...tax, amount: taxAmount })}</p>`
      : '';
  return {
    name:
      texts.name('offer_design', `design-${offer.sku}`, 'title') ??
      firstNonEmpty(offer.displayName, offer.name, offer.sku),
    amount,
    content: html`${itemList(items, texts)}
      <dl class="sums">${sums}</dl>
      ${note}`,
  };
}

function itemList(items: NonNullable<StoredSession['request']['items']>, texts: Texts): Content {
  if (items.length === 0) return '';
  const rows = items.map(({ name, sku = '', quantity = 1, quantityDisplay, displayName }) => {
    const given = firstNonEmpty(quantityDisplay);
    // Outside `bdi`, the sign stands between the number and the name in both directions of writing.
    const count = given === '' ? html`${texts.number(quantity)} ×` : html`<bdi>${given}</bdi>`;
    const shown = texts.name('product', sku, 'name') ?? firstNonEmpty(displayName, name, sku);
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

function firstNonEmpty(...candidates: readonly (string | undefined)[]): string {
  return candidates.find((candidate) => candidate !== undefined && candidate.trim() !== '') ?? '';
}
