import type { Ids } from './ids.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ExchangeRates } from './market/exchange-rates.ts';
import type { Settings } from './options.ts';
import type { Deliveries } from './outbound/deliveries.ts';
import type { Store } from './state/store.ts';

/** What the operations share. */
export interface World {
  readonly settings: Settings;
  /** The sandbox's clock, which may be ahead of that of the settings. */
  readonly now: () => Date;
  readonly store: Store;
  readonly ids: Ids;
  readonly ledger: Ledger;
  readonly rates: ExchangeRates;
  readonly deliveries: Deliveries;
  /** When everything in the Dashboard was made: UTC, ISO 8601. */
  readonly dashboardTime: string;
}
