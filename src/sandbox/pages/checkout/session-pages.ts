import { html } from '../../../html/markup.ts';
import { formActionOf, receiptPath, sessionPath } from '../../purchases/session-urls.ts';
import { expiryOf, type StoredSession } from '../../store/session.ts';
import { digestField } from '../digest.ts';
import { checkoutResponse, linksOf, redirectOf } from './layout.ts';
import { orderOf } from './order.ts';
import type { PageStrings } from './page-strings.ts';

/** The page of an open session, with a form that pays, declines or cancels it. */
export function openPage(session: StoredSession, strings: PageStrings, digest: string): Response {
  const { checkoutSessionToken, declinedAt } = session;
  const order = orderOf(session, strings);
  const redirectUrl = redirectOf(session);
  return checkoutResponse(strings, {
    status: 200,
    title: order.name,
    heading: order.name,
    // Chromium also checks the redirect that follows the form.
    formAction: ["'self'", ...(redirectUrl === undefined ? [] : [formActionOf(redirectUrl)])],
    main: html`${
        declinedAt === undefined
          ? ''
          : html`<p class="notice bad" role="alert">${strings.get('checkout.declined')}</p>`
      }
      <div class="card">
        ${order.content}
        <form method="post" action="${sessionPath(checkoutSessionToken)}">
          <input type="hidden" name="${digestField}" value="${digest}" />
          <button class="primary" name="action" value="pay">
            ${strings.get('checkout.pay', { amount: order.amount })}
          </button>
          <button name="action" value="decline">${strings.get('checkout.decline')}</button>
          <button name="action" value="cancel">${strings.get('checkout.cancel')}</button>
        </form>
        <p class="help muted">${strings.get('checkout.help')}</p>
      </div>`,
    facts: [
      ['checkout.player', html`<bdi>${session.request.customer.id}</bdi>`],
      ['checkout.purchase', html`<code>${session.purchaseId}</code>`],
      ['checkout.expires', strings.time(expiryOf(session).toISOString())],
    ],
  });
}

/** The page of a session that can no longer be paid: 410. */
export function closedPage(session: StoredSession, strings: PageStrings): Response {
  const { state } = session;
  // A reinstated purchase is paid again; an open one has another page.
  const reason = state === 'open' || state === 'reinstated' ? 'paid' : state;
  const hasReceipt = reason !== 'cancelled' && reason !== 'expired';
  const receipt = hasReceipt ? receiptPath(session.checkoutSessionToken) : undefined;
  return checkoutResponse(strings, {
    status: 410,
    title: strings.title(`checkout.${reason}`),
    heading: strings.get(`checkout.${reason}`),
    main: html`<div class="card">
      <p>${strings.get(`checkout.${reason}_text`)}</p>
      ${linksOf(session, strings, receipt)}
    </div>`,
    facts: [['checkout.purchase', html`<code>${session.purchaseId}</code>`]],
  });
}

/** A payment in the transaction report. */
interface PaidRow {
  readonly orderId: string;
  readonly timestamp: string;
}

/** The receipt of a session that was paid; later refunds and disputes are noted on it. */
export function receiptPage(
  session: StoredSession,
  row: PaidRow | undefined,
  strings: PageStrings,
): Response {
  const order = orderOf(session, strings);
  const { state, purchaseId } = session;
  const isChanged = state === 'refunded' || state === 'disputed' || state === 'reinstated';
  return checkoutResponse(strings, {
    status: 200,
    title: strings.title('receipt.thanks'),
    heading: strings.get('receipt.thanks'),
    main: html`${
        isChanged ? html`<p class="notice warning" role="status">${strings.get(`receipt.${state}`)}</p>` : ''
      }
      <div class="card">
        <h2><bdi>${order.name}</bdi></h2>
        ${order.content} ${linksOf(session, strings)}
      </div>`,
    facts: [
      ['checkout.player', html`<bdi>${session.request.customer.id}</bdi>`],
      ['checkout.purchase', html`<code>${purchaseId}</code>`],
      ...(row === undefined
        ? []
        : ([
            ['receipt.order', html`<code>${row.orderId}</code>`],
            ['receipt.paid_at', strings.time(row.timestamp)],
          ] as const)),
    ],
  });
}
