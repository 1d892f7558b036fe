import { expect, test } from 'vitest';

import { createSandbox } from '../../../src/sandbox/index.ts';
import { openSession, pay } from '../sessions.ts';
import { now, open, request } from './open-seed.ts';

test('new sessions and transactions never repeat the ids of a seed file, even if its tokens were renamed', async () => {
  const first = createSandbox({ transactions: 20, now });
  const ids = [await openSession(first), await openSession(first), await openSession(first)];
  const { purchaseId: paid } = await pay(first);
  const seed = (await (await first.fetch(`${first.baseUrl}/_sandbox/seed`)).json()) as {
    sessions: object[];
    transactions: object[];
  };
  // Two sessions are deleted, and one is renamed; the purchase of the fourth is only in the report.
  const second = open({ ...seed, sessions: [{ ...seed.sessions[2], checkoutSessionToken: 'renamed' }] });
  const opened = [await openSession(second), await openSession(second), await openSession(second)];

  const known = [paid, ...ids.slice(2).map(({ purchaseId }) => purchaseId)];
  const purchases = opened.map(({ purchaseId }) => purchaseId);
  expect(new Set([...known, ...purchases]).size).toBe(5);
  for (const { checkoutSessionToken, purchaseId } of opened) {
    second.purchases.pay(checkoutSessionToken);
    expect(second.purchases.refund(purchaseId)).toMatchObject({ purchaseId });
  }
  const { transactions } = second.state();
  expect(new Set(transactions.map((row) => row.transactionDetails.id)).size).toBe(7);
});

test('the order ids of purchases differ, whatever their purchase ids look like', () => {
  const purchaseIds = ['purchase-1', '1', ':1', '-1', 'purchase-purchase-1', '1purchase-', 'order-1'];
  const { purchases } = open({
    sessions: purchaseIds.map((purchaseId) => ({ checkoutSessionToken: purchaseId, purchaseId, request })),
  });
  const rows = purchaseIds.map((id) => purchases.pay(id));

  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(purchaseIds.length);
  expect(new Set(rows.map(({ publisherTransactionId }) => publisherTransactionId)).size).toBe(
    purchaseIds.length,
  );
  expect(rows[0]).toMatchObject({ orderId: 'order-1', publisherTransactionId: 'publisher-1' });
});
