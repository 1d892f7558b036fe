import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { type Content, html, type Markup } from '../../shared/html/markup.ts';
import { formatWithCode } from '../market/amounts.ts';

/** The header of a page: where it is, and its heading. */
export function header(kicker: Content, heading: Content, more: Content = ''): Markup {
  return html`<header>
    <p class="kicker">${kicker}</p>
    <h1>${heading}</h1>
    ${more}
  </header>`;
}

/** A section of a page. A long one folds on a phone, by a script: without it, all sections are open. */
export function section(id: string, title: string, content: Content, isLong = false): Markup {
  const heading = html`<h2 id="${id}-heading">${title}</h2>`;
  return html`<section class="card" id="${id}" aria-labelledby="${id}-heading">
    ${
      isLong
        ? html`<details class="fold" open>
            <summary>${heading}</summary>
            ${content}
          </details>`
        : html`${heading} ${content}`
    }
  </section>`;
}

/** Returns a list of facts: a label, and what it says. */
export function facts(entries: readonly (readonly [label: Content, value: Content])[]): Markup {
  return html`<dl class="facts">
    ${entries.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Returns a notice: an alert if something has failed. */
export function notice(text: string, hasFailed: boolean): Markup {
  return hasFailed
    ? html`<p class="notice bad" role="alert">${text}</p>`
    : html`<p class="notice ok" role="status">${text}</p>`;
}

/** Returns a time in UTC, without its `T` and milliseconds: `2026-11-22 03:10:00`. */
export function renderTime(time: Date): Markup {
  const iso = time.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, -5).replace('T', ' ')}</time>`;
}

/** An amount in the smallest unit as a decimal with its currency: `1,234.50 USD`. */
export function money(amount: number, currencyCode: string, currencyDigits: CurrencyDigits): Markup {
  return html`<span class="amount">${formatWithCode(amount, currencyCode, currencyDigits)}</span>`;
}
