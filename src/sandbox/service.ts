import type { AnyOperation } from '../contract/operation.ts';
import type { Route } from './call.ts';
import { type Clock, openClock } from './clock.ts';
import { createFaultPlans, type FaultPlans } from './faults/fault-plans.ts';
import { createIds } from './ids.ts';
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
import { createDeliveries } from './outbound/deliveries.ts';
import { openState } from './state/open-state.ts';
import type { World } from './world.ts';

/** The documented service, with its state. */
export interface Service {
  readonly settings: Settings;
  readonly faults: FaultPlans;
  readonly world: World;
  readonly clock: Clock;
  routeOf(operation: AnyOperation): Route;
  /** Forgets every change. */
  reset(): void;
  /** Gives up what is under way, and releases the file of the state. */
  close(): Promise<void>;
}

/** Sets the service up: in its first state, or in that of its file. */
export function createService(settings: Settings): Service {
  const { store, shape, dashboardTime } = openState(settings);
  const clock = openClock(settings.now, store);
  const deliveries = createDeliveries(settings, store);
  const world: World = {
    settings,
    now: () => clock.now(),
    store,
    ids: createIds(settings.seed),
    ledger: createLedger(shape),
    rates: createExchangeRates(settings.seed),
    deliveries,
    dashboardTime,
  };
  const routes = routesByName(world);
  const faults = createFaultPlans();
  return {
    settings,
    faults,
    world,
    clock,
    routeOf({ name }): Route {
      const route = routes.get(name);
      if (!route) throw new Error(`the sandbox does not know ${name}`);
      return route;
    },
    reset(): void {
      faults.clear();
      store.reset();
    },
    async close(): Promise<void> {
      await deliveries.close();
      store.close();
    },
  };
}

function routesByName(world: World): Map<string, Route> {
  const routes = [
    ...transactionRoutes(world),
    ...contentRoutes(world),
    ...pricePointRoutes(world),
    ...translationRoutes(world),
    ...promoCodeRoutes(world),
    ...personalizationRoutes(world),
    ...offerRoutes(world),
    ...checkoutRoutes(world),
  ];
  return new Map(routes.map((entry) => [entry.operation.name, entry]));
}
