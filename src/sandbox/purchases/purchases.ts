import type { Transaction } from '../../client/api/transactions.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from '../../client/errors/publisher-error.ts';
import type { PurchaseState } from '../store/session.ts';

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

/** Thrown by {@link Purchases} if a purchase does not exist, or is in a state that does not allow the change. */
export class PurchaseError extends PublisherError {
  readonly code: 'purchase_not_found' | 'wrong_purchase_state';
  /** State of the purchase; `undefined` if it does not exist. */
  readonly state: PurchaseState | undefined;

  constructor(message: string, context: ErrorContext & Partial<Pick<PurchaseError, 'state'>> = {}) {
    super(message, { outcome: 'rejected', ...context });
    this.code = context.state === undefined ? 'purchase_not_found' : 'wrong_purchase_state';
    this.state = context.state;
  }
}
nameErrorClass(PurchaseError, 'PurchaseError');
