import * as z from 'zod';

import {
  boolean,
  dateTime,
  essential,
  essentialObject,
  identifier,
  integer,
  responseObject,
  withTypeName,
} from './fields.ts';
import { arrayInput, ruleMessage, pathSegment, stringInput } from './input.ts';
import { inputObject } from './input-object.ts';
import type { Operation } from './operation.ts';

/** A promo code (§2.5). */
export const promoCodeSchema = essentialObject({
  /** The code that the player enters. */
  name: identifier(),
  /** Maximum number of redemptions. */
  maxRedemptions: integer(),
  /** Whether the code can be redeemed. */
  active: boolean(),
  /** Time of creation, ISO 8601. */
  createdAt: dateTime(),
  /** Time of the last update, ISO 8601. */
  updatedAt: dateTime(),
});

/** A promo code (§2.5). */
export interface PromoCode extends z.output<typeof promoCodeSchema> {}

/** The created promo codes (§4.10). */
export const promoCodeListSchema = responseObject({
  /** The created promo codes. */
  promoCodes: essential(z.array(withTypeName<PromoCode>(promoCodeSchema))),
});

/** The created promo codes (§4.10). */
export interface PromoCodeList extends z.output<typeof promoCodeListSchema> {}

/** A promo code to create (§2.5). */
export interface PromoCodeCreate {
  /** The code that the player enters. */
  readonly name: string;
  /** Maximum number of redemptions. */
  readonly maxRedemptions: number;
  /** Whether the code can be redeemed. */
  readonly active: boolean;
}

const example = '{ name: "LAUNCH10", maxRedemptions: 1000, active: true }';

/** Promo codes to create (§4.10). */
export const promoCodesCreateSchema = inputObject(`{ promoCodes: [${example}] }`, {
  promoCodes: arrayInput(
    inputObject(example, {
      name: stringInput('LAUNCH10'),
      maxRedemptions: z.int({ error: ruleMessage('an integer, for example 1000') }),
      active: z.boolean({ error: ruleMessage('true or false') }),
    }) satisfies z.ZodType<PromoCodeCreate>,
    example,
  ),
});

interface PromoCodesParams {
  /** Name of the coupon that the promo codes belong to. */
  readonly couponName: string;
}

/** Promo codes to create (§4.10). */
interface PromoCodesCreate {
  /** The promo codes; how many a request may have is not documented. */
  readonly promoCodes: readonly PromoCodeCreate[];
}

export const createPromoCodes: Operation<
  PromoCodeList,
  { params: PromoCodesParams; body: PromoCodesCreate }
> = {
  name: 'promoCodes.create',
  method: 'POST',
  path: '/coupons/coupon/:couponName/promo-codes',
  effect: 'create',
  section: '4.10',
  params: z.object({ couponName: pathSegment('launch') }),
  body: promoCodesCreateSchema,
  output: promoCodeListSchema,
  errors: 'unknown',
};
