import { readDay } from './read-day.ts';
import type { Difference } from './difference.ts';
import { PairedSums } from './paired-sums.ts';

/** The sums of both files, and what could not be added. */
export class Reconciliation {
  /** By id; `null` without one. */
  readonly ids = new PairedSums<string | null>();
  /** By UTC day; `undefined` if days are not compared. */
  readonly days: PairedSums<string> | undefined;
  readonly unreadable: Difference[] = [];
  /** Ids with an unreadable amount: their sums are not compared. */
  readonly unreadableIds = new Set<string | null>();
  readonly rows = { ledger: 0, finance: 0 };

  constructor(comparesDays: boolean) {
    this.days = comparesDays ? new PairedSums() : undefined;
  }

  /** Adds an amount to its id, and to its day if days are compared. */
  add(side: 'ledger' | 'finance', row: ReadableRow): void {
    const { id, currencyCode, amount, time = '' } = row;
    this.ids.add(side, id, currencyCode, amount);
    if (!this.days) return;
    const day = readDay(time);
    if (day !== undefined) this.days.add(side, day, currencyCode, amount);
    else this.addUnreadable(id, `${row.where}: the date ${JSON.stringify(time)} must be in ISO 8601`);
  }

  addUnreadable(id: string | null, problem: string): void {
    this.unreadable.push({ what: 'unreadable', id, day: null, ledger: null, finance: null, problem });
  }
}

/** A row whose amount could be read. */
export interface ReadableRow {
  readonly id: string | null;
  readonly currencyCode: string;
  /** In the smallest unit. */
  readonly amount: number;
  readonly time: string | undefined;
  /** Its position, for messages. */
  readonly where: string;
}
