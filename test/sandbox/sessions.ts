import {
  type CheckoutSession,
  type CheckoutSessionCreate,
  createCheckoutSession,
} from '../../src/client/api/checkout.ts';
import {
  getTransactions,
  type Transaction,
  type TransactionReport,
} from '../../src/client/api/transactions.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { accepted, type Documented, send } from './send.ts';

/** The body for a purchase of 9.99 US dollars in the United States, with changes. */
export function purchase(changes: Partial<CheckoutSessionCreate> = {}): CheckoutSessionCreate {
  return {
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
    customer: { id: 'player-1', email: 'player-1@example.com' },
    ...changes,
  };
}

/** Opens a checkout session. */
export async function openSession(
  sandbox: Sandbox,
  changes: Partial<CheckoutSessionCreate> = {},
): Promise<Documented<CheckoutSession>> {
  const body = purchase(changes);
  return accepted(createCheckoutSession, await send(sandbox, 'POST', '/checkout/v1/session', { body }));
}

/** Opens a session and pays it. */
export async function pay(
  sandbox: Sandbox,
  changes: Partial<CheckoutSessionCreate> = {},
): Promise<Documented<Transaction>> {
  const row = sandbox.purchases.pay((await openSession(sandbox, changes)).checkoutSessionToken);
  // The sandbox leaves no field out.
  return row as Documented<Transaction>;
}

/** Reads a page of the report. */
export async function readReport(
  sandbox: Sandbox,
  query: Readonly<Record<string, string>>,
): Promise<Documented<TransactionReport>> {
  const path = `/reporting/financial-data/transactions?${new URLSearchParams(query).toString()}`;
  return accepted(getTransactions, await send(sandbox, 'GET', path));
}
