import { addExactly, type ExactInteger } from '../../../../ledger/money-sums.ts';

/** The sums of a currency: of all rows, and of those since the last total. */
interface RunningSums {
  all: ExactInteger;
  part: ExactInteger;
  orders: number;
}

/** Fewer orders may have the sum of another posting by chance. */
const minOrders = 3;

/** Strings to name: more are no totals that a condition each would leave out. */
const maxStrings = 3;

/** Finds totals with a string in the column of ids: they have the sum of the rows above. */
export class TotalRows {
  readonly #sums = new Map<string, RunningSums>();
  /** The strings of the totals; `false` once another row has one. */
  readonly #strings = new Map<string, boolean>();

  /** Adds the next row; returns whether it is a total. @param text What its column of ids has, if that is no order */
  add(currencyCode: string, amount: number, text: string | undefined): boolean {
    const sums = this.#sums.get(currencyCode) ?? { all: 0, part: 0, orders: 0 };
    this.#sums.set(currencyCode, sums);
    const isTotal =
      text !== undefined &&
      amount !== 0 &&
      sums.orders >= minOrders &&
      [sums.all, sums.part].includes(amount);
    if (text !== undefined && (isTotal || this.#strings.has(text)))
      this.#strings.set(text, isTotal && this.#strings.get(text) !== false);
    if (isTotal) sums.part = 0;
    else {
      sums.all = addExactly(sums.all, amount);
      sums.part = addExactly(sums.part, amount);
      if (text === undefined) sums.orders += 1;
    }
    return isTotal;
  }

  /** The strings of totals that no other row has. */
  get strings(): readonly string[] {
    const strings = [...this.#strings].flatMap(([text, isTotal]) => (isTotal ? [text] : []));
    return strings.length > maxStrings ? [] : strings;
  }
}
