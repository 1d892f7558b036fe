import type { Transaction } from '../../client/api/transactions.ts';
import { nameErrorClass, PublisherError } from '../../client/errors/publisher-error.ts';
import type { EventType } from '../ledger/events.ts';
import { recordOf } from '../ledger/record.ts';
import type { Ids } from '../random.ts';
import type { Clock } from '../store/clock.ts';
import { type PurchaseState, sessionAt, type StoredSession } from '../store/session.ts';
import type { Store } from '../store/store.ts';
import { put } from '../store/tables.ts';
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
    const row = recordOf(
      paymentOfSession(session, store.list('offers')),
      type,
      newTransactionId(),
      clock.now().getTime(),
    );
    store.write(put('sessions', { ...session, state, attempt: undefined }), put('transactions', row));
    return structuredClone(row);
  };

  return {
    pay: (token) => record(inState(bySession(token), 'open', 'paid'), 'paid', 'paid'),
    decline: (token, reason) => {
      const session = inState(bySession(token), 'open', 'declined');
      store.write(put('sessions', { ...session, declinedAt: clock.now().toISOString(), attempt: reason }));
    },
    requireAuthentication: (token) => {
      const session = inState(bySession(token), 'open', 'authenticated');
      store.write(put('sessions', { ...session, attempt: 'authentication_required' }));
    },
    cancel: (token) => {
      const session = inState(bySession(token), 'open', 'cancelled');
      store.write(put('sessions', { ...session, state: 'cancelled' }));
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

/** A card of the checkout page: it pays, is declined, asks the player to authenticate, or has expired. */
interface TestCard {
  readonly name: 'pays' | 'declined' | 'authenticates' | 'expired';
  readonly number: string;
  /** Does with an open session what the card does. */
  readonly use: (purchases: Purchases, checkoutSessionToken: string) => void;
}

/** The test cards, with the numbers that Stripe's have. */
export const testCards: readonly TestCard[] = [
  { name: 'pays', number: '4242 4242 4242 4242', use: (purchases, token) => void purchases.pay(token) },
  { name: 'declined', number: '4000 0000 0000 0002', use: (purchases, token) => purchases.decline(token) },
  {
    name: 'authenticates',
    number: '4000 0025 0000 3155',
    use: (purchases, token) => purchases.requireAuthentication(token),
  },
  {
    name: 'expired',
    number: '4000 0000 0000 0069',
    use: (purchases, token) => purchases.decline(token, 'card_expired'),
  },
];
