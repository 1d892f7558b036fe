import type { Operation } from '../contract/operation.ts';
import type { Route } from './call.ts';
import { createIdMaker } from './ids.ts';
import { createLedger } from './ledger/ledger.ts';
import { createExchangeRates } from './market/exchange-rates.ts';
import { checkoutRoutes } from './operations/checkout.ts';
import { contentRoutes } from './operations/content.ts';
import { offerRoutes } from './operations/offers.ts';
import { personalizationRoutes } from './operations/personalization.ts';
import { pricePointRoutes } from './operations/price-points.ts';
import { promoCodeRoutes } from './operations/promo-codes.ts';
import { transactionRoutes } from './operations/transactions.ts';
import { translationRoutes } from './operations/translations.ts';
import type { Settings } from './options.ts';
import type { World } from './world.ts';

/** The documented service, with its state. */
export interface Service {
  readonly settings: Settings;
  routeOf(operation: Operation<unknown, unknown, unknown, unknown>): Route;
  /** Forgets every change. */
  reset(): void;
}

const thirtyDays = 30 * 86_400_000;

/** Sets the service up in its first state. */
export function createService(settings: Settings): Service {
  const { seed, transactions: size, period } = settings;
  const ledger = createLedger({ seed, size, start: period.start, end: period.end });
  const rates = createExchangeRates(seed);
  const dashboardTime = new Date(period.start - thirtyDays).toISOString();

  const begin = (): Map<string, Route> =>
    routesByName({ settings, ids: createIdMaker(seed), ledger, rates, dashboardTime });

  let routes = begin();
  return {
    settings,
    routeOf({ name }): Route {
      const route = routes.get(name);
      if (!route) throw new Error(`the sandbox does not know ${name}`);
      return route;
    },
    reset(): void {
      routes = begin();
    },
  };
}

function routesByName(world: World): Map<string, Route> {
  const routes = [
    ...transactionRoutes(world),
    ...contentRoutes(world),
    ...pricePointRoutes(world),
    ...translationRoutes(),
    ...promoCodeRoutes(world),
    ...personalizationRoutes(world),
    ...offerRoutes(world),
    ...checkoutRoutes(world),
  ];
  return new Map(routes.map((entry) => [entry.operation.name, entry]));
}
