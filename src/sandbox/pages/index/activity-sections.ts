import { type Content, html, type Markup } from '../../../html/markup.ts';
import { findMinorUnitDigits, toDecimalString } from '../../../money/minor-units.ts';
import { readBook } from '../../ledger/book.ts';
import { sessionPath } from '../../purchases/session-urls.ts';
import { offerNameOf, sessionAt, type StoredSession } from '../../store/session.ts';
import { type Column, renderTable, renderTime } from '../table.ts';
import type { IndexView } from './form.ts';

const shown = 10;
/** The largest time of a `Date`, in milliseconds since 1970. */
const endOfTime = 8_640_000_000_000_000;

/** The latest checkout sessions, with links to their pages. */
export function sessionSection({ service: { context } }: IndexView): Markup {
  const now = context.clock.now();
  const all = context.store.list('sessions');
  const latest = all
    .slice(-shown)
    .reverse()
    .map((session) => sessionAt(session, now));
  return section('sessions', 'Checkout sessions', latest.length, all.length, {
    empty: html`None yet: <code>client.checkout.createSession</code> creates one, and its page appears here.`,
    columns: [
      { label: 'Session' },
      { label: 'Offer' },
      { label: 'Price', isNumber: true },
      { label: 'State' },
      { label: 'Created (UTC)' },
    ],
    rows: latest.map((session) => {
      const { checkoutSessionToken, createdAt, request } = session;
      return [
        html`<a href="${sessionPath(checkoutSessionToken)}">${checkoutSessionToken}</a>`,
        html`<bdi>${offerNameOf(session)}</bdi>`,
        money(request.priceDetails.price, request.priceDetails.currency),
        stateOf(session),
        renderTime(new Date(createdAt)),
      ];
    }),
  });
}

function stateOf({ state, declinedAt }: StoredSession): Markup {
  if (state === 'open' && declinedAt !== undefined)
    return html`<span class="state declined">open, declined</span>`;
  return html`<span class="state ${state}">${state}</span>`;
}

/** The latest requests to the sandbox, without those for the index page. */
export function requestSection({ service: { requests } }: IndexView): Markup {
  const all = requests.list();
  const latest = all.slice(0, shown * 2);
  return section('requests', 'Recent requests', latest.length, all.length, {
    empty: 'None yet. Those for this page are not listed.',
    columns: [
      { label: 'Time (UTC)' },
      { label: 'Method' },
      { label: 'Path' },
      { label: 'Status', isNumber: true },
      { label: 'Duration', isNumber: true },
    ],
    rows: latest.map(({ time, method, path, status, milliseconds }) => [
      renderTime(new Date(time)),
      html`<span class="method">${method}</span>`,
      html`<code>${path}</code>`,
      status === undefined || status >= 400 ? html`<span class="failed">${status ?? 'none'}</span>` : status,
      html`<span class="amount">${milliseconds.toFixed(1)} ms</span>`,
    ]),
  });
}

/** The latest rows of the transaction report: purchases, and generated rows. */
export function transactionSection({ service: { context } }: IndexView): Markup {
  const { totalCount, rows } = readBook(context.ledger, context.store.list('transactions'), {
    start: -endOfTime,
    end: endOfTime,
    direction: 'desc',
    limit: shown,
  });
  return section('transactions', 'Recent transactions', rows.length, totalCount, {
    empty: 'None: the sandbox generates no rows, and nothing was paid.',
    columns: [
      { label: 'Time (UTC)' },
      { label: 'Type' },
      { label: 'Offer' },
      { label: 'Amount', isNumber: true },
      { label: 'Net', isNumber: true, isLabelled: true },
      { label: 'Purchase' },
    ],
    rows: rows.map(({ timestamp, purchaseId, offerDetails, transactionDetails }) => [
      renderTime(new Date(timestamp)),
      transactionDetails.type,
      html`<bdi>${offerDetails?.offerName ?? ''}</bdi>`,
      money(transactionDetails.amount, transactionDetails.currencyCode),
      money(transactionDetails.publisherNetAmountUsd, 'USD'),
      html`<code>${purchaseId}</code>`,
    ]),
  });
}

interface List {
  /** What is said instead of an empty table. */
  readonly empty: Content;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Content[])[];
}

function section(id: string, title: string, count: number, total: number, list: List): Markup {
  const heading = `${id}-heading`;
  return html`<section class="card" id="${id}" aria-labelledby="${heading}">
    <h2 id="${heading}">${title}</h2>
    ${count < total ? html`<p class="muted">The latest ${count} of ${total.toLocaleString('en')}.</p>` : ''}
    ${
      list.rows.length === 0
        ? html`<p class="muted">${list.empty}</p>`
        : renderTable({ heading, columns: list.columns, rows: list.rows })
    }
  </section>`;
}

/** An amount in the smallest unit as a decimal with its currency: `9.99 USD`. */
function money(amount: number, currencyCode: string): Markup {
  const digits = findMinorUnitDigits(currencyCode);
  const decimal = digits === undefined ? String(amount) : toDecimalString(amount, digits, 'index page');
  return html`<span class="amount">${decimal} ${currencyCode}</span>`;
}
