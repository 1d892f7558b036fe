import { nameErrorClass, PublisherError } from '../../errors/publisher-error.ts';
import type { PurchaseState } from '../state/tables.ts';

/** A purchase of the sandbox cannot be taken further: it does not exist, or it is in another state. */
export class PurchaseError extends PublisherError {
  readonly code: 'purchase_not_found' | 'wrong_purchase_state';
  /** The state that the purchase is in; `undefined` when there is none. */
  readonly state: PurchaseState | undefined;

  constructor(message: string, state?: PurchaseState) {
    super(message, { outcome: 'rejected' });
    this.code = state === undefined ? 'purchase_not_found' : 'wrong_purchase_state';
    this.state = state;
  }
}
nameErrorClass(PurchaseError, 'PurchaseError');
