// Tests a publisher's own code against the sandbox. Run it with: npx vitest run examples/vitest-with-sandbox.test.ts
import { PublisherClient } from 'publisher-commerce';
import { createSandbox } from 'publisher-commerce/sandbox';
import { beforeEach, expect, test } from 'vitest';

const month = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };

/** The code under test: the net of a month, in US cents. */
async function netOfMonth(client: PublisherClient): Promise<number> {
  let cents = 0;
  for await (const { transactionDetails } of client.transactions.list({ ...month, limit: 100 })) {
    cents += transactionDetails.publisherNetAmountUsd;
  }
  return cents;
}

// The same seed gives the same ledger, on every machine and every day.
const sandbox = createSandbox({
  seed: 7,
  transactions: 500,
  period: { start: month.startDate, end: month.endDate },
  now: () => new Date('2026-10-31T12:00:00Z'),
});
const client = new PublisherClient(sandbox.clientOptions);

beforeEach(() => sandbox.reset());

test('the net of a month does not depend on a failing service', async () => {
  const expected = await netOfMonth(client);
  sandbox.fail({ operation: 'transactions.list', status: 503, retryAfter: 0, after: 1 });
  sandbox.fail({ operation: 'transactions.list', fault: 'cut_body', after: 3 });
  sandbox.fail({ operation: 'transactions.list', fault: 'empty_page', after: 5 });
  expect(await netOfMonth(client)).toBe(expected);
});

test('a purchase adds to the net, and its refund keeps the fee', async () => {
  const before = await netOfMonth(client);
  const session = await client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
    customer: { id: 'player-1' },
    countryCode2: 'US',
  });
  sandbox.purchases.pay(session.checkoutSessionToken);
  expect(await netOfMonth(client)).toBe(before + 949);
  sandbox.purchases.refund(session.purchaseId);
  expect(await netOfMonth(client)).toBe(before - 50);
});

test('a price point whose response is lost may exist', async () => {
  sandbox.fail({ operation: 'pricePoints.create', fault: 'reset', applied: true });
  const lost = client.pricePoints.create({ priceInUsdCents: 1299 });
  await expect(lost).rejects.toMatchObject({ code: 'connection', outcome: 'unknown' });
  expect((await client.pricePoints.get(1299)).priceInUsdCents).toBe(1299);
});

test('a session whose response is lost is created again: one that nobody opens takes no money', async () => {
  sandbox.fail({ operation: 'checkout.createSession', fault: 'reset', applied: true });
  const session = await client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
    customer: { id: 'player-1' },
  });
  expect(sandbox.state().sessions.at(-1)?.purchaseId).toBe(session.purchaseId);
  expect(sandbox.state().sessions).toHaveLength(2);
});
