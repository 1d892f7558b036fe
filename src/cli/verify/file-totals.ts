import { instantOf, toTimestamp } from '../../api/instant.ts';
import type { ReceiptSum } from '../../ledger/index.ts';
import { OrderedKeys } from '../../ledger/duplicates.ts';
import { ReceiptSums } from '../../ledger/receipt-sums.ts';
import { findMinorUnitDigits } from '../../money/minor-units.ts';
import type { StoredRow } from '../read/stored-row.ts';
import { WrongDecimals } from './wrong-decimals.ts';

/** What a receipt says about the rows of a file, computed from the file. */
export class FileTotals {
  rows = 0;
  rowsOutsideRange = 0;
  readonly wrongDecimals = new WrongDecimals();
  readonly #start: number;
  readonly #end: number;
  readonly #sums = new ReceiptSums();
  // A receipt does not say which way the file is sorted.
  readonly #ascending = new OrderedKeys('asc');
  readonly #descending = new OrderedKeys('desc');
  #first = Infinity;
  #last = -Infinity;

  constructor({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }) {
    this.#start = instantOf(startDate);
    this.#end = instantOf(endDate);
  }

  add(row: StoredRow): void {
    const instant = instantOf(row.timestamp);
    this.rows += 1;
    if (instant < this.#start || instant >= this.#end) this.rowsOutsideRange += 1;
    if (instant < this.#first) this.#first = instant;
    if (instant > this.#last) this.#last = instant;
    this.#ascending.add(instant, row.type, row.transaction_id);
    this.#descending.add(instant, row.type, row.transaction_id);
    this.#sums.add({
      currencyCode: row.currency_code,
      type: row.type,
      amount: row.amount_minor,
      amountUsd: row.amount_usd_minor,
      totalTaxAmount: row.total_tax_amount_minor,
      totalTaxAmountUsd: row.total_tax_amount_usd_minor,
      currencyExchangeCostUsd: row.currency_exchange_cost_usd_minor,
      chargebackFeeUsd: row.chargeback_fee_usd_minor,
      transactionFeeUsd: row.transaction_fee_usd_minor,
      publisherNetAmountUsd: row.publisher_net_amount_usd_minor,
    });
    this.wrongDecimals.add(row);
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
    return [...codes].filter((code) => findMinorUnitDigits(code) === undefined);
  }
}
