import { printable } from '../../client/errors/printable.ts';
import { instantOf } from '../../client/api/instant.ts';
import type { LedgerRow } from '../../ledger/flatten.ts';
import { type MoneyColumn, moneyFields } from '../../ledger/money-fields.ts';
import { type Amounts, amountsOfRow, MoneySums } from '../../ledger/money-sums.ts';
import { type TimeZone, utc } from '../time-zone.ts';

/** The columns that the report groups by and that `export --drop` can leave out. */
export const optionalColumns = ['country_code', 'payment_method', 'offer_id', 'offer_name'] as const;

/** What the report reads of a ledger row. */
export type ReportRow = Pick<LedgerRow, MoneyColumn | 'timestamp' | 'type' | 'currency_code'> &
  Partial<Pick<LedgerRow, (typeof optionalColumns)[number] | 'order_id'>>;

/** The group of rows without a value. */
const noValue = '(none)';
/** The group of rows whose timestamp cannot be read. */
export const unreadable = '(unreadable timestamp)';

/** The number of disputes to list; a report of more is of damaged data. */
const maxDisputes = 1000;

/** Everything that the report needs to know about the rows. Its size does not depend on the number of rows. */
export class ReportTotals {
  /** Rows whose time cannot be read, and the first of those times. */
  unreadableTimes = 0;
  unreadableTime = '';
  readonly byCurrency = new Groups();
  readonly byType = new Groups();
  readonly byDay = new Groups();
  readonly byCountry = new Groups();
  readonly byPaymentMethod = new Groups();
  readonly byOffer = new Groups();
  /** The first rows of a dispute, or with a chargeback fee. */
  readonly disputes: ReportRow[] = [];
  /** All of them. */
  readonly disputed = new MoneySums();
  readonly zone: TimeZone;
  readonly #currencies = new Map<string, string | undefined>();
  readonly #offerNames = new Map<string, string>();
  readonly #present = new Set<string>();

  constructor(zone = utc) {
    this.zone = zone;
  }

  add(row: ReportRow): void {
    const [isSale, isRefund] = [row.type === 'paid', row.type === 'refund'];
    const amounts = [
      ...amountsOfRow(row),
      Number(isSale),
      Number(isRefund),
      isRefund ? row.amount_usd_minor : 0,
    ];
    const offer = row.offer_id ?? row.offer_name ?? noValue;
    this.byCurrency.add(row.currency_code, amounts);
    this.byType.add(row.type, amounts);
    const day = dayOf(row.timestamp, this.zone);
    this.byDay.add(day, amounts);
    if (day === unreadable) {
      this.unreadableTimes += 1;
      this.unreadableTime ||= printable(row.timestamp, 40);
    }
    const country = row.country_code ?? noValue;
    this.byCountry.add(country, amounts);
    if (this.byCountry.get(country)) {
      const known = this.#currencies.has(country) ? this.#currencies.get(country) : row.currency_code;
      this.#currencies.set(country, known === row.currency_code ? known : undefined);
    }
    this.byPaymentMethod.add(row.payment_method ?? noValue, amounts);
    this.byOffer.add(offer, amounts);
    if (!this.#offerNames.has(offer) && this.byOffer.get(offer)) {
      this.#offerNames.set(offer, row.offer_name ?? offer);
    }
    if (row.type.startsWith('dispute') || row.chargeback_fee_usd_minor !== 0) {
      this.disputed.add(amounts);
      if (this.disputes.length < maxDisputes) this.disputes.push(row);
    }
    for (const column of optionalColumns) if (row[column] !== undefined) this.#present.add(column);
  }

  /** Whether any row had the column. */
  readonly has = (column: (typeof optionalColumns)[number]): boolean => this.#present.has(column);

  /** The name of an offer in the first of its rows; its id if it has none. */
  offerName(offer: string): string {
    return this.#offerNames.get(offer) ?? offer;
  }

  /** The currency of all rows of a country; `undefined` if there are several. */
  currencyOf(country: string): string | undefined {
    return this.#currencies.get(country);
  }

  get total(): MoneySums {
    const total = new MoneySums();
    const groups = this.byType.byKey().map(({ sums }) => sums);
    for (const { sums, rows } of [...groups, this.byType.rest]) total.add(sums, rows);
    return total;
  }
}

function dayOf(timestamp: string, zone: TimeZone): string {
  const instant = instantOf(timestamp);
  return Number.isNaN(instant) ? unreadable : zone.dayOf(instant / 1000);
}

/** The sums of the rows that have one value in common. */
export interface Group {
  readonly key: string;
  readonly sums: MoneySums;
  /** Whether it is all groups that have no row of their own. */
  readonly others?: boolean;
}

/** Keeps memory bounded if a column has a different value in each row. */
const maxGroups = 100_000;

/** Sums by the value of a column. */
export class Groups {
  readonly #groups = new Map<string, MoneySums>();
  /** The sums of rows whose value was not among the first 100 000 values. */
  readonly rest = new MoneySums();
  readonly #max: number;

  constructor(max = maxGroups) {
    this.#max = max;
  }

  /** Adds a row, or the sums of several. */
  add(key: string, amounts: Amounts, rows?: number): void {
    this.#sumsOf(key).add(amounts, rows);
  }

  get(key: string): MoneySums | undefined {
    return this.#groups.get(key);
  }

  /** Returns the groups in the order of their keys. */
  byKey(): readonly Group[] {
    return this.#list().sort((a, b) => compare(a.key, b.key));
  }

  /** Returns the groups with the largest sum first; equal ones in the order of their keys. */
  byLargest(sumOf: (sums: MoneySums) => bigint): readonly Group[] {
    const sums = new Map(this.#list().map((group) => [group, sumOf(group.sums)]));
    return [...sums]
      .sort(([a, sumA], [b, sumB]) => compare(sumB, sumA) || compare(a.key, b.key))
      .map(([group]) => group);
  }

  #list(): Group[] {
    return [...this.#groups].map(([key, sums]) => ({ key, sums }));
  }

  #sumsOf(key: string): MoneySums {
    const existing = this.#groups.get(key);
    if (existing) return existing;
    if (this.#groups.size >= this.#max) return this.rest;
    const created = new MoneySums();
    this.#groups.set(key, created);
    return created;
  }
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What follows the money fields in the sums of a report: numbers of rows, and US cents. */
const extras = ['sold', 'refunds', 'refundedUsd'] as const;

/** Returns the payments of a group, its refunds, or their gross in US cents. */
export function extraOf({ sums }: MoneySums, name: (typeof extras)[number]): bigint {
  return BigInt(sums[moneyFields.length + extras.indexOf(name)] ?? 0);
}

/** The three fees, which a report adds up. */
export const feeFields = ['transactionFeeUsd', 'chargebackFeeUsd', 'currencyExchangeCostUsd'] as const;
