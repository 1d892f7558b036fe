import { html } from '../../../html/markup.ts';
import { formActionOf } from '../../purchases/redirect-url.ts';
import { sessionLifetimeMs } from '../../purchases/session-state.ts';
import type { StoredSession } from '../../state/tables.ts';
import { formTokenField } from '../form-tokens.ts';
import { checkoutResponse, linksOf, redirectOf } from './layout.ts';
import { orderOf } from './order.ts';
import { receiptPath, sessionPath } from './paths.ts';
import type { Texts } from './texts.ts';

/** The page of an open session, with a form that pays, declines or cancels it. */
export function openPage(session: StoredSession, texts: Texts, formToken: string): Response {
  const { checkoutSessionToken, createdAt, declinedAt } = session;
  const order = orderOf(session, texts);
  const expiry = new Date(Date.parse(createdAt) + sessionLifetimeMs).toISOString();
  const redirectUrl = redirectOf(session);
  return checkoutResponse(texts, {
    status: 200,
    title: order.name,
    heading: order.name,
    // Chromium also checks the redirect that follows the form.
    formAction: ["'self'", ...(redirectUrl === undefined ? [] : [formActionOf(redirectUrl)])],
    main: html`${
        declinedAt === undefined
          ? ''
          : html`<p class="notice bad" role="alert">${texts.text('checkout.declined')}</p>`
      }
      <div class="card">
        ${order.content}
        <form method="post" action="${sessionPath(checkoutSessionToken)}">
          <input type="hidden" name="${formTokenField}" value="${formToken}" />
          <button class="primary" name="action" value="pay">
            ${texts.text('checkout.pay', { amount: order.amount })}
          </button>
          <button name="action" value="decline">${texts.text('checkout.decline')}</button>
          <button name="action" value="cancel">${texts.text('checkout.cancel')}</button>
        </form>
        <p class="help muted">${texts.text('checkout.help')}</p>
      </div>`,
    facts: [
      ['checkout.player', html`<bdi>${session.request.customer.id}</bdi>`],
      ['checkout.purchase', html`<code>${session.purchaseId}</code>`],
      ['checkout.expires', texts.time(expiry)],
    ],
  });
}

/** The page of a session that can no longer be paid: 410. */
export function closedPage(session: StoredSession, texts: Texts): Response {
  const { state } = session;
  const reason = state === 'cancelled' || state === 'expired' ? state : 'paid';
  const receipt = reason === 'paid' ? receiptPath(session.checkoutSessionToken) : undefined;
  return checkoutResponse(texts, {
    status: 410,
    title: texts.title(`checkout.${reason}`),
    heading: texts.text(`checkout.${reason}`),
    main: html`<div class="card">
      <p>${texts.text(`checkout.${reason}_text`)}</p>
      ${linksOf(session, texts, receipt)}
    </div>`,
    facts: [['checkout.purchase', html`<code>${session.purchaseId}</code>`]],
  });
}
