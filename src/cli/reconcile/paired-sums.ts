/** The two files that are compared. */
export type Side = 'ledger' | 'finance';

/** Sums of one key and currency, in the smallest unit; `undefined` without a row. */
export type PairedSum = { readonly currencyCode: string } & {
  [side in Side]: number | bigint | undefined;
};

/** Exact sums by key and currency, of both files. All keys are held in memory. */
export class PairedSums<Key> {
  readonly #sums = new Map<Key, PairedSum[]>();

  add(side: Side, key: Key, currencyCode: string, amount: number | bigint): void {
    let sums = this.#sums.get(key);
    if (!sums) this.#sums.set(key, (sums = []));
    let sum = sums.find((one) => one.currencyCode === currencyCode);
    if (!sum) sums.push((sum = { currencyCode, ledger: undefined, finance: undefined }));
    sum[side] = addExactly(sum[side] ?? 0, amount);
  }

  get isEmpty(): boolean {
    return this.#sums.size === 0;
  }

  /** The sums of each key, in the order in which the keys were added. */
  entries(): IterableIterator<[Key, readonly PairedSum[]]> {
    return this.#sums.entries();
  }
}

/** Adds integers of any size. Returns a number if it is exact, so that equal sums are equal by `===`. */
export function addExactly(sum: number | bigint, amount: number | bigint): number | bigint {
  if (typeof sum === 'number' && typeof amount === 'number') {
    const added = sum + amount;
    if (Number.isSafeInteger(added)) return added;
  }
  const exact = BigInt(sum) + BigInt(amount);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}
