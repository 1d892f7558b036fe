import type { Transaction } from '../../contract/transactions.ts';
import type { EventType } from '../ledger/events.ts';
import { recordOf } from '../ledger/record.ts';
import type { Change, PurchaseState, StoredSession } from '../state/tables.ts';
import type { World } from '../world.ts';
import { PurchaseError } from './purchase-error.ts';
import { paymentOfSession } from './session-payment.ts';

/**
 * What the player and the bank do with a checkout session (§4.15): it is paid or cancelled; what is paid is refunded
 * or disputed; what is disputed is reinstated. Each but a cancellation is a row of the transaction report.
 *
 * A session's price is read as the smallest unit of its currency; the specification does not show its unit. Tax is
 * that of the session's country, or of the United States without one.
 */
export interface Purchases {
  /** The player pays. @throws {@link PurchaseError} unless the session is open */
  pay(checkoutSessionToken: string): Transaction;
  /** The session is cancelled. @throws {@link PurchaseError} unless it is open */
  cancel(checkoutSessionToken: string): void;
  /** The player gets the money back. @throws {@link PurchaseError} unless the purchase is paid */
  refund(purchaseId: string): Transaction;
  /** The bank withdraws the money, and its fee. @throws {@link PurchaseError} unless the purchase is paid */
  dispute(purchaseId: string): Transaction;
  /** The bank gives the money back, but not its fee. @throws {@link PurchaseError} unless the purchase is disputed */
  reinstate(purchaseId: string): Transaction;
}

/** Takes purchases further. */
export function createPurchases({ store, ids, now }: Pick<World, 'store' | 'ids' | 'now'>): Purchases {
  const bySession = (token: string): StoredSession => {
    const session = store.get('sessions', token);
    if (!session) throw new PurchaseError('There is no checkout session with this token');
    return session;
  };
  const byPurchase = (purchaseId: string): StoredSession => {
    const session = store.list('sessions').find((other) => other.purchaseId === purchaseId);
    if (!session) throw new PurchaseError(`No checkout session is for the purchase ${purchaseId}`);
    return session;
  };
  const record = (session: StoredSession, state: PurchaseState, type: EventType): Transaction => {
    const number = store.count('transactions');
    const row = recordOf(paymentOfSession(session), type, ids('transaction-', number), now().getTime());
    store.write(moved(session, state), { table: 'transactions', key: String(number), row });
    return structuredClone(row);
  };

  return {
    pay: (token) => record(inState(bySession(token), 'open', 'paid'), 'paid', 'paid'),
    cancel: (token) => store.write(moved(inState(bySession(token), 'open', 'cancelled'), 'cancelled')),
    refund: (id) => record(inState(byPurchase(id), 'paid', 'refunded'), 'refunded', 'refund'),
    dispute: (id) =>
      record(inState(byPurchase(id), 'paid', 'disputed'), 'disputed', 'dispute_funds_withdrawn'),
    reinstate: (id) =>
      record(inState(byPurchase(id), 'disputed', 'reinstated'), 'reinstated', 'dispute_funds_reinstated'),
  };
}

function inState(session: StoredSession, state: PurchaseState, target: PurchaseState): StoredSession {
  if (session.state === state) return session;
  throw new PurchaseError(
    `The purchase ${session.purchaseId} is ${session.state}: only one that is ${state} can be ${target}`,
    session.state,
  );
}

function moved(session: StoredSession, state: PurchaseState): Change {
  return { table: 'sessions', key: session.checkoutSessionToken, row: { ...session, state } };
}
