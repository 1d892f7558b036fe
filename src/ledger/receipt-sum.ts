import type { MoneyField } from './money-fields.ts';

/** Sums of the rows of one currency and type, as integer strings: the `Usd` fields in US cents, others in the smallest unit. */
export interface ReceiptSum extends Readonly<Record<MoneyField, string>> {
  /** The currency code, as received; half of a surrogate pair becomes U+FFFD, as in a file. */
  readonly currencyCode: string;
  /** Type of the transactions. */
  readonly type: string;
  /** Number of transactions. */
  readonly rows: number;
}
