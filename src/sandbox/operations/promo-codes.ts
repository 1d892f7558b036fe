import { createPromoCodes, type PromoCode } from '../../contract/promo-codes.ts';
import { route, type Route } from '../call.ts';
import { errorAnswer, Refusal } from '../error-answers.ts';
import type { World } from '../world.ts';

/** Promo codes (§4.10). Any coupon name will do; under one coupon, a name is taken once. */
export function promoCodeRoutes({ now, store }: World): Route[] {
  return [
    route(
      createPromoCodes,
      ({ params, body, place }) => {
        const couponName = params['couponName'] ?? '';
        const time = now().toISOString();
        const names = new Set<string>();
        const changes = body.promoCodes.map(({ name, active, maxRedemptions }) => {
          const key = JSON.stringify([couponName, name]);
          if (names.has(name) || store.get('promoCodes', key)) {
            throw new Refusal(errorAnswer(place, 409, `Promo code ${name} already exists.`));
          }
          names.add(name);
          const promoCode: PromoCode = { name, active, maxRedemptions, createdAt: time, updatedAt: time };
          return {
            promoCode,
            change: { table: 'promoCodes', key, row: { couponName, ...promoCode } } as const,
          };
        });
        store.write(...changes.map(({ change }) => change));
        return { promoCodes: changes.map(({ promoCode }) => promoCode) };
      },
      (place, _body, problem) => errorAnswer(place, 400, `Invalid request body: ${problem}`),
    ),
  ];
}
