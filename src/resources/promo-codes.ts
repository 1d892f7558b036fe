import { createPromoCodes, type PromoCodeCreate, type PromoCodeList } from '../contract/promo-codes.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { Transport } from '../transport/transport.ts';

export type { PromoCode, PromoCodeCreate, PromoCodeList } from '../contract/promo-codes.ts';

/** Promo codes of a coupon (§4.10). */
export class PromoCodes {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates promo codes under a named coupon (§4.10).
   *
   * A create is sent again only when it provably never left or was refused with 429. How many codes one request
   * may hold is not documented.
   *
   * @throws {@link InvalidRequestError} when a code lacks its name, redemptions or state
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient();
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
  ): Promise<PromoCodeList> {
    return this.#transport.send(createPromoCodes, { params: { couponName }, body: { promoCodes } }, options);
  }
}
