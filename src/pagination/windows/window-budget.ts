/** The budget of count requests and windows for planning. */
export interface PlanBudget {
  /** Returns how many of the requested counts are allowed. */
  readonly counts: (wanted: number) => Promise<number>;
  /** Whether one more window is allowed. */
  readonly window: () => Promise<boolean>;
  /** Charges the last window, which is always allowed. */
  readonly lastWindow: () => void;
  /** Whether windows should be larger, to cost fewer requests per page. */
  readonly isShort: () => boolean;
}

/** Initial budget: 64 requests, minus two for the last window and the final count. */
const initialBudget = 62;

/** Requests earned per page of rows; one more is reserved for starting over without windows. */
const earnedPerPage = 2;

/** Windows are larger while fewer requests are left. */
const lowBudget = 16;

/**
 * Limits the requests that windows may send: 2 for each page of rows received, plus 64. The limit does not depend on
 * the service's counts, which may be wrong. If the budget is used up, planning waits for the rows of pending windows.
 */
export class WindowBudget implements PlanBudget {
  readonly #limit: number;
  #left = initialBudget;
  #inFlight = 0;
  #changed = Promise.withResolvers<undefined>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Charges a request that is always allowed. */
  spend(): void {
    this.#left -= 1;
  }

  /** Adds to the budget for received rows that belong to no other window. */
  earn(rows: number): void {
    this.#left += (earnedPerPage * rows) / this.#limit;
    this.#wake();
  }

  /** Must be called when the first page of a window has been received or has failed. */
  received(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  lastWindow(): void {
    this.#left -= 1;
    this.#inFlight += 1;
  }

  async window(): Promise<boolean> {
    while (this.#left < 1 && this.#inFlight > 0) await this.#changed.promise;
    if (this.#left < 1) return false;
    this.lastWindow();
    return true;
  }

  /** Allows at most half of the budget for counts, so that enough is left for the windows. */
  async counts(wanted: number): Promise<number> {
    while (this.#left < 2 * wanted && this.#inFlight > 0) await this.#changed.promise;
    const granted = Math.max(0, Math.min(wanted, Math.floor(this.#left / 2)));
    this.#left -= granted;
    return granted;
  }

  isShort(): boolean {
    return this.#left + this.#inFlight < lowBudget;
  }

  #wake(): void {
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers();
  }
}

/** A budget that limits count requests only. */
export class CountBudget implements PlanBudget {
  #left: number;

  constructor(counts: number) {
    this.#left = counts;
  }

  counts(wanted: number): Promise<number> {
    const granted = Math.min(wanted, this.#left);
    this.#left -= granted;
    return Promise.resolve(granted);
  }

  window(): Promise<boolean> {
    return Promise.resolve(true);
  }

  lastWindow(): void {
    // Only counts are limited.
  }

  isShort(): boolean {
    return false;
  }
}
