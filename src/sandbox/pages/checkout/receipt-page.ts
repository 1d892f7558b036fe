import { html } from '../../../html/markup.ts';
import type { StoredSession } from '../../state/tables.ts';
import { checkoutResponse, linksOf } from './layout.ts';
import { orderOf } from './order.ts';
import type { Texts } from './texts.ts';

/** A payment in the transaction report. */
export interface PaidRow {
  readonly orderId: string;
  readonly timestamp: string;
}

/** The receipt of a session that was paid; later refunds and disputes are noted on it. */
export function receiptPage(session: StoredSession, row: PaidRow | undefined, texts: Texts): Response {
  const order = orderOf(session, texts);
  const { state, purchaseId } = session;
  const isChanged = state === 'refunded' || state === 'disputed' || state === 'reinstated';
  return checkoutResponse(texts, {
    status: 200,
    title: texts.title('receipt.thanks'),
    heading: texts.text('receipt.thanks'),
    main: html`${
        isChanged ? html`<p class="notice warning" role="status">${texts.text(`receipt.${state}`)}</p>` : ''
      }
      <div class="card">
        <h2><bdi>${order.name}</bdi></h2>
        ${order.content} ${linksOf(session, texts)}
      </div>`,
    facts: [
      ['checkout.player', html`<bdi>${session.request.customer.id}</bdi>`],
      ['checkout.purchase', html`<code>${purchaseId}</code>`],
      ...(row === undefined
        ? []
        : ([
            ['receipt.order', html`<code>${row.orderId}</code>`],
            ['receipt.paid_at', texts.time(row.timestamp)],
          ] as const)),
    ],
  });
}
