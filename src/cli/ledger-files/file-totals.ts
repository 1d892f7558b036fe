import { instantOf, toTimestamp } from '../../client/api/instant.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import type { LedgerRow, Receipt, ReceiptSum } from '../../ledger/index.ts';
import { byMoneyField, moneyColumnOf, moneyColumns } from '../../ledger/money-fields.ts';
import { SumsByType } from '../../ledger/money-sums.ts';
import { OrderedKeys } from '../../ledger/ordered-keys.ts';
import { wrongDecimalsOf } from './decimals.ts';
import type { FileDifference } from './differences/file-difference.ts';
import { storedColumns } from './ledger-row.ts';
import { rowKey } from './read-ledger.ts';

/** What a receipt says about the rows of a file, computed from the file. */
export class FileTotals {
  rows = 0;
  rowsOutsideRange = 0;
  /** The first decimals in major units that differ from the integer in the smallest unit. */
  readonly wrongDecimals: FileDifference[] = [];
  readonly #start: number;
  readonly #end: number;
  readonly #currencyDigits: CurrencyDigits;
  readonly #sums = new SumsByType();
  // A receipt does not say which way the file is sorted.
  readonly #ascending = new OrderedKeys('asc');
  readonly #descending = new OrderedKeys('desc');
  #first = Infinity;
  #last = -Infinity;

  /** What the columns of the file allow to compare. */
  readonly compares: ReturnType<typeof comparisonsOf>;

  constructor({
    startDate,
    endDate,
    currencyDigits,
    columns,
  }: Pick<Receipt, 'startDate' | 'endDate' | 'currencyDigits' | 'columns'>) {
    this.compares = comparisonsOf(columns);
    this.#currencyDigits = currencyDigits;
    this.#start = instantOf(startDate);
    this.#end = instantOf(endDate);
  }

  /** @param instant Its time in microseconds since the epoch; `NaN` if it cannot be read */
  add(row: Partial<LedgerRow>, instant: number): void {
    const { type = '', transaction_id: id = '', currency_code: currency = '' } = row;
    this.rows += 1;
    if (instant < this.#start || instant >= this.#end) this.rowsOutsideRange += 1;
    if (instant < this.#first) this.#first = instant;
    if (instant > this.#last) this.#last = instant;
    if (this.compares.keys) {
      this.#ascending.add(instant, type, id);
      this.#descending.add(instant, type, id);
    }
    if (this.compares.sums)
      this.#sums.add(
        currency,
        type,
        moneyColumns.map((name) => row[name] ?? 0),
      );
    if (this.wrongDecimals.length < maxNamed) this.#compareDecimals(row);
  }

  #compareDecimals(row: Partial<LedgerRow>): void {
    const { type = '', currency_code: currencyCode = '' } = row;
    for (const { column, minor, expected, found } of wrongDecimalsOf(row, this.#currencyDigits)) {
      this.wrongDecimals.push({
        what: 'decimal',
        currencyCode,
        type,
        column,
        expected: `${expected ?? 'no value'} by ${minor} of transaction ${this.rows}`,
        found: String(found ?? 'no value'),
      });
    }
  }

  /** Number of duplicates; `undefined` if rows are not in order, so that all keys have to be compared. */
  get duplicates(): number | undefined {
    return [this.#ascending, this.#descending].find(({ ordered }) => ordered)?.duplicates;
  }

  /** Returns the sums of a receipt without the amounts that the file has not. */
  withoutLeftOut(sums: readonly ReceiptSum[]): readonly ReceiptSum[] {
    const { amounts } = this.compares;
    return sums.map((sum) => ({
      ...sum,
      ...byMoneyField((field) => (amounts.includes(moneyColumnOf[field]) ? sum[field] : '0')),
    }));
  }

  get firstTimestamp(): string | null {
    return Number.isFinite(this.#first) ? toTimestamp(this.#first) : null;
  }

  get lastTimestamp(): string | null {
    return Number.isFinite(this.#last) ? toTimestamp(this.#last) : null;
  }

  get sums(): readonly ReceiptSum[] {
    return this.#sums.toJSON();
  }

  get unknownCurrencies(): readonly string[] {
    const codes = new Set(this.sums.map(({ currencyCode }) => currencyCode));
    return [...codes].filter((code) => findMinorUnitDigits(code, this.#currencyDigits) === undefined);
  }
}

/** Returns what can be compared of a file with these columns, and the columns that the rest would need. */
export function comparisonsOf(columns: readonly string[]) {
  const has = (...names: readonly string[]): boolean => names.every((name) => columns.includes(name));
  return {
    times: has('timestamp'),
    keys: has(...rowKey),
    sums: has('type', 'currency_code'),
    amounts: moneyColumns.filter((name) => has(name)),
    missing: storedColumns.filter((name) => !has(name)),
  };
}

/** Maximum number of rows to name. */
const maxNamed = 20;
