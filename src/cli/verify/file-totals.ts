import { instantOf, toTimestamp } from '../../client/api/instant.ts';
import { OrderedKeys } from '../../ledger/duplicates.ts';
import { ledgerColumns, type Receipt, type ReceiptSum } from '../../ledger/index.ts';
import { amountsOfRow, SumsByType } from '../../ledger/money-sums.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { toDecimalString } from '../../client/money/minor-units.ts';
import type { StoredRow } from '../read/stored-row.ts';
import type { FileDifference } from './difference.ts';

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

  constructor({
    startDate,
    endDate,
    currencyDigits,
  }: Pick<Receipt, 'startDate' | 'endDate' | 'currencyDigits'>) {
    this.#currencyDigits = currencyDigits;
    this.#start = instantOf(startDate);
    this.#end = instantOf(endDate);
  }

  /** @param instant Its time in microseconds since the epoch; `NaN` if it cannot be read */
  add(row: StoredRow, instant = instantOf(row.timestamp)): void {
    this.rows += 1;
    if (instant < this.#start || instant >= this.#end) this.rowsOutsideRange += 1;
    if (instant < this.#first) this.#first = instant;
    if (instant > this.#last) this.#last = instant;
    this.#ascending.add(instant, row.type, row.transaction_id);
    this.#descending.add(instant, row.type, row.transaction_id);
    this.#sums.add(row.currency_code, row.type, amountsOfRow(row));
    if (this.wrongDecimals.length < maxNamed) this.#compareDecimals(row);
  }

  #compareDecimals(row: StoredRow): void {
    const localDigits = findMinorUnitDigits(row.currency_code, this.#currencyDigits);
    for (const { name, minor, isUsd } of ledgerColumns) {
      if (minor === null) continue;
      const found = row[name];
      if (found === undefined) continue;
      const digits = isUsd ? 2 : localDigits;
      const expected = digits === undefined ? null : toDecimalString(row[minor], digits, 'verify');
      if (found === expected || withoutZeros(found) === withoutZeros(expected)) continue;
      this.wrongDecimals.push({
        what: 'decimal',
        currencyCode: row.currency_code,
        type: row.type,
        column: name,
        expected: `${expected ?? 'no value'} by ${minor} of transaction ${this.rows}`,
        found: String(found ?? 'no value'),
      });
    }
  }

  /** Number of duplicates; `undefined` if rows are not in order, so that all keys have to be compared. */
  get duplicates(): number | undefined {
    return [this.#ascending, this.#descending].find(({ ordered }) => ordered)?.duplicates;
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

/** Maximum number of rows to name. */
const maxNamed = 20;

/** Parquet stores every amount with the same number of decimals. */
function withoutZeros(decimal: string | number | null): string | null {
  if (decimal === null) return null;
  const text = String(decimal);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
