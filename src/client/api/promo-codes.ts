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
import { inputObject, withInputName } from './input-object.ts';
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

const example = '{ name: "LAUNCH10", maxRedemptions: 1000, active: true }';

const promoCodeCreate = inputObject(example, {
  /** The code that the player enters. */
  name: stringInput('LAUNCH10'),
  /** Maximum number of redemptions. */
  maxRedemptions: z.int({ error: ruleMessage('an integer, for example 1000') }),
  /** Whether the code can be redeemed. */
  active: z.boolean({ error: ruleMessage('true or false') }),
});

/** A promo code to create (§2.5). */
export interface PromoCodeCreate extends z.input<typeof promoCodeCreate> {}

/** Promo codes to create (§4.10). */
export const promoCodesCreateSchema = inputObject(`{ promoCodes: [${example}] }`, {
  /** The promo codes; how many a request may have is not documented. */
  promoCodes: arrayInput(withInputName<PromoCodeCreate>(promoCodeCreate), example).readonly(),
});

/** Promo codes to create (§4.10). */
interface PromoCodesCreate extends z.input<typeof promoCodesCreateSchema> {}

const params = z.object({
  /** Name of the coupon that the promo codes belong to. */
  couponName: pathSegment('launch'),
});

interface PromoCodesParams extends z.input<typeof params> {}

export const createPromoCodes: Operation<
  PromoCodeList,
  { params: PromoCodesParams; body: PromoCodesCreate }
> = {
  name: 'promoCodes.create',
  method: 'POST',
  path: '/coupons/coupon/:couponName/promo-codes',
  effect: 'create',
  section: '4.10',
  params,
  body: promoCodesCreateSchema,
  output: promoCodeListSchema,
  errors: 'unknown',
};
