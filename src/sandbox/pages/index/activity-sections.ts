import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { readBook } from '../../ledger/book.ts';
import { actionOf } from '../../actions/actions.ts';
import { stepNames, steps } from '../../purchases/purchases.ts';
import { sessionPath } from '../../purchases/session-request.ts';
import { identityOf, offerNameOf, sessionAt, type StoredSession } from '../../store/session.ts';
import { indexPath, requestsPath } from '../page.ts';
import { money, renderTable, renderTime, type Table } from '../table.ts';
import { hiddenFields, type IndexView } from './form.ts';
import { requestTable } from './request-pages.ts';

const shown = 10;
/** The largest time of a `Date`, in milliseconds since 1970. */
const endOfTime = 8_640_000_000_000_000;

/** The latest checkout sessions, with links to their pages, and forms for their purchases. */
export function renderSessions(view: IndexView): Markup {
  const { context } = view.service;
  const now = context.clock.now();
  const all = context.store.list('sessions');
  const latest = all
    .slice(-shown)
    .reverse()
    .map((session) => sessionAt(session, now));
  return list('sessions', latest.length, all.length, {
    empty: html`None yet: <code>client.checkout.createSession</code> creates one, and its page appears here.`,
    columns: [
      { label: 'Session, created (UTC)' },
      { label: 'Offer' },
      { label: 'Price', isNumber: true },
      { label: 'State' },
      { label: 'Purchase and player' },
      { label: 'Actions' },
    ],
    rows: latest.map((session) => {
      const { checkoutSessionToken: token, createdAt, request } = session;
      return [
        html`<a id="open-${token}" href="${sessionPath(token)}">${token}</a
          ><br />${renderTime(new Date(createdAt))}`,
        html`<bdi>${offerNameOf(session)}</bdi>`,
        money(request.priceDetails.price, request.priceDetails.currency),
        stateOf(session),
        html`<code>${session.purchaseId}</code><br /><bdi>${request.customer.id}</bdi>`,
        rowForms(view, session),
      ];
    }),
  });
}

function stateOf({ state, declinedAt, attempt }: StoredSession): Markup {
  if (state === 'open' && attempt === 'authentication_required')
    return html`<span class="state declined">open, authentication</span>`;
  if (state === 'open' && declinedAt !== undefined)
    return html`<span class="state declined">open, declined</span>`;
  return html`<span class="state ${state}">${state}</span>`;
}

/** What can be done with a session or its purchase. */
function rowForms(view: IndexView, session: StoredSession): Content {
  const { checkoutSessionToken, purchaseId, state } = session;
  const allowed = stepNames.filter((name) => steps[name].from === state);
  const forms = allowed.map((name) => {
    const { label } = actionOf(name);
    const field = steps[name].subject;
    const id = field === 'session' ? checkoutSessionToken : purchaseId;
    return html`<form method="post" action="${indexPath}">
      ${hiddenFields(view, name, ...identityOf(session))}
      <input type="hidden" name="${field}" value="${id}" />
      <button class="small" id="${name}-${purchaseId}" aria-label="${label} ${purchaseId}">${label}</button>
    </form>`;
  });
  return forms.length === 0 ? '' : html`<div class="actions">${forms}</div>`;
}

/** The latest requests, without those for the index page, and a link to the others that are kept. */
export function renderRequests({ service: { requests } }: IndexView): Markup {
  const all = requests.list();
  const latest = all.slice(0, shown * 2);
  if (all.length === 0) return html`<p class="muted">None yet. Those for this page are not listed.</p>`;
  return html`${
    latest.length < all.length
      ? html`<p class="muted">
          The latest ${latest.length} of ${all.length}.
          <a id="all-requests" href="${requestsPath}">Show all ${all.length}</a>
        </p>`
      : ''
  }
  ${requestTable('requests-heading', latest)}`;
}

/** The latest rows of the transaction report: purchases, and generated rows. */
export function renderTransactions({ service: { context } }: IndexView): Markup {
  const { totalCount, rows: newest } = readBook(context.ledger, context.store.list('transactions'), {
    start: -endOfTime,
    end: endOfTime,
    direction: 'desc',
    limit: shown,
  });
  const rows = [...newest];
  return list('transactions', rows.length, totalCount, {
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
      html`<code>${purchaseId ?? ''}</code>`,
    ]),
  });
}

/** A table, or what is said instead of an empty one. */
type List = Omit<Table, 'heading'> & { readonly empty: Content };

function list(id: string, count: number, total: number, { empty, columns, rows }: List): Markup {
  if (rows.length === 0) return html`<p class="muted">${empty}</p>`;
  return html`${
    count < total ? html`<p class="muted">The latest ${count} of ${total.toLocaleString('en')}.</p>` : ''
  }
  ${renderTable({ heading: `${id}-heading`, columns, rows })}`;
}
