import { expect, test } from 'vitest';

import { createSandbox, PurchaseError, type Sandbox } from '../../../src/sandbox/index.ts';
import { openSession, pay, readReport } from '../sessions.ts';

const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };

function open(): Sandbox {
  return createSandbox({ now: () => new Date('2026-11-20T10:00:00Z') });
}

const steps = ['pay', 'decline', 'cancel', 'refund', 'dispute', 'reinstate'] as const;
type Step = (typeof steps)[number];
/** Steps of a session's token; the others are of a purchase's id. */
const ofSession: ReadonlySet<Step> = new Set(['pay', 'decline', 'cancel']);

/** For each state: the steps to reach it, the hours to wait then, and the steps that are allowed next. */
const transitions: Record<
  string,
  { readonly way: readonly Step[]; readonly hours?: number; readonly next: readonly Step[] }
> = {
  open: { way: [], hours: 23, next: ['pay', 'decline', 'cancel'] },
  expired: { way: ['decline'], hours: 24, next: [] },
  paid: { way: ['decline', 'pay'], hours: 24, next: ['refund', 'dispute'] },
  cancelled: { way: ['cancel'], hours: 24, next: [] },
  refunded: { way: ['pay', 'refund'], next: [] },
  disputed: { way: ['pay', 'dispute'], next: ['reinstate'] },
  reinstated: { way: ['pay', 'dispute', 'reinstate'], next: [] },
};

for (const [state, { way, hours = 0, next }] of Object.entries(transitions)) {
  test.each(steps)(
    `%s of a purchase that is ${state} succeeds or throws as the states allow`,
    async (step) => {
      const sandbox = open();
      const { checkoutSessionToken, purchaseId } = await openSession(sandbox);
      const take = (one: Step): unknown =>
        sandbox.purchases[one](ofSession.has(one) ? checkoutSessionToken : purchaseId);
      way.forEach(take);
      sandbox.advance(hours * 3_600_000);
      expect(sandbox.state().sessions).toMatchObject([{ state, purchaseId, checkoutSessionToken }]);
      const before = sandbox.state();
      if (next.includes(step)) {
        take(step);
        expect(sandbox.state()).not.toEqual(before);
        expect(sandbox.state().sessions[0]?.state === state).toBe(step === 'decline');
      } else {
        expect(() => take(step)).toThrow(expect.objectContaining({ code: 'wrong_purchase_state', state }));
        expect(sandbox.state()).toEqual(before);
      }
    },
  );
}

test.each(steps)('%s of an unknown session or purchase throws purchase_not_found', (step) => {
  const take = (): unknown => open().purchases[step]('nothing');
  expect(take).toThrow(PurchaseError);
  expect(take).toThrow(expect.objectContaining({ code: 'purchase_not_found', state: undefined }));
});

test('a declined payment leaves the session open, without a row, and it can be paid afterwards', async () => {
  const sandbox = open();
  const { checkoutSessionToken } = await openSession(sandbox);
  sandbox.purchases.decline(checkoutSessionToken);
  expect(sandbox.state()).toMatchObject({
    sessions: [{ state: 'open', declinedAt: '2026-11-20T10:00:00.000Z' }],
    transactions: [],
  });
  sandbox.advance(60_000);
  sandbox.purchases.decline(checkoutSessionToken, 'card_expired');
  expect(sandbox.state().sessions).toMatchObject([
    { declinedAt: '2026-11-20T10:01:00.000Z', attempt: 'card_expired' },
  ]);
  sandbox.purchases.requireAuthentication(checkoutSessionToken);
  expect(sandbox.state().sessions).toMatchObject([{ attempt: 'authentication_required' }]);
  const paid = sandbox.purchases.pay(checkoutSessionToken);
  expect(sandbox.state()).toMatchObject({ sessions: [{ state: 'paid' }], transactions: [paid] });
});

test('the net of a payment in the United States is the price less five percent, without tax', async () => {
  const { transactionDetails } = await pay(open());
  expect(transactionDetails).toEqual({
    id: expect.stringMatching(/^transaction-[0-9a-f]{16}$/) as string,
    type: 'paid',
    amount: 999,
    amountUsd: 999,
    totalTaxAmount: 0,
    totalTaxAmountUsd: 0,
    // 5 % of 999 is 49.95.
    transactionFeeUsd: 50,
    currencyExchangeCostUsd: 0,
    chargebackFeeUsd: 0,
    publisherNetAmountUsd: 949,
    currencyCode: 'USD',
    currencySymbol: '$',
    paymentMethod: 'card',
  });
});

test('a session in a foreign currency has the tax of its country', async () => {
  const price = { priceDetails: { price: 1190, currency: 'USD' }, countryCode2: 'DE' };
  expect((await pay(open(), price)).transactionDetails).toMatchObject({
    amount: 1190,
    amountUsd: 1190,
    totalTaxAmount: 190,
    totalTaxAmountUsd: 190,
    // 5 % of 1190 is 59.5.
    transactionFeeUsd: 60,
    currencyExchangeCostUsd: 0,
    publisherNetAmountUsd: 940,
    currencyCode: 'USD',
  });
});

test('the row of a payment has the data of its session', async () => {
  const sandbox = open();
  const session = await openSession(sandbox, {
    countryCode2: 'FR',
    items: [
      { name: 'Gems', sku: 'gems', quantity: 1200 },
      { name: 'Chest', sku: 'chest' },
    ],
  });
  expect(sandbox.purchases.pay(session.checkoutSessionToken)).toMatchObject({
    purchaseId: session.purchaseId,
    orderId: session.purchaseId.replace('purchase', 'order'),
    timestamp: '2026-11-20T10:00:00.000Z',
    customerDetails: { id: 'player-1', email: 'player-1@example.com' },
    geolocation: { countryCode2: 'FR' },
    offerDetails: {
      // "Bag of gems" of the offer list (§4.13).
      offerId: 'offer-003',
      offerName: 'Bag of gems',
      type: 'Bundle',
      products: [
        { name: 'Gems', sku: 'gems', quantity: 1200 },
        { name: 'Chest', sku: 'chest', quantity: 1 },
      ],
    },
  });
});

test('changing a returned transaction does not change the sandbox', async () => {
  const sandbox = open();
  const paid = await pay(sandbox);
  const before = structuredClone(paid);
  paid.transactionDetails.amount = 1;
  const today = { ...november, startDate: '2026-11-20T00:00:00Z' };
  expect((await readReport(sandbox, today)).results).toEqual([before]);
});
