import {
  createPromoCodes as createOperation,
  type PromoCodeCreate,
  type PromoCodeList,
} from '../api/promo-codes.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../http/transport.ts';

export type { PromoCode, PromoCodeCreate, PromoCodeList } from '../api/promo-codes.ts';

/** Promo codes of a coupon (§4.10). */
export interface PromoCodes {
  /**
   * Creates promo codes for a coupon (§4.10).
   *
   * A create is retried only if the request never reached the service, or was rejected with status 429.
   * How many codes a request may have is not documented, nor whether a part of them may be created: compare the returned
   * names, `maxRedemptions` and `active` with yours.
   *
   * @throws {@link InvalidRequestError} when a code has no valid `name`, `maxRedemptions` or `active`
   * @example
   * ```ts
   * const { promoCodes } = await client.promoCodes.create('launch', [
   *   { name: 'LAUNCH10', maxRedemptions: 1000, active: true },
   * ]);
   * console.log(promoCodes[0]?.createdAt);
   * ```
   */
  create(
    couponName: string,
    promoCodes: readonly PromoCodeCreate[],
    options?: CallOptions,
  ): Promise<PromoCodeList>;
}

/** @internal */
export function createPromoCodes(transport: Transport): PromoCodes {
  return {
    create: (couponName, promoCodes, options) =>
      transport.send(createOperation, { params: { couponName }, body: { promoCodes } }, options),
  };
}
