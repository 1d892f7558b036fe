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
  readonly byFile = new Groups();
  /** The first rows of a dispute, or with a chargeback fee. */
  readonly disputes: ReportRow[] = [];
  /** All of them. */
  readonly disputed = new MoneySums();
  readonly zone: TimeZone;
  readonly #missing = new Set<string>(optionalColumns);

  constructor(zone = utc) {
    this.zone = zone;
  }

  /**
   * @param instant Its time in microseconds since the epoch; `NaN` if it cannot be read
   * @param file The one that it is in
   */
  add(row: ReportRow, instant = instantOf(row.timestamp), file = ''): void {
    const [isSale, isRefund] = [row.type === 'paid', row.type === 'refund'];
    const amounts = [
      ...amountsOfRow(row),
      Number(isSale),
      Number(isRefund),
      isRefund ? row.amount_usd_minor : 0,
    ];
    this.byCurrency.add(row.currency_code, amounts);
    this.byType.add(row.type, amounts);
    this.byFile.add(file, amounts);
    const isReadable = !Number.isNaN(instant);
    this.byDay.add(isReadable ? this.zone.dayOf(instant / 1000) : unreadable, amounts);
    if (!isReadable) {
      this.unreadableTimes += 1;
      this.unreadableTime ||= printable(row.timestamp, 40);
    }
    this.byCountry.add(row.country_code ?? noValue, amounts, 1, row.currency_code);
    this.byPaymentMethod.add(row.payment_method ?? noValue, amounts);
    this.byOffer.add(row.offer_id ?? row.offer_name ?? noValue, amounts, 1, row.offer_name ?? undefined);
    if (row.type.startsWith('dispute') || row.chargeback_fee_usd_minor !== 0) {
      this.disputed.add(amounts);
      if (this.disputes.length < maxDisputes) this.disputes.push(row);
    }
    for (const column of optionalColumns) if (row[column] !== undefined) this.#missing.delete(column);
  }

  /** Whether any row had the column. */
  readonly has = (column: (typeof optionalColumns)[number]): boolean => !this.#missing.has(column);

  get total(): MoneySums {
    const total = new MoneySums();
    const groups = this.byType.byKey().map(({ sums }) => sums);
    for (const { sums, rows } of [...groups, this.byType.rest]) total.add(sums, rows);
    return total;
  }
}

/** The sums of the rows that have one value in common. */
export interface Group {
  /** The value, or the name of several groups. */
  readonly key: string;
  readonly sums: MoneySums;
  /** What its first row has in another column: the name of an offer, the currency of a country. */
  readonly detail?: string | undefined;
  /** Whether all of its rows have that. */
  readonly hasOneDetail?: boolean;
  /** Whether it is several groups: their total, or all that have no row of their own. */
  readonly others?: boolean;
}

/** Keeps memory bounded if a column has a different value in each row. */
const maxGroups = 100_000;

/** Sums by the value of a column. */
export class Groups {
  readonly #groups = new Map<string, OneGroup>();
  /** The sums of rows whose value was not among the first 100 000 values. */
  readonly rest = sumsOfReport();
  readonly #max: number;

  constructor(max = maxGroups) {
    this.#max = max;
  }

  /** Adds a row, or the sums of several. */
  add(key: string, amounts: Amounts, rows?: number, detail?: string): void {
    const group = this.#groups.get(key) ?? this.#create(key, detail);
    (group?.sums ?? this.rest).add(amounts, rows);
    if (group && group.detail !== detail) group.hasOneDetail = false;
  }

  get(key: string): MoneySums | undefined {
    return this.#groups.get(key)?.sums;
  }

  /** Returns a group of its own for a value, as long as there is room. */
  #create(key: string, detail: string | undefined): OneGroup | undefined {
    if (this.#groups.size >= this.#max) return undefined;
    const group = { key, sums: sumsOfReport(), detail, hasOneDetail: true };
    this.#groups.set(key, group);
    return group;
  }

  /** Returns the groups in the order of their keys. */
  byKey(): readonly OneGroup[] {
    return [...this.#groups.values()].sort((a, b) => compare(a.key, b.key));
  }

  /** Returns some groups with the largest sum first; equal ones in the order of their keys. */
  byLargest(sumOf: (sums: MoneySums) => bigint, only: (sums: MoneySums) => boolean): readonly OneGroup[] {
    return [...this.#groups.values()]
      .filter(({ sums }) => only(sums))
      .map((group) => ({ group, sum: sumOf(group.sums) }))
      .sort((a, b) => compare(b.sum, a.sum) || compare(a.group.key, b.group.key))
      .map(({ group }) => group);
  }
}

/** A group that {@link Groups} adds up. */
interface OneGroup extends Group {
  hasOneDetail: boolean;
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What follows the money fields in the sums of a report: numbers of rows, and US cents. */
const extras = ['sold', 'refunds', 'refundedUsd'] as const;

function sumsOfReport(): MoneySums {
  return new MoneySums(moneyFields.length + extras.length);
}

/** Returns the payments of a group, its refunds, or their gross in US cents. */
export function extraOf({ sums }: MoneySums, name: (typeof extras)[number]): bigint {
  return BigInt(sums[moneyFields.length + extras.indexOf(name)] ?? 0);
}
