import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import type { Transaction } from '../../../client/api/transactions.ts';
import { type Content, html, type Markup } from '../../../shared/html/markup.ts';
import { indexPath } from '../../paths.ts';
import { locationOf } from '../../purchases/redirect-url.ts';
import { expiryOf, isAsked, type PaymentAttempt, type StoredSession } from '../../store/session.ts';
import { facts, header, notice, renderTime } from '../elements.ts';
import { pageResponse } from '../page.ts';
import { renderForm } from './form.ts';
import { orderOf } from './order.ts';

/** The parts of a page about a session. */
interface Layout {
  /** HTTP status. @defaultValue `200` */
  readonly status?: number;
  readonly heading: string;
  /** Notices, and the card. */
  readonly main: Markup;
  /** Facts below them, beside the ids of the player and of the purchase. */
  readonly facts?: readonly (readonly [label: string, value: Content])[] | undefined;
}

function sessionPage({ request, purchaseId }: StoredSession, layout: Layout): Response {
  const { status, heading, main } = layout;
  return pageResponse({
    status,
    title: heading,
    narrow: true,
    body: html`${header(
        html`<a href="${indexPath}">Dashboard</a> / This is a test: no money is charged`,
        html`<bdi>${heading}</bdi>`,
      )}
      <main>${main}</main>
      <footer>
        ${facts([
          ['Player', html`<bdi>${request.customer.id}</bdi>`],
          ['Purchase', html`<code>${purchaseId}</code>`],
          ...(layout.facts ?? []),
        ])}
      </footer>`,
  });
}

/** Why the last attempt to pay failed. */
const failures: Readonly<Partial<Record<PaymentAttempt, string>>> = {
  card_expired: 'The card has expired. You were not charged, and you can try another one.',
  authentication_failed: 'The payment was not confirmed. You were not charged, and you can try again.',
};
const declined = 'The payment was declined. You were not charged, and you can try again.';

/** The page of an open session: with test cards that pay it or do not, or with what the bank asks. */
export function openPage(session: StoredSession, currencyDigits: CurrencyDigits): Response {
  const { name, amount, content } = orderOf(session, currencyDigits);
  const { declinedAt, attempt } = session;
  const failure = declinedAt === undefined ? undefined : ((attempt && failures[attempt]) ?? declined);
  const question = html`<p>Your bank asks whether you are paying ${amount} for this purchase.</p>`;
  const isWaiting = isAsked(session);
  return sessionPage(session, {
    heading: isWaiting ? 'Confirm the payment' : name,
    main: html`${isWaiting || failure === undefined ? '' : notice(failure, true)}
      <div class="card">${isWaiting ? question : content} ${renderForm(session, amount)}</div>`,
    facts: [['Expires', utc(expiryOf(session))]],
  });
}

/** The page of a session that ended without a payment: 410. */
export function closedPage(session: StoredSession): Response {
  return sessionPage(session, {
    status: 410,
    heading:
      session.state === 'expired' ? 'This checkout session has expired' : 'This purchase was cancelled',
    main: html`<div class="card">
      <p>You were not charged. To buy it after all, start again in the game.</p>
      ${linkToGame(session)}
    </div>`,
  });
}

/** What happened to a purchase after it was paid. */
const changes: Readonly<Record<string, string>> = {
  refunded: 'This purchase was refunded.',
  disputed: 'This purchase is disputed.',
  reinstated: 'This purchase was disputed, and the payment reinstated.',
};

/** What follows a payment: the browser returns to the game by itself, or the player opens it. */
export type Arrival = 'returning' | 'open';

/** How long the receipt is shown before the browser returns to the game, in seconds. */
const shownSeconds = 2;

/**
 * The receipt of a session that was paid; later refunds and disputes are noted on it. Only directly after the payment does
 * it lead back to the game: a player who goes back from there stays.
 */
export function receiptPage(
  session: StoredSession,
  row: Transaction | undefined,
  arrival: Arrival | undefined,
  currencyDigits: CurrencyDigits,
): Response {
  const { name, content } = orderOf(session, currencyDigits);
  const { redirectUrl } = session.request;
  const isReturning = arrival === 'returning';
  const next = isReturning ? 'Returning to the game…' : 'Open the game to continue.';
  const change = changes[session.state];
  const response = sessionPage(session, {
    heading: 'Thank you for your purchase',
    main: html`${arrival ? notice(`Paid. ${next}`, false) : ''}
      ${change === undefined ? '' : html`<p class="notice warning" role="status">${change}</p>`}
      <div class="card">
        <h2><bdi>${name}</bdi></h2>
        ${content} ${linkToGame(session)}
      </div>`,
    facts: row && [
      ['Order', html`<code>${row.orderId ?? ''}</code>`],
      ['Paid', utc(new Date(row.timestamp))],
    ],
  });
  // Works without scripts.
  if (isReturning && redirectUrl !== undefined)
    response.headers.set('refresh', `${shownSeconds}; url=${locationOf(redirectUrl)}`);
  return response;
}

function utc(time: Date): Markup {
  return html`${renderTime(time)} UTC`;
}

/** A link back to the game, if the session has a `redirectUrl`. */
function linkToGame({ request: { redirectUrl } }: StoredSession): Content {
  if (redirectUrl === undefined) return '';
  return html`<p class="links"><a class="button" href="${locationOf(redirectUrl)}">Back to the game</a></p>`;
}
