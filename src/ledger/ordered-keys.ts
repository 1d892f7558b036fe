/** The fields that identify a row: a payment and its refund may share the id, and a type the time. */
export interface LedgerKey {
  /** Time in microseconds since the epoch; `NaN` if the timestamp cannot be read. */
  readonly instant: number;
  readonly type: string;
  readonly id: string;
}

/** The state of {@link OrderedKeys} as plain JSON. */
export interface OrderedKeysState {
  readonly ordered: boolean;
  readonly duplicates: number;
  /** `null` before the first row. */
  readonly instant: number | null;
  readonly keys: readonly string[];
}

/** Maximum number of rows at one instant to compare with each other. */
const maxKeys = 100_000;

/**
 * Counts duplicates among rows in order of time. It keeps the keys of the current instant only: while time does not go
 * back, no earlier row has the same key.
 */
export class OrderedKeys {
  readonly #direction: 1 | -1;
  readonly #keys: Set<string>;
  #instant: number | null;
  #duplicates: number;
  #ordered: boolean;

  constructor(direction: 'asc' | 'desc', state?: OrderedKeysState) {
    this.#direction = direction === 'asc' ? 1 : -1;
    this.#keys = new Set(state?.keys);
    this.#instant = state?.instant ?? null;
    this.#duplicates = state?.duplicates ?? 0;
    this.#ordered = state?.ordered ?? true;
  }

  /** Whether all rows were in order; otherwise there may be duplicates that were not counted. */
  get ordered(): boolean {
    return this.#ordered;
  }

  /** Number of rows whose key an earlier row has, as far as rows were in order. */
  get duplicates(): number {
    return this.#duplicates;
  }

  add(instant: number, type: string, id: string): void {
    if (!this.#ordered) return;
    if (instant !== this.#instant) {
      const ahead = (instant - (this.#instant ?? instant)) * this.#direction;
      // Written so that `NaN` fails too.
      if (!(ahead >= 0)) return this.#giveUp();
      this.#keys.clear();
      this.#instant = instant;
    }
    // Without the length, the end of a type could be read as the start of an id.
    const key = `${type.length} ${type}${id}`;
    if (this.#keys.has(key)) this.#duplicates += 1;
    else if (this.#keys.size >= maxKeys) this.#giveUp();
    else this.#keys.add(key);
  }

  toJSON(): OrderedKeysState {
    return {
      ordered: this.#ordered,
      duplicates: this.#duplicates,
      instant: this.#instant,
      keys: [...this.#keys],
    };
  }

  #giveUp(): void {
    this.#ordered = false;
    this.#keys.clear();
  }
}
