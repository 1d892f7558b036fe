import type { CurrencyDigits } from '../../../../client/money/currency-digits.ts';
import { addExactly, type ExactInteger } from '../../../../ledger/money-sums.ts';
import type { Problem } from '../../../tables/amounts.ts';
import { type Ids, RoundedIds } from '../ids/ids.ts';
import { Selection } from '../selection.ts';
import { LeftOutRows } from './left-out-rows.ts';
import { RowPlaces } from './row-places.ts';
import { type Difference, differenceOf } from './difference.ts';
import {
  type Calendar,
  DaySums,
  type LedgerOrFinance,
  type PairedSum,
  PairedSums,
  quarterOf,
  type SumOrigin,
} from './sums.ts';

/** A row whose amount could be read. */
interface ReadableRow {
  readonly id: string | null;
  readonly currencyCode: string;
  /** In the smallest unit. */
  readonly amount: number;
  /** Its position, for messages. */
  readonly where: string;
}

/** How the rows of both files are compared. */
interface Comparison {
  readonly ids: Ids;
  /** Those that the ledger is counted with. */
  readonly currencyDigits: CurrencyDigits;
  /** `undefined` if days are not compared. */
  readonly calendar: Calendar | undefined;
  /** The difference of a sum that is none, in units of its currency. */
  readonly tolerance: string;
}

/** Rows of a currency without an id to name. */
const maxPlaces = 3;

/** What both files have: the sums of their rows, and what could not be added. `compare-sums.ts` compares it. */
export class Reconciliation {
  readonly ids: Ids;
  readonly currencyDigits: CurrencyDigits;
  readonly tolerance: string;
  /** By id; `null` without one. */
  readonly sums = new PairedSums<string | null>();
  /** `undefined` if days are not compared. */
  readonly days: DaySums | undefined;
  /** By currency: all rows whose amount could be read. */
  readonly totals = new Map<string, Record<LedgerOrFinance, { rows: number; amount: ExactInteger }>>();
  readonly unreadable: Difference[] = [];
  /** Rows of the finance system without a readable amount: they are in no sum. */
  unreadableRows = 0;
  /** Ids with an unreadable amount: their sums are not known, and a further difference would only mislead. */
  readonly unreadableIds = new Set<string>();
  /** Where the first rows without an id are, and how many there are, by currency. */
  readonly withoutId = new Map<string, { readonly first: string[]; rows: number }>();
  readonly selection = new Selection();
  readonly leftOut = new LeftOutRows();
  /** The rows of the ids whose sums differ, once they are found. */
  places = new RowPlaces([]);
  /** Rows of finance that a workbook hides, those with the value of a merged cell, or of the row above, and hidden sheets, which are not read. */
  readonly workbook = { hidden: 0, merged: 0, filled: 0, hiddenSheets: [] as string[] };
  /** Ids of the ledger that a spreadsheet rounds. */
  readonly roundedIds = new RoundedIds();

  constructor({ ids, currencyDigits, calendar, tolerance }: Comparison) {
    this.ids = ids;
    this.currencyDigits = currencyDigits;
    this.days = calendar && new DaySums(calendar);
    this.tolerance = tolerance;
  }

  /** @param origin That of the one row */
  addLedger(row: ReadableRow, origin: SumOrigin): void {
    this.#add('ledger', row, origin);
    if (row.id !== null) this.roundedIds.add(row.id);
    if (!this.days) return;
    const quarter = quarterOf(origin.time);
    if (Number.isNaN(quarter)) {
      const message = `the date ${JSON.stringify(origin.time)} must be in ISO 8601`;
      this.#addProblem(row.id, row.where, { reason: 'dates', message });
    } else this.days.ledger.add('ledger', quarter, row.currencyCode, row.amount);
  }

  /** @param day That of its date, or why it has none; `undefined` if days are not compared */
  addFinance(row: ReadableRow, day: string | Problem | undefined): void {
    this.#add('finance', row);
    if (typeof day === 'object') this.#addProblem(row.id, row.where, day);
    else if (day !== undefined) this.days?.finance.add('finance', day, row.currencyCode, row.amount);
  }

  /** Adds a row of the finance system whose amount cannot be read. */
  addUnreadable(id: string | null, where: string, problem: Problem): void {
    this.#addProblem(id, where, problem);
    if (id !== null) this.unreadableIds.add(id);
    this.unreadableRows += 1;
  }

  #addProblem(id: string | null, where: string, { reason, message }: Problem): void {
    const written = id === null ? null : this.ids.writtenOf(id);
    this.unreadable.push(
      differenceOf('unreadable', { id: written, problem: `${where}: ${message}`, reason }),
    );
  }

  #add(side: LedgerOrFinance, { id, currencyCode, amount, where }: ReadableRow, origin?: SumOrigin): void {
    this.sums.add(side, id, currencyCode, amount, origin);
    if (id === null) this.#addWithoutId(currencyCode, where);
    const total = this.totals.get(currencyCode) ?? {
      ledger: { rows: 0, amount: 0 },
      finance: { rows: 0, amount: 0 },
    };
    this.totals.set(currencyCode, total);
    total[side].rows += 1;
    total[side].amount = addExactly(total[side].amount, amount);
  }

  #addWithoutId(currencyCode: string, where: string): void {
    const found = this.withoutId.get(currencyCode) ?? { first: [], rows: 0 };
    this.withoutId.set(currencyCode, found);
    if (found.first.length < maxPlaces) found.first.push(where);
    found.rows += 1;
  }

  /** Yields the sums of each id, as far as they are known. */
  *knownSums(): Generator<readonly [id: string, sums: readonly PairedSum[]], void, undefined> {
    for (const [id, sums] of this.sums.entries())
      if (id !== null && !this.unreadableIds.has(id)) yield [id, sums];
  }

  /** Returns the ids that a file has, with those of finance whose amount cannot be read. */
  idsOf(side: LedgerOrFinance): readonly string[] {
    const ids = side === 'finance' ? [...this.unreadableIds] : [];
    for (const [id, sums] of this.sums.entries())
      if (id !== null && sums.some((sum) => sum[side] !== undefined)) ids.push(id);
    return ids;
  }

  /** Counts the ids of each file, and those that both have, as far as their sums are known. */
  countIds(): Readonly<Record<LedgerOrFinance | 'shared', number>> {
    const count = { ledger: 0, finance: 0, shared: 0 };
    for (const [, sums] of this.knownSums()) {
      const isIn = (side: LedgerOrFinance): boolean => sums.some((sum) => sum[side] !== undefined);
      if (isIn('ledger')) count.ledger += 1;
      if (isIn('finance')) count.finance += 1;
      if (isIn('ledger') && isIn('finance')) count.shared += 1;
    }
    return count;
  }

  isInLedger(id: string): boolean {
    return this.sums.get(id).some(({ ledger }) => ledger !== undefined);
  }
}
