import { instantOf } from '../../../client/api/instant.ts';
import { printable } from '../../../client/errors/printable.ts';
import type { LedgerRow } from '../../../ledger/index.ts';
import { amountsOfRow, MoneySums } from '../../../ledger/money-sums.ts';
import { type TimeZone, utc } from '../../terminal/time-zone.ts';
import { type Grouping, groupings, type ReportRow } from './groups/groupings.ts';
import { Groups } from './groups/groups.ts';

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
  readonly byType = new Groups();
  readonly byDay = new Groups();
  readonly byFile = new Groups();
  /** Empty unless the rows are of several sources. */
  readonly bySource = new Groups();
  /** The first rows of a dispute, or with a chargeback fee. */
  readonly disputes: ReportRow[] = [];
  /** All of them. */
  readonly disputed = new MoneySums();
  readonly zone: TimeZone;
  readonly #byGrouping = groupings.map((grouping) => ({ grouping, groups: new Groups() }));
  /** Of the columns that rows are grouped by, those that a row had. */
  readonly #columns = new Set<keyof LedgerRow>();

  constructor(zone = utc) {
    this.zone = zone;
  }

  /**
   * @param instant Its time in microseconds since the epoch; `NaN` if it cannot be read
   * @param file The one that it is in
   * @param source The name of its source; `undefined` if all rows are of one
   */
  add(row: ReportRow, instant = instantOf(row.timestamp), file = '', source?: string): void {
    const [isSale, isRefund] = [row.type === 'paid', row.type === 'refund'];
    const amounts = [
      ...amountsOfRow(row),
      Number(isSale),
      Number(isRefund),
      isRefund ? row.amount_usd_minor : 0,
    ];
    this.byType.add(row.type, amounts);
    this.byFile.add(file, amounts);
    if (source !== undefined) this.bySource.add(source, amounts);
    const isReadable = !Number.isNaN(instant);
    this.byDay.add(isReadable ? this.zone.dayOf(instant / 1000) : unreadable, amounts);
    if (!isReadable) {
      this.unreadableTimes += 1;
      this.unreadableTime ||= printable(row.timestamp, 40);
    }
    for (const { grouping, groups } of this.#byGrouping) {
      const { keyOf, detailOf, columns, isOfSource = false } = grouping;
      const [key, detail] = [keyOf(row) ?? noValue, detailOf?.(row) ?? undefined];
      if (!isOfSource || source === undefined) groups.add(key, amounts, 1, detail);
      else groups.add(`${key} of ${source}`, amounts, 1, detail && `${detail} of ${source}`);
      for (const column of columns) if (row[column] !== undefined) this.#columns.add(column);
    }
    if (row.type.startsWith('dispute') || row.chargeback_fee_usd_minor !== 0) {
      this.disputed.add(amounts);
      if (this.disputes.length < maxDisputes) this.disputes.push(row);
    }
  }

  /** The groups of a grouping. */
  by(grouping: Grouping): Groups {
    return this.#byGrouping.find((one) => one.grouping === grouping)?.groups ?? new Groups();
  }

  /** Whether any row had a column of a grouping. */
  has({ columns }: Grouping): boolean {
    return columns.some((column) => this.#columns.has(column));
  }

  get total(): MoneySums {
    const total = new MoneySums();
    const groups = this.byType.byKey().map(({ sums }) => sums);
    for (const { sums, rows } of [...groups, this.byType.rest]) total.add(sums, rows);
    return total;
  }
}
