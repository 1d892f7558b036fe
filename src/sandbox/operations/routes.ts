import type { Context, Route } from './route.ts';
import { checkoutRoutes } from './checkout.ts';
import { contentRoutes } from './content.ts';
import { offerRoutes } from './offers.ts';
import { personalizationRoutes } from './personalization.ts';
import { pricePointRoutes } from './price-points.ts';
import { promoCodeRoutes } from './promo-codes.ts';
import { transactionRoutes } from './transactions.ts';
import { translationRoutes } from './translations.ts';

/** Returns what the sandbox does for each operation. */
export function allRoutes(context: Context): readonly Route[] {
  return [
    ...checkoutRoutes(context),
    ...contentRoutes(context),
    ...offerRoutes(context),
    ...personalizationRoutes(context),
    ...pricePointRoutes(context),
    ...promoCodeRoutes(context),
    ...transactionRoutes(context),
    ...translationRoutes(context),
  ];
}
