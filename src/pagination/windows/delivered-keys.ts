import { hash } from '../row-hash.ts';
import { type KeyedRow, keyOf } from './row-key.ts';

/** Maximum number of keys to keep. */
export const maxKeys: number = 1_000_000;

const firstCapacity = 1024;

/**
 * The keys of delivered rows, duplicates included. A key is stored as a 64-bit hash, 8 bytes instead of about 70. Among
 * a million rows, the probability that two different keys have the same hash is about 1 in 10 million.
 */
export class DeliveredKeys {
  readonly #maxKeys: number;
  #hashes = new Uint32Array(2 * firstCapacity);
  #size = 0;
  #overflowed = false;

  constructor(limit = maxKeys) {
    this.#maxKeys = limit;
  }

  /** Whether there were too many rows; all keys are then dropped. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  add(rows: readonly KeyedRow[]): void {
    if (this.#overflowed) return;
    if (this.#size + rows.length > this.#maxKeys) {
      this.#overflowed = true;
      this.#hashes = new Uint32Array(0);
      return;
    }
    const needed = 2 * (this.#size + rows.length);
    if (needed > this.#hashes.length) {
      const larger = new Uint32Array(Math.max(needed, 2 * this.#hashes.length));
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    for (const row of rows) {
      const [high, low] = hash(keyOf(row));
      this.#hashes[2 * this.#size] = high;
      this.#hashes[2 * this.#size + 1] = low;
      this.#size += 1;
    }
  }

  /** Returns a copy of the keys to match received rows against. */
  remaining(): RemainingKeys {
    return new RemainingKeys(this.#hashes.subarray(0, 2 * this.#size));
  }
}

/** Keys of delivered rows that have not been received again yet. */
export class RemainingKeys {
  readonly #counts = new Map<string, number>();
  #left: number;

  constructor(hashes: Uint32Array) {
    this.#left = hashes.length / 2;
    for (let index = 0; index < hashes.length; index += 2) {
      const key = toMapKey(hashes[index] ?? 0, hashes[index + 1] ?? 0);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** Number of keys left. */
  get left(): number {
    return this.#left;
  }

  /** Removes one occurrence of a row's key; returns whether there was one. */
  take(row: KeyedRow): boolean {
    if (this.#left === 0) return false;
    const key = toMapKey(...hash(keyOf(row)));
    const count = this.#counts.get(key) ?? 0;
    if (count === 0) return false;
    this.#left -= 1;
    this.#counts.set(key, count - 1);
    return true;
  }
}

function toMapKey(high: number, low: number): string {
  return String.fromCharCode(high >>> 16, high & 0xffff, low >>> 16, low & 0xffff);
}
