import { createPromoCodes, type PromoCode } from '../../api/promo-codes.ts';
import { errorResponse, Rejection } from './errors.ts';
import { type Context, route, type Route } from './route.ts';

/** Promo codes (§4.10). Any coupon name is accepted; names are unique within a coupon. */
export function promoCodeRoutes({ clock, store }: Context): Route[] {
  return [
    route(
      createPromoCodes,
      ({ params, body, source }) => {
        const couponName = params['couponName'] ?? '';
        const time = clock.now().toISOString();
        const names = new Set<string>();
        const changes = body.promoCodes.map(({ name, active, maxRedemptions }) => {
          const key = JSON.stringify([couponName, name]);
          if (names.has(name) || store.get('promoCodes', key)) {
            throw new Rejection(errorResponse(source, 409, `Promo code ${name} already exists.`));
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
      (source, _body, problem) => errorResponse(source, 400, `Invalid request body: ${problem}`),
    ),
  ];
}
