/** The fields that identify a row: a payment and its refund may share the id, and a type the time. */
export interface LedgerKey {
  /** Time in microseconds since the epoch; `NaN` if the timestamp cannot be read. */
  readonly instant: number;
  readonly type: string;
  readonly id: string;
}

/** What a receipt keeps to find duplicates, as plain JSON. */
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
  /** Keys at the current instant, without the latest row. */
  readonly #keys: Set<string>;
  #type = '';
  #id: string | undefined;
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
      if (!(ahead >= 0)) {
        this.#giveUp();
        return;
      }
      if (this.#keys.size > 0) this.#keys.clear();
      this.#instant = instant;
      this.#id = undefined;
    }
    // Most rows are alone at their instant: then no set is touched.
    this.#keep();
    if (this.#keys.size >= maxKeys) {
      this.#giveUp();
      return;
    }
    if (this.#keys.size > 0 && this.#keys.has(keyOf(type, id))) this.#duplicates += 1;
    this.#type = type;
    this.#id = id;
  }

  toJSON(): OrderedKeysState {
    this.#keep();
    return {
      ordered: this.#ordered,
      duplicates: this.#duplicates,
      instant: this.#instant,
      keys: [...this.#keys],
    };
  }

  /** Moves the latest row into the set. */
  #keep(): void {
    if (this.#id === undefined) return;
    this.#keys.add(keyOf(this.#type, this.#id));
    this.#id = undefined;
  }

  #giveUp(): void {
    this.#ordered = false;
    this.#keys.clear();
    this.#id = undefined;
  }
}

function keyOf(type: string, id: string): string {
  // Without the length, the end of a type could be read as the start of an id.
  return `${type.length} ${type.toWellFormed()}${id.toWellFormed()}`;
}
