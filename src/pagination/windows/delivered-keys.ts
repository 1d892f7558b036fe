import { type KeyedRow, keyOf } from './row-key.ts';
import { hash } from './row-hash.ts';

/** The most rows whose keys are kept. */
export const mostKeys: number = 1_000_000;

const firstCapacity = 1024;

/**
 * The keys of delivered rows, each as often as it was delivered. A key is kept as 64 bits of a hash, 8 bytes in place of
 * some 70: among a million rows, two of different keys look alike with a probability of about 1 in 10 million.
 */
export class DeliveredKeys {
  readonly #most: number;
  #hashes = new Uint32Array(2 * firstCapacity);
  #size = 0;
  #overflowed = false;

  constructor(most = mostKeys) {
    this.#most = most;
  }

  /** Whether more rows were delivered than keys are kept of: then none is known. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  add(rows: readonly KeyedRow[]): void {
    if (this.#overflowed) return;
    if (this.#size + rows.length > this.#most) {
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

  /** The keys, to be taken one by one. */
  toTake(): KeysToTake {
    return new KeysToTake(this.#hashes.subarray(0, 2 * this.#size));
  }
}

/** Keys of delivered rows that have not been received a second time. */
export class KeysToTake {
  readonly #counts = new Map<string, number>();
  #left: number;

  constructor(hashes: Uint32Array) {
    this.#left = hashes.length / 2;
    for (let index = 0; index < hashes.length; index += 2) {
      const key = textOf(hashes[index] ?? 0, hashes[index + 1] ?? 0);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }

  /** How many are left. */
  get left(): number {
    return this.#left;
  }

  /** Whether a row was delivered once more than it has been taken; it is taken with that. */
  take(row: KeyedRow): boolean {
    if (this.#left === 0) return false;
    const key = textOf(...hash(keyOf(row)));
    const count = this.#counts.get(key) ?? 0;
    if (count === 0) return false;
    this.#left -= 1;
    this.#counts.set(key, count - 1);
    return true;
  }
}

function textOf(high: number, low: number): string {
  return String.fromCharCode(high >>> 16, high & 0xffff, low >>> 16, low & 0xffff);
}
