import type { Ledger } from './ledger/ledger.ts';
import type { Ids } from './ledger/random.ts';
import type { LedgerShape } from './ledger/row-times.ts';
import type { ExchangeRates } from './market/exchange-rates.ts';
import type { Settings } from './options.ts';
import type { Deliveries } from './outbound/deliveries.ts';
import type { Clock } from './state/clock.ts';
import type { Store } from './state/store.ts';

/** The state and the generators that operations, purchases and callbacks share. */
export interface Context {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly store: Store;
  readonly ids: Ids;
  /** Seed, size and period of the ledger. */
  readonly shape: LedgerShape;
  readonly ledger: Ledger;
  readonly rates: ExchangeRates;
  readonly deliveries: Deliveries;
  /** Creation time of the initial data: UTC, ISO 8601. */
  readonly initialTime: string;
}
