/** What planning may spend on counting, and on windows. */
export interface PlanBudget {
  /** How many parts may be counted, of those that are wanted. */
  readonly counts: (wanted: number) => Promise<number>;
  /** Whether one more window may be cut off. */
  readonly window: () => Promise<boolean>;
  /** What is left becomes a window, whether or not it can be afforded. */
  readonly lastWindow: () => void;
  /** Whether windows should be larger, so that they cost fewer requests for each page. */
  readonly isShort: () => boolean;
}

/** Requests beside those that rows pay for. Two of 64 are kept for the rest of the range and the last count. */
const slack = 62;

/** Requests that a page's worth of rows pays for: one more is kept for a single iteration that starts over. */
const paid = 2;

/** Below so many, windows are cut larger. */
const fewLeft = 16;

/**
 * The requests that windows may send: 2 for each page's worth of rows received, and 64. Counts play no part in it, so
 * it holds whatever the service counts. While windows are in flight, planning waits for what they pay.
 */
export class WindowBudget implements PlanBudget {
  readonly #limit: number;
  #left = slack;
  #inFlight = 0;
  #changed = Promise.withResolvers<undefined>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A request that is sent whether or not it can be afforded. */
  spend(): void {
    this.#left -= 1;
  }

  /** Rows have been received that no other window holds. */
  earn(rows: number): void {
    this.#left += (paid * rows) / this.#limit;
    this.#wake();
  }

  /** A window that was planned has its first page, or has failed. */
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

  /** At most half of what is left, so that windows are not starved by their counts. */
  async counts(wanted: number): Promise<number> {
    while (this.#left < 2 * wanted && this.#inFlight > 0) await this.#changed.promise;
    const granted = Math.max(0, Math.min(wanted, Math.floor(this.#left / 2)));
    this.#left -= granted;
    return granted;
  }

  isShort(): boolean {
    return this.#left + this.#inFlight < fewLeft;
  }

  #wake(): void {
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers();
  }
}

/** A budget of counts alone. */
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
