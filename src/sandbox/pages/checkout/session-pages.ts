import type { Transaction } from '../../../client/api/transactions.ts';
import { html, type Content, type Markup } from '../../../shared/html/markup.ts';
import { locationOf, sessionPath } from '../../purchases/session-request.ts';
import { testCards } from '../../purchases/purchases.ts';
import type { CheckoutKey } from '../../seed/checkout-strings.ts';
import { expiryOf, type StoredSession } from '../../store/session.ts';
import { digestField } from '../page.ts';
import { checkoutResponse, linkToGame, type Order, orderOf } from './layout.ts';
import type { PageStrings } from './page-strings.ts';

/** The page of an open session: with test cards that pay it or do not, or with what the bank asks. */
export function openPage(session: StoredSession, strings: PageStrings, digest: string): Response {
  const order = orderOf(session, strings);
  const asksPlayer = session.attempt === 'authentication_required';
  const fields = asksPlayer ? authenticationFields(strings) : cardFields(order, strings);
  return checkoutResponse(strings, {
    status: 200,
    title: asksPlayer ? strings.title('checkout.authenticate') : order.name,
    heading: asksPlayer ? strings.get('checkout.authenticate') : order.name,
    main: html`${asksPlayer ? '' : noticeOf(session, strings)}
      <div class="card">
        ${
          asksPlayer
            ? html`<p>${strings.get('checkout.authenticate_text', { amount: order.amount })}</p>`
            : order.content
        }
        <form method="post" action="${sessionPath(session.checkoutSessionToken)}">
          <input type="hidden" name="${digestField}" value="${digest}" />
          ${fields}
        </form>
        <p class="help muted">
          ${strings.get(asksPlayer ? 'checkout.help_authenticating' : 'checkout.help')}
        </p>
      </div>`,
    facts: [
      ['checkout.player', html`<bdi>${session.request.customer.id}</bdi>`],
      ['checkout.purchase', html`<code>${session.purchaseId}</code>`],
      ['checkout.expires', strings.time(expiryOf(session).toISOString())],
    ],
  });
}

function cardFields({ amount }: Order, strings: PageStrings): Markup {
  return html`<fieldset class="choices">
      <legend>${strings.get('checkout.cards')}</legend>
      ${testCards.map(
        ({ name, number }, index) =>
          html`<label
            ><input type="radio" name="card" value="${name}" ${index === 0 ? html`checked` : ''} />
            <span>${strings.get(`checkout.card_${name}`)}</span> <code dir="ltr">${number}</code></label
          >`,
      )}
    </fieldset>
    <button class="primary" name="action" value="pay">${strings.get('checkout.pay', { amount })}</button>
    <button class="whole" name="action" value="cancel">${strings.get('checkout.cancel')}</button>`;
}

function authenticationFields(strings: PageStrings): Markup {
  return html`<button class="primary" name="action" value="authenticate">
      ${strings.get('checkout.confirm')}
    </button>
    <button name="action" value="reject">${strings.get('checkout.reject')}</button>
    <button name="action" value="cancel">${strings.get('checkout.cancel')}</button>`;
}

/** Why the last attempt to pay failed. */
function noticeOf({ declinedAt, attempt }: StoredSession, strings: PageStrings): Content {
  if (declinedAt === undefined) return '';
  const reasons: Readonly<Partial<Record<string, CheckoutKey>>> = {
    card_expired: 'checkout.expired_card',
    authentication_failed: 'checkout.unauthenticated',
  };
  const reason = reasons[attempt ?? ''] ?? 'checkout.declined';
  return html`<p class="notice bad" role="alert">${strings.get(reason)}</p>`;
}

/** The page of a session that ended without a payment: 410. */
export function closedPage(session: StoredSession, strings: PageStrings): Response {
  const heading = session.state === 'expired' ? 'checkout.expired' : 'checkout.cancelled';
  return checkoutResponse(strings, {
    status: 410,
    title: strings.title(heading),
    heading: strings.get(heading),
    main: html`<div class="card">
      <p>${strings.get('checkout.closed')}</p>
      ${linkToGame(session, strings)}
    </div>`,
    facts: [['checkout.purchase', html`<code>${session.purchaseId}</code>`]],
  });
}

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
  strings: PageStrings,
  arrival: Arrival | undefined,
): Response {
  const order = orderOf(session, strings);
  const { state, purchaseId } = session;
  const isChanged = state === 'refunded' || state === 'disputed' || state === 'reinstated';
  const response = checkoutResponse(strings, {
    status: 200,
    title: strings.title('receipt.thanks'),
    heading: strings.get('receipt.thanks'),
    main: html`${
        arrival === undefined
          ? ''
          : html`<p class="notice ok" role="status">${strings.get(`receipt.${arrival}`)}</p>`
      }
      ${isChanged ? html`<p class="notice warning" role="status">${strings.get(`receipt.${state}`)}</p>` : ''}
      <div class="card">
        <h2><bdi>${order.name}</bdi></h2>
        ${order.content} ${linkToGame(session, strings)}
      </div>`,
    facts: [
      ['checkout.player', html`<bdi>${session.request.customer.id}</bdi>`],
      ['checkout.purchase', html`<code>${purchaseId}</code>`],
      ...(row === undefined
        ? []
        : ([
            ['receipt.order', html`<code>${row.orderId ?? ''}</code>`],
            ['receipt.paid_at', strings.time(row.timestamp)],
          ] as const)),
    ],
  });
  const { redirectUrl } = session.request;
  // Works without scripts.
  if (arrival === 'returning' && redirectUrl !== undefined)
    response.headers.set('refresh', `${shownSeconds}; url=${locationOf(redirectUrl)}`);
  return response;
}
