import { type CheckoutSession, type CheckoutSessionCreate, createCheckoutSession } from '../api/checkout.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../http/transport.ts';

export type {
  CheckoutCustomer,
  CheckoutItem,
  CheckoutOffer,
  CheckoutPriceDetails,
  CheckoutSession,
  CheckoutSessionCreate,
  IdentitySignals,
  ReceiptMetadata,
} from '../api/checkout.ts';

/** Checkout sessions (§4.15). */
export interface Checkout {
  /**
   * Creates a checkout session for a purchase; redirect the player to its `parsedUrl` (§4.15).
   *
   * It is retried like a read: a second session that nobody opens takes no money. If the response is invalid, the
   * session was still created: the error's `outcome` is `applied`, and a {@link ResponseValidationError} has its token
   * and purchase id in `body`.
   *
   * @throws {@link InvalidRequestError} when `priceDetails`, `offer` or `customer` is missing or invalid
   * @example
   * ```ts
   * const session = await client.checkout.createSession({
   *   priceDetails: { price: 999, currency: 'USD' },
   *   offer: { name: 'Starter pack', sku: 'starter' },
   *   customer: { id: 'player-1', email: 'player@example.com' },
   * });
   * console.log(session.parsedUrl, session.purchaseId);
   * ```
   */
  createSession(input: CheckoutSessionCreate, options?: CallOptions): Promise<CheckoutSession>;
}

/** @internal */
export function createCheckout(transport: Transport): Checkout {
  return {
    createSession: (input, options) => transport.send(createCheckoutSession, { body: input }, options),
  };
}
