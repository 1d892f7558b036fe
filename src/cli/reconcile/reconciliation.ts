import { DaySums } from './days.ts';
import type { Difference } from './difference.ts';
import type { Problem } from './finance/amounts.ts';
import type { Calendar } from './finance/dates.ts';
import type { SkippedRows } from './finance/rows.ts';
import type { Cell } from './finance/table.ts';
import { addExactly, PairedSums, type Side } from './paired-sums.ts';
import { quarterOf } from './quarters.ts';

/** A row whose amount could be read. */
interface ReadableRow {
  readonly id: string | null;
  readonly currencyCode: string;
  /** In the smallest unit. */
  readonly amount: number;
  /** Its position, for messages. */
  readonly where: string;
}

/** What the rows of a file and currency have together. */
export interface Total {
  rows: number;
  /** In the smallest unit. */
  amount: number | bigint;
}

/** The sums of both files, and what could not be added. */
export class Reconciliation {
  /** By id; `null` without one. */
  readonly ids = new PairedSums<string | null>();
  /** `undefined` if days are not compared. */
  readonly days: DaySums | undefined;
  /** By currency: all rows whose amount could be read. */
  readonly totals = new Map<string, Readonly<Record<Side, Total>>>();
  readonly unreadable: Difference[] = [];
  /** Ids with an unreadable amount: their sums are not compared. */
  readonly unreadableIds = new Set<string | null>();
  /** Rows of the finance system without a readable amount: they are in no sum. */
  unreadableRows = 0;
  readonly rows = { ledger: 0, finance: 0 };
  readonly skipped: SkippedRows = { last: [], where: 0 };

  constructor(calendar: Calendar | undefined) {
    this.days = calendar && new DaySums(calendar);
  }

  addLedger(row: ReadableRow, timestamp: string): void {
    this.#add('ledger', row);
    if (!this.days) return;
    const quarter = quarterOf(timestamp);
    if (!Number.isNaN(quarter)) this.days.addLedger(quarter, row.currencyCode, row.amount);
    else {
      const message = `the date ${JSON.stringify(timestamp)} must be in ISO 8601`;
      this.addUnreadable(row.id, row.where, { reason: 'dates', message });
    }
  }

  /** Returns whether the date could be read; without a date there is none to read. */
  addFinance(row: ReadableRow, date: Cell | undefined): boolean {
    this.#add('finance', row);
    if (!this.days) return true;
    const day = this.days.calendar.readDay(date ?? '');
    if (typeof day !== 'string') this.addUnreadable(row.id, row.where, day);
    else this.days.addFinance(day, row.currencyCode, row.amount);
    return typeof day === 'string';
  }

  addUnreadable(id: string | null, where: string, { reason, message }: Problem): void {
    const problem = `${where}: ${message}`;
    this.unreadable.push({ what: 'unreadable', id, day: null, ledger: null, finance: null, problem, reason });
  }

  #add(side: Side, { id, currencyCode, amount }: ReadableRow): void {
    this.ids.add(side, id, currencyCode, amount);
    let totals = this.totals.get(currencyCode);
    if (!totals) {
      totals = { ledger: { rows: 0, amount: 0 }, finance: { rows: 0, amount: 0 } };
      this.totals.set(currencyCode, totals);
    }
    const total = totals[side];
    total.rows += 1;
    total.amount = addExactly(total.amount, amount);
  }
}
