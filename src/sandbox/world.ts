import type { IdMaker } from './ids.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ExchangeRates } from './market/exchange-rates.ts';
import type { Settings } from './options.ts';

/** What the operations share; each keeps its own state besides. */
export interface World {
  readonly settings: Settings;
  readonly ids: IdMaker;
  readonly ledger: Ledger;
  readonly rates: ExchangeRates;
  /** When everything in the Dashboard was made: UTC, ISO 8601. */
  readonly dashboardTime: string;
}
