import { html } from '../../../html/markup.ts';
import type { StoredSession } from '../../state/tables.ts';
import { checkoutResponse, linksOf } from './layout.ts';
import { orderOf } from './order.ts';
import type { PageStrings } from './page-strings.ts';

/** A payment in the transaction report. */
export interface PaidRow {
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
