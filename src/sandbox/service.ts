import { setTimeout as wait } from 'node:timers/promises';

import type { AnyOperation } from '../client/api/operation.ts';
import { Ledger } from './ledger/ledger.ts';
import { createExchangeRates } from './market/currencies.ts';
import { PendingFaults } from './operations/faults/pending-faults.ts';
import type { Context, Route } from './operations/route.ts';
import { allRoutes } from './operations/routes.ts';
import type { SandboxSettings } from './options.ts';
import { Callbacks } from './outbound/callbacks.ts';
import { PersonalizationCallbacks } from './outbound/personalization-callback.ts';
import { createIds } from './random.ts';
import { RequestLog } from './requests/request-log.ts';
import { openState } from './seed/open-state.ts';
import { Clock } from './store/clock.ts';

/** The documented service, with its state; the sandbox, its handlers and the control endpoint all use one. */
export class Service {
  readonly settings: SandboxSettings;
  readonly context: Context;
  readonly faults = new PendingFaults();
  readonly requests: RequestLog;
  /** Origins of the servers that listen, the latest last: where a browser can open pages. */
  readonly origins = new Set<string>();
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #closeState: () => void;

  /** Opens the state: a new one, or the one of the option `data`. */
  constructor(settings: SandboxSettings) {
    const { store, ledgerSettings, close } = openState(settings);
    this.#closeState = close;
    this.settings = settings;
    this.requests = new RequestLog([settings.token, settings.secret]);
    const callbacks = new Callbacks(settings);
    this.context = {
      settings,
      clock: new Clock(settings.now, store),
      store,
      ids: createIds(ledgerSettings.seed),
      ledgerSettings,
      ledger: new Ledger(ledgerSettings, settings.currencyDigits),
      rates: createExchangeRates(ledgerSettings.seed),
      callbacks,
      deliveries: new PersonalizationCallbacks(settings, store, callbacks),
    };
    this.#routes = new Map(allRoutes(this.context).map((route) => [route.operation.name, route]));
  }

  routeOf({ name }: AnyOperation): Route {
    const route = this.#routes.get(name);
    if (!route) throw new Error(`the sandbox does not implement ${name}`);
    return route;
  }

  /** Waits for the latency, or until the caller aborts. */
  async waitForLatency(signal: AbortSignal): Promise<void> {
    if (this.settings.latency === 0) return;
    try {
      await wait(this.settings.latency, undefined, { signal });
    } catch {
      // The caller has aborted, and reads no response.
    }
  }

  /** Discards every change and every fault plan. */
  reset(): void {
    this.faults.clear();
    this.context.store.reset();
  }

  /** Cancels pending deliveries, and closes the data file. */
  async close(): Promise<void> {
    await this.context.deliveries.close();
    this.#closeState();
  }
}
