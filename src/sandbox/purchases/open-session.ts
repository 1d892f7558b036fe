import type { CheckoutSessionCreate } from '../../client/api/checkout.ts';
import type { Context } from '../operations/route.ts';
import { put } from '../store/tables.ts';

/** Opens a checkout session; the price of the request is in the smallest unit. Each request opens another one. */
export function openSession(
  { store, ids, clock }: Pick<Context, 'store' | 'ids' | 'clock'>,
  request: CheckoutSessionCreate,
): { readonly checkoutSessionToken: string; readonly purchaseId: string } {
  const number = 2 * store.count('sessions');
  const created = {
    checkoutSessionToken: store.unusedId(ids, 'session-', number),
    purchaseId: store.unusedId(ids, 'purchase-', number + 1),
  };
  const createdAt = clock.now().toISOString();
  store.write(put('sessions', { ...created, state: 'open', createdAt, request }));
  return created;
}
