import { ExactSum } from '../../ledger/exact-sum.ts';
import type { LedgerRow } from '../../ledger/ledger-row.ts';
import { type MoneyField, moneyFields } from '../../ledger/money-fields.ts';

/** The ledger column with the integer of each money field. */
const columns = {
  amount: 'amount_minor',
  amountUsd: 'amount_usd_minor',
  totalTaxAmount: 'total_tax_amount_minor',
  totalTaxAmountUsd: 'total_tax_amount_usd_minor',
  currencyExchangeCostUsd: 'currency_exchange_cost_usd_minor',
  chargebackFeeUsd: 'chargeback_fee_usd_minor',
  transactionFeeUsd: 'transaction_fee_usd_minor',
  publisherNetAmountUsd: 'publisher_net_amount_usd_minor',
} as const satisfies Readonly<Record<MoneyField, keyof LedgerRow>>;

const pairs = moneyFields.map((field) => ({ column: columns[field], sum: moneyFields.indexOf(field) }));

/** The money columns of a ledger row, in the smallest unit. */
export type MoneyColumns = Pick<LedgerRow, (typeof columns)[MoneyField]>;

/** The number of rows, and the exact sum of each money field. */
export class MoneySums {
  #rows = 0;
  readonly #sums = moneyFields.map(() => new ExactSum());

  get rows(): number {
    return this.#rows;
  }

  add(row: MoneyColumns): void {
    this.#rows += 1;
    for (const { column, sum } of pairs) this.#sums[sum]?.add(row[column]);
  }

  /** Adds the sums of other rows. */
  merge(other: MoneySums): void {
    this.#rows += other.rows;
    for (const [index, field] of moneyFields.entries()) this.#sums[index]?.add(other.sum(field));
  }

  /** Returns the sum of a field, in its smallest unit: US cents if its name ends with `Usd`. */
  sum(field: MoneyField): bigint {
    return BigInt(String(this.#sums[moneyFields.indexOf(field)]));
  }
}
