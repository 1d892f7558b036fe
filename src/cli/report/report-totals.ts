import { instantOf } from '../../api/instant.ts';
import type { LedgerRow } from '../../ledger/flatten.ts';
import { Groups, type MoneyColumns, MoneySums } from './groups.ts';

/** The columns that the report groups by and that `export --drop` can leave out. */
export const optionalColumns = ['country_code', 'payment_method', 'offer_id', 'offer_name'] as const;

/** What the report reads of a ledger row. */
export type ReportRow = MoneyColumns &
  Pick<LedgerRow, 'timestamp' | 'type' | 'currency_code'> &
  Partial<Pick<LedgerRow, (typeof optionalColumns)[number]>>;

/** The group of rows without a value. */
export const noValue = '(none)';
/** The group of rows whose timestamp cannot be read. */
export const unreadable = '(unreadable timestamp)';

const microsecondsPerDay = 86_400_000_000;

/** Everything that the report needs to know about the rows. Its size does not depend on the number of rows. */
export class ReportTotals {
  readonly byCurrencyAndType = new Groups();
  readonly byDay = new Groups();
  readonly byCountry = new Groups();
  readonly byPaymentMethod = new Groups();
  readonly byOffer = new Groups();
  readonly #offerNames = new Map<string, string>();
  readonly #present = new Set<string>();

  add(row: ReportRow): void {
    this.byCurrencyAndType.add(pairOf(row.currency_code, row.type), row);
    this.byDay.add(dayOf(row.timestamp), row);
    this.byCountry.add(row.country_code ?? noValue, row);
    this.byPaymentMethod.add(row.payment_method ?? noValue, row);
    const offer = row.offer_id ?? row.offer_name ?? noValue;
    this.byOffer.add(offer, row);
    if (!this.#offerNames.has(offer) && this.byOffer.get(offer)) {
      this.#offerNames.set(offer, row.offer_name ?? offer);
    }
    for (const column of optionalColumns) if (row[column] !== undefined) this.#present.add(column);
  }

  /** Whether any row had the column. */
  has(column: (typeof optionalColumns)[number]): boolean {
    return this.#present.has(column);
  }

  /** The name of an offer in the first of its rows; its id if it has none. */
  offerName(offer: string): string {
    return this.#offerNames.get(offer) ?? offer;
  }

  get total(): MoneySums {
    const total = new MoneySums();
    for (const { sums } of this.byCurrencyAndType.byKey()) total.merge(sums);
    total.merge(this.byCurrencyAndType.rest);
    return total;
  }

  get byCurrency(): Groups {
    return this.#regrouped(0);
  }

  get byType(): Groups {
    return this.#regrouped(1);
  }

  /** Returns the sums of a currency and type. */
  of(currencyCode: string, type: string): MoneySums | undefined {
    return this.byCurrencyAndType.get(pairOf(currencyCode, type));
  }

  #regrouped(part: 0 | 1): Groups {
    const groups = new Groups();
    for (const { key, sums } of this.byCurrencyAndType.byKey()) {
      // The key is a pair of strings, by `pairOf`.
      const pair = JSON.parse(key) as [string, string];
      groups.merge(pair[part], sums);
    }
    if (this.byCurrencyAndType.rest.rows > 0) groups.merge('(other)', this.byCurrencyAndType.rest);
    return groups;
  }
}

// Any separator could be part of a value.
function pairOf(currencyCode: string, type: string): string {
  return JSON.stringify([currencyCode, type]);
}

function dayOf(timestamp: string): string {
  const instant = instantOf(timestamp);
  if (Number.isNaN(instant)) return unreadable;
  const day = Math.floor(instant / microsecondsPerDay);
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
