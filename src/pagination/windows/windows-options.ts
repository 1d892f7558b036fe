import type { Checkpoint } from '../../errors/index.ts';
import type { DriftReporter } from '../../transport/drift.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import type { TimeWindow } from './time-window.ts';

/** Options of {@link windowedPages}. */
export interface WindowedPagesOptions {
  readonly operation: string;
  readonly range: TimeWindow;
  readonly descending: boolean;
  readonly limit: number;
  /** Maximum number of concurrent requests for first pages of windows. */
  readonly windows: number;
  /** Maximum number of delivered rows after which the range can be started over without windows. */
  readonly maxKeys: number;
  readonly start: Checkpoint;
  /** Iterates over the pages of a window. */
  readonly pagesOfWindow: (
    window: TimeWindow,
    start: Checkpoint,
  ) => AsyncGenerator<TransactionDelivery, void, undefined>;
  /** Iterates over the pages of the whole range, without windows. */
  readonly pagesOfRange: (
    start: Checkpoint,
    overrides?: { readonly prefetch?: false },
  ) => AsyncGenerator<TransactionDelivery, void, undefined>;
  /** Requests the service's count of rows in a window. */
  readonly count: (window: TimeWindow) => Promise<number>;
  /** Aborts all windows and counts, but not an iteration over the whole range. */
  readonly endWindows: () => void;
  readonly drift: DriftReporter;
}
