import { createPromoCodes, type PromoCode } from '../../contract/promo-codes.ts';
import { route, type Route } from '../call.ts';
import { errorAnswer, Refusal } from '../error-answers.ts';
import type { World } from '../world.ts';

/** Promo codes (§4.10). Any coupon name will do; under one coupon, a name is taken once. */
export function promoCodeRoutes({ settings }: World): Route[] {
  const namesByCoupon = new Map<string, Set<string>>();

  return [
    route(
      createPromoCodes,
      ({ params, body, place }) => {
        const coupon = params['couponName'] ?? '';
        const names = new Set(namesByCoupon.get(coupon));
        for (const { name } of body.promoCodes) {
          if (names.has(name))
            throw new Refusal(errorAnswer(place, 409, `Promo code ${name} already exists.`));
          names.add(name);
        }
        namesByCoupon.set(coupon, names);
        const time = settings.now().toISOString();
        return {
          promoCodes: body.promoCodes.map(({ name, active, maxRedemptions }): PromoCode => ({
            name,
            active,
            maxRedemptions,
            createdAt: time,
            updatedAt: time,
          })),
        };
      },
      (place, _body, problem) => errorAnswer(place, 400, `Invalid request body: ${problem}`),
    ),
  ];
}
