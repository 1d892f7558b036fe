import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import { formatAmount } from '../../../client/money/index.ts';
import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { paymentOfSession } from '../../purchases/session-payment.ts';
import { firstNonBlank, offerNameOf, type StoredSession } from '../../store/session.ts';

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
export function orderOf(session: StoredSession, currencyDigits: CurrencyDigits): Order {
  const { quote, player } = paymentOfSession(session, currencyDigits);
  const { name, currency, taxBasisPoints, taxModel } = player.country;
  const shown = (minorUnits: number): Markup =>
    html`<data value="${minorUnits}"
      >${formatAmount(minorUnits, currency.code, { locale: 'en', currencyDigits })}</data
    >`;
  const amount = shown(quote.amount);
  const tax = shown(quote.totalTaxAmount);
  const rate = `${name}, ${taxBasisPoints / 100}%`;
  // Where the price excludes tax, it is added at checkout (§2.2).
  const parts =
    taxModel === 'Excluded'
      ? [
          sum('part', 'Subtotal', shown(quote.amount - quote.totalTaxAmount)),
          sum('part', `Tax (${rate})`, tax),
        ]
      : [];
  const note = taxModel === 'Included' ? html`<p class="tax muted">Includes ${tax} of tax (${rate})</p>` : '';
  return {
    name: offerNameOf(session),
    amount,
    content: html`${itemList(session)}
      <dl class="sums">${parts} ${sum('total', 'Total', amount)}</dl>
      ${note}`,
  };
}

function itemList({ request: { items = [] } }: StoredSession): Content {
  if (items.length === 0) return '';
  const rows = items.map(({ name, sku, quantity = 1, quantityDisplay, displayName }) => {
    const count =
      firstNonBlank(quantityDisplay) ?? `${quantity.toLocaleString('en', { maximumFractionDigits: 20 })} ×`;
    const shown = firstNonBlank(displayName, name, sku) ?? '';
    return html`<li><bdi class="count">${count}</bdi> <bdi>${shown}</bdi></li>`;
  });
  return html`<ul class="items">
    ${rows}
  </ul>`;
}

function sum(kind: 'part' | 'total', label: string, amount: Markup): Markup {
  return html`<div class="${kind}">
    <dt>${label}</dt>
    <dd>${amount}</dd>
  </div>`;
}
