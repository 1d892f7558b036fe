import { createPromoCodes, type PromoCode, type PromoCodeCreate } from '../../client/api/promo-codes.ts';
import { keysOfRows, put } from '../store/tables.ts';
import { type ErrorSource, reject, Rejection } from './errors.ts';
import { type Context, invalidBody, route, type Route } from './route.ts';

/** Most promo codes of a request, by public descriptions. */
const mostCodes = 1000;

/** Promo codes (§4.10). If no coupons were seeded, any coupon exists; names are unique within a coupon. */
export function promoCodeRoutes({ settings, clock, store }: Context): Route[] {
  return [
    route(createPromoCodes, ({ params, body: { promoCodes }, source }) => {
      const couponName = params['couponName'] ?? '';
      if (settings.publicRules) checkPublicRules(source, promoCodes);
      if (settings.publicRules && store.count('coupons') > 0 && !store.get('coupons', couponName)) {
        reject(source, 404, `Coupon ${couponName} not found.`);
      }
      const elsewhere = store
        .list('promoCodes')
        .filter((code) => settings.publicRules && code.active && code.couponName !== couponName);
      const taken = new Set(elsewhere.map(({ name }) => name));
      const time = clock.now().toISOString();
      const names = new Set<string>();
      const created = promoCodes.map(({ name, active, maxRedemptions }): PromoCode => {
        if (names.has(name) || store.get('promoCodes', keysOfRows.promoCodes({ couponName, name }))) {
          reject(source, 409, `Promo code ${name} already exists.`);
        }
        if (taken.has(name)) reject(source, 409, `Promo code ${name} is active on another coupon.`);
        names.add(name);
        return { name, active, maxRedemptions, createdAt: time, updatedAt: time };
      });
      store.write(...created.map((promoCode) => put('promoCodes', { couponName, ...promoCode })));
      return { promoCodes: created };
    }),
  ];
}

/** Rules that the specification does not show, and public descriptions do. */
function checkPublicRules(source: ErrorSource, promoCodes: readonly PromoCodeCreate[]): void {
  const problems = promoCodes.flatMap(({ name, maxRedemptions }, index) => [
    ...(/^[A-Za-z0-9]+$/.test(name) ? [] : [`promoCodes.${index}.name must be letters and digits`]),
    ...(maxRedemptions >= 1 ? [] : [`promoCodes.${index}.maxRedemptions must be at least 1`]),
  ]);
  if (promoCodes.length > mostCodes) problems.unshift(`promoCodes must be at most ${mostCodes}`);
  const [problem] = problems;
  if (problem !== undefined) throw new Rejection(invalidBody(source, promoCodes, problem));
}
