import type { Transaction } from '../../api/transactions.ts';
import { nameErrorClass, PublisherError } from '../../errors/publisher-error.ts';
import type { EventType } from '../ledger/events.ts';
import { recordOf } from '../ledger/record.ts';
import type { Ids } from '../random.ts';
import type { Clock } from '../store/clock.ts';
import { type PurchaseState, sessionAt, type StoredSession } from '../store/session.ts';
import type { Store } from '../store/store.ts';
import type { Change } from '../store/tables.ts';
import { paymentOfSession } from './session-payment.ts';

/**
 * Simulates what players and banks do with checkout sessions (§4.15). An open session is paid, declined or
 * cancelled, and expires after 24 hours of the sandbox's clock; a paid purchase is refunded or disputed, a disputed one
 * reinstated. All but declining and cancelling add a row to the transaction report.
 *
 * The price of a session is in the unit of the option `checkoutPriceUnit`, since the specification does not show it. Tax
 * is that of the session's country, by default the United States.
 */
export interface Purchases {
  /** Pays an open session. @throws {@link PurchaseError} if it is not open */
  pay(checkoutSessionToken: string): Transaction;
  /**
   * Declines the payment of an open session, which stays open: the player may pay another way.
   *
   * @throws {@link PurchaseError} if it is not open
   */
  decline(checkoutSessionToken: string, reason?: 'authentication_failed' | 'card_expired'): void;
  /** Asks the player to authenticate the payment of an open session. @throws {@link PurchaseError} if it is not open */
  requireAuthentication(checkoutSessionToken: string): void;
  /** Cancels an open session. @throws {@link PurchaseError} if it is not open */
  cancel(checkoutSessionToken: string): void;
  /** Refunds a paid purchase. @throws {@link PurchaseError} if it is not paid */
  refund(purchaseId: string): Transaction;
  /** Disputes a paid purchase: the bank withdraws the amount and a fee. @throws {@link PurchaseError} if it is not paid */
  dispute(purchaseId: string): Transaction;
  /** Reinstates a disputed purchase, without the fee. @throws {@link PurchaseError} if it is not disputed */
  reinstate(purchaseId: string): Transaction;
}

/** What the simulation of purchases works on. */
interface PurchasesContext {
  readonly store: Store;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates the simulation of purchases on the sandbox's state. */
export function createPurchases({ store, ids, clock }: PurchasesContext): Purchases {
  const bySession = (token: string): StoredSession => {
    const session = store.get('sessions', token);
    if (!session) throw new PurchaseError('No checkout session has this token');
    return sessionAt(session, clock.now());
  };
  const byPurchase = (purchaseId: string): StoredSession => {
    const session = store.sessionOf(purchaseId);
    if (!session) throw new PurchaseError(`No checkout session has the purchase ${purchaseId}`);
    return sessionAt(session, clock.now());
  };
  const newTransactionId = (): string => {
    // A seed file may have rows of another sandbox.
    for (let number = store.count('transactions'); ; number += 1) {
      const id = ids('transaction-', number);
      if (!store.isUsed(id)) return id;
    }
  };
  const record = (session: StoredSession, state: PurchaseState, type: EventType): Transaction => {
    const key = String(store.count('transactions'));
    const row = recordOf(
      paymentOfSession(session, store.list('offers')),
      type,
      newTransactionId(),
      clock.now().getTime(),
    );
    store.write(changeTo({ ...session, state, attempt: undefined }), { table: 'transactions', key, row });
    return structuredClone(row);
  };

  return {
    pay: (token) => record(inState(bySession(token), 'open', 'paid'), 'paid', 'paid'),
    decline: (token, reason) => {
      const session = inState(bySession(token), 'open', 'declined');
      store.write(changeTo({ ...session, declinedAt: clock.now().toISOString(), attempt: reason }));
    },
    requireAuthentication: (token) => {
      const session = inState(bySession(token), 'open', 'authenticated');
      store.write(changeTo({ ...session, attempt: 'authentication_required' }));
    },
    cancel: (token) => {
      const session = inState(bySession(token), 'open', 'cancelled');
      store.write(changeTo({ ...session, state: 'cancelled' }));
    },
    refund: (id) => record(inState(byPurchase(id), 'paid', 'refunded'), 'refunded', 'refund'),
    dispute: (id) =>
      record(inState(byPurchase(id), 'paid', 'disputed'), 'disputed', 'dispute_funds_withdrawn'),
    reinstate: (id) =>
      record(inState(byPurchase(id), 'disputed', 'reinstated'), 'reinstated', 'dispute_funds_reinstated'),
  };
}

function inState(
  session: StoredSession,
  state: PurchaseState,
  target: PurchaseState | 'declined' | 'authenticated',
): StoredSession {
  if (session.state === state) return session;
  throw new PurchaseError(
    `The purchase ${session.purchaseId} is ${session.state}: it must be ${state} to be ${target}`,
    session.state,
  );
}

function changeTo(row: StoredSession): Change {
  return { table: 'sessions', key: row.checkoutSessionToken, row };
}

/** Thrown by {@link Purchases} if a purchase does not exist, or is in a state that does not allow the change. */
export class PurchaseError extends PublisherError {
  readonly code: 'purchase_not_found' | 'wrong_purchase_state';
  /** State of the purchase; `undefined` if it does not exist. */
  readonly state: PurchaseState | undefined;

  constructor(message: string, state?: PurchaseState) {
    super(message, { outcome: 'rejected' });
    this.code = state === undefined ? 'purchase_not_found' : 'wrong_purchase_state';
    this.state = state;
  }
}
nameErrorClass(PurchaseError, 'PurchaseError');
