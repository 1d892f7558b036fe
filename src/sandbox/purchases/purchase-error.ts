import { nameErrorClass, PublisherError } from '../../errors/publisher-error.ts';
import type { PurchaseState } from '../state/tables.ts';

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
