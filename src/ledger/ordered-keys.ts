import * as z from 'zod';

import { canonicalJson, hashOf, keyOf } from './row-key.ts';

/** The rules of what a receipt keeps to find duplicates. */
export const orderedKeysSchema = z.strictObject({
  ordered: z.boolean(),
  duplicates: z.int().min(0),
  different: z.int().min(0),
  /** `null` before the first row. */
  instant: z.int().nullable(),
  keys: z.array(z.string()).readonly(),
  /** Of the rows with these keys: a hash of the content, a space, and the key. */
  contents: z.array(z.string()).readonly(),
});

/** What a receipt keeps to find duplicates, as plain JSON. */
export type OrderedKeysState = Readonly<z.output<typeof orderedKeysSchema>>;

/** Maximum number of keys at one instant to compare with each other. */
const maxKeys = 100_000;

/** A row at the current instant. */
interface OneRow {
  readonly type: string;
  readonly id: string;
  /** As received; without it, rows with one key do not differ. */
  readonly content: object | undefined;
}

/**
 * Counts duplicates among rows in order of time. It keeps the keys of the current instant only: while time does not go
 * back, no earlier row has the same key.
 */
export class OrderedKeys {
  readonly #direction: 1 | -1;
  /** The rows at the current instant: by key, hashes of their different contents in the order of occurrence. */
  readonly #contents = new Map<string, number[]>();
  /** The last row, which is not among them yet: most rows are alone at their instant, and need no key. */
  #latest: OneRow | undefined;
  #instant: number | null;
  #duplicates: number;
  #different: number;
  #ordered: boolean;

  constructor(direction: 'asc' | 'desc', state?: OrderedKeysState) {
    this.#direction = direction === 'asc' ? 1 : -1;
    for (const key of state?.keys ?? []) this.#contents.set(key, []);
    for (const content of state?.contents ?? []) {
      const end = content.indexOf(' ');
      this.#contents.get(content.slice(end + 1))?.push(Number(content.slice(0, end)));
    }
    this.#instant = state?.instant ?? null;
    this.#duplicates = state?.duplicates ?? 0;
    this.#different = state?.different ?? 0;
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

  /** Number of those rows that differ from all earlier rows with their key. */
  get different(): number {
    return this.#different;
  }

  /**
   * Returns how many different rows with its key were received before the row that equals it: 0, unless keys repeat.
   *
   * @param instant Time in microseconds since the epoch; `NaN` if the timestamp cannot be read
   * @param content The row as received; without it, rows with one key do not differ
   */
  add(instant: number, type: string, id: string, content?: object): number {
    if (!this.#ordered) return 0;
    const row = { type, id, content };
    if (instant === this.#instant) return this.#addAtSameInstant(row);
    if (this.#contents.size > 0) this.#contents.clear();
    // Written so that `NaN` is not in order.
    if ((instant - (this.#instant ?? instant)) * this.#direction >= 0) {
      this.#instant = instant;
      this.#latest = row;
    } else this.#giveUp();
    return 0;
  }

  #addAtSameInstant(row: OneRow): number {
    this.#storeLatest();
    if (this.#contents.size >= maxKeys) {
      this.#giveUp();
      return 0;
    }
    this.#latest = row;
    const earlier = this.#contents.get(keyOf(row.type, row.id));
    if (!earlier) return 0;
    this.#duplicates += 1;
    if (!row.content) return 0;
    const position = earlier.indexOf(hashOfContent(row.content));
    if (position >= 0) return position;
    this.#different += 1;
    return earlier.length;
  }

  toJSON(): OrderedKeysState {
    this.#storeLatest();
    return {
      ordered: this.#ordered,
      duplicates: this.#duplicates,
      different: this.#different,
      instant: this.#instant,
      keys: [...this.#contents.keys()],
      contents: [...this.#contents].flatMap(([key, hashes]) => hashes.map((hash) => `${hash} ${key}`)),
    };
  }

  /** Moves the latest row among those that others are compared with. */
  #storeLatest(): void {
    if (!this.#latest) return;
    const { type, id, content } = this.#latest;
    const key = keyOf(type, id);
    const hashes = this.#contents.get(key) ?? [];
    this.#contents.set(key, hashes);
    const hash = content && hashOfContent(content);
    if (hash !== undefined && !hashes.includes(hash)) hashes.push(hash);
    this.#latest = undefined;
  }

  #giveUp(): void {
    this.#ordered = false;
    this.#contents.clear();
    this.#latest = undefined;
  }
}

/** Two contents with one hash count as the same: a receipt is then not complete, rather than wrong. */
function hashOfContent(content: object): number {
  return hashOf(canonicalJson(content));
}
