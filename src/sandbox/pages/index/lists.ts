import { type AnyOperation, templateOf } from '../../../client/api/operation.ts';
import { operations } from '../../../client/api/operations.ts';
import type { Transaction } from '../../../client/api/transactions.ts';
import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { readBook } from '../../ledger/book.ts';
import type { PendingFault } from '../../operations/faults/pending-faults.ts';
import { describeOutcome } from '../../operations/faults/parse-fault.ts';
import { callbacksPath, requestsPath, sessionPath, sessionsPath } from '../../paths.ts';
import type { LoggedRequest } from '../../requests/request-log.ts';
import type { Fields } from '../../requests/secret-filter.ts';
import { patternOf } from '../../router.ts';
import { isAsked, offerNameOf, sessionAt, type StoredSession } from '../../store/session.ts';
import { money, renderTime } from '../elements.ts';
import { repeatForm, sessionForm } from './forms.ts';
import { defineList, numbers } from './list.ts';

/** The first of all rows. */
function first<Row>(all: readonly Row[], limit: number) {
  return { rows: all.slice(0, limit), total: all.length };
}

/** Checkout sessions, with links to their pages, and forms for their purchases. */
export const sessions = defineList<StoredSession>({
  id: 'sessions',
  path: sessionsPath,
  empty: html`None yet: <code>client.checkout.createSession</code> creates one, and its page appears here.`,
  read: ({ service: { context } }, limit) => {
    const now = context.clock.now();
    const { rows, total } = first(context.store.list('sessions').reverse(), limit);
    return { rows: rows.map((session) => sessionAt(session, now)), total };
  },
  columns: ['Session, created (UTC)', 'Offer and price', 'State', 'Purchase and player', 'Actions'],
  cells: (session, view) => {
    const { checkoutSessionToken: token, createdAt, purchaseId, request } = session;
    const { price, currency } = request.priceDetails;
    const shown = money(price, currency, view.service.settings.currencyDigits);
    return [
      html`<a id="open-${token}" href="${sessionPath(token)}"><code>${token}</code></a
        ><br />${renderTime(new Date(createdAt))}`,
      html`<bdi>${offerNameOf(session)}</bdi><br />${shown}`,
      stateOf(session),
      html`<code>${purchaseId}</code><br /><bdi>${request.customer.id}</bdi>`,
      sessionForm(view, session),
    ];
  },
});

function stateOf(session: StoredSession): Markup {
  const { state, declinedAt } = session;
  const isWaiting = isAsked(session);
  if (state !== 'open' || (declinedAt === undefined && !isWaiting))
    return html`<span class="state ${state}">${state}</span>`;
  return html`<span class="state declined">open, ${isWaiting ? 'authentication' : 'declined'}</span>`;
}

/** The requests that are kept, without those for the index page, each with a link to its page. */
export const requests = defineList<LoggedRequest>({
  id: 'requests',
  path: requestsPath,
  empty: 'None yet. Those for this page are not listed.',
  read: ({ service }, limit) => first(service.requests.list(), limit),
  columns: ['Time (UTC)', 'Method', 'Path', 'Operation', numbers('Status'), numbers('Duration')],
  cells: (request) => {
    const { id, time, method, path, query, fault } = request;
    return [
      renderTime(new Date(time)),
      html`<span class="method">${method}</span>`,
      html`<a id="request-${id}" href="${requestsPath}/${id}"><code>${path}${shownQuery(query)}</code></a>
        ${fault === undefined ? '' : html`<span class="state declined">fault: ${fault}</span>`}`,
      operationOf(request) ?? '',
      statusOf(request),
      durationOf(request),
    ];
  },
});

/** The callbacks that were sent, each with a link to its page, and a button that repeats it. */
export const callbacks = defineList<LoggedRequest>({
  id: 'callbacks',
  path: callbacksPath,
  empty: 'None yet.',
  read: ({ service: { context } }, limit) => first(context.callbacks.log.list(), limit),
  columns: ['Sent (UTC)', 'Number', 'Your endpoint', numbers('Status'), numbers('Duration'), 'Actions'],
  cells: (callback, view) => [
    renderTime(new Date(callback.time)),
    callback.id,
    html`<a id="callback-${callback.id}" href="${callbacksPath}/${callback.id}"
      ><code>${callback.path}</code></a
    >`,
    statusOf(callback),
    durationOf(callback),
    repeatForm(view, callback),
  ],
});

/** The query of a request in a table, up to a length. */
function shownQuery(query: Fields): string {
  const text = query.map(([name, value]) => `${name}=${value}`).join('&');
  return text === '' ? '' : `?${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

const patterns = operations.map(({ name, method, path }) => ({ name, method, pattern: patternOf(path) }));

/** The name of the operation that a request called. */
export function operationOf({ method, path }: LoggedRequest): string | undefined {
  return patterns.find((one) => one.method === method && one.pattern.test(path))?.name;
}

export function statusOf({ status }: LoggedRequest): Content {
  return status === undefined || status >= 400
    ? html`<span class="failed">${status ?? 'none'}</span>`
    : status;
}

export function durationOf({ milliseconds }: LoggedRequest): Markup {
  return html`<span class="amount">${milliseconds.toFixed(1)} ms</span>`;
}

/** The rows of the transaction report: purchases, and generated rows. */
export const transactions = defineList<Transaction>({
  id: 'transactions',
  empty: 'None: the sandbox generates no rows, and nothing was paid.',
  read: ({ service: { context } }, limit) => {
    const range = { start: -Infinity, end: Infinity, direction: 'desc', limit } as const;
    const { totalCount, rows } = readBook(context.ledger, context.store.list('transactions'), range);
    return { rows: [...rows], total: totalCount };
  },
  columns: ['Time (UTC)', 'Type', 'Offer', numbers('Amount'), numbers('Net', true), 'Purchase'],
  cells: ({ timestamp, purchaseId, offerDetails, transactionDetails: row }, { service }) => [
    renderTime(new Date(timestamp)),
    row.type,
    html`<bdi>${offerDetails?.offerName ?? ''}</bdi>`,
    money(row.amount, row.currencyCode, service.settings.currencyDigits),
    money(row.publisherNetAmountUsd, 'USD', {}),
    html`<code>${purchaseId ?? ''}</code>`,
  ],
});

/** The active faults. */
export const faults = defineList<PendingFault>({
  id: 'faults',
  empty: 'No active faults.',
  read: ({ service }, limit) => first(service.faults.active(), limit),
  columns: ['Operation', 'Fails with', numbers('Requests left', true), numbers('Skipped first', true)],
  cells: ({ plan, toFail, toPass }) => [
    plan.operation === '*' ? 'all operations' : plan.operation,
    html`<code>${describeOutcome(plan)}</code>`,
    toFail === Infinity ? 'all' : toFail,
    toPass,
  ],
});

/** The operations of the API. */
export const operationList = defineList<AnyOperation>({
  id: 'operations',
  empty: '',
  read: (_view, limit) => first(operations, limit),
  columns: ['Operation', 'Method', 'Path', 'Specification'],
  cells: ({ name, method, path, section }) => [
    name,
    method,
    html`<code>${templateOf(path)}</code>`,
    `§${section}`,
  ],
});
