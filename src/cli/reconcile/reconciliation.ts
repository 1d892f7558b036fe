import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { grouped } from '../format.ts';
import type { Difference, Sum, Total } from './difference.ts';
import type { Problem } from '../table/amounts.ts';
import type { CellValue } from '../table/table.ts';
import { addExactly, type ExactInteger } from '../../ledger/money-sums.ts';
import { RoundedIds } from './compare-ids.ts';
import type { Ids } from './ids.ts';
import type { FinanceSums } from './our-amount.ts';
import { Selection } from './selection.ts';
import {
  type Calendar,
  DaySums,
  type Origin,
  type PairedSum,
  PairedSums,
  quarterOf,
  type Side,
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

/** A sum that both files have. */
interface SharedSum {
  readonly currencyCode: string;
  readonly ledger: ExactInteger;
  readonly finance: ExactInteger;
}

/** Rows of a currency without an id to name. */
const maxPlaces = 3;

/** The sums of both files, what could not be added, and how they differ. */
export class Reconciliation {
  /** `undefined` if days are not compared. */
  readonly days: DaySums | undefined;
  /** Those that the ledger was counted with; set once it was read. */
  currencyDigits: CurrencyDigits = {};
  readonly unreadable: Difference[] = [];
  /** Rows of the finance system without a readable amount: they are in no sum. */
  unreadableRows = 0;
  readonly selection = new Selection();
  /** Rows of a workbook that it hides, and that have the value of a merged cell. */
  readonly workbook = { hidden: 0, merged: 0 };
  /** Ids of the ledger that a spreadsheet rounds. */
  readonly roundedIds = new RoundedIds();
  /** Where the first rows without an id are, and how many there are, by currency. */
  readonly #withoutId = new Map<string, { readonly first: string[]; rows: number }>();
  readonly #ids: Ids;
  readonly #tolerance: string;
  /** By id; `null` without one. */
  readonly #sums = new PairedSums<string | null>();
  /** Ids with an unreadable amount: their sums are not compared. */
  readonly #unreadableIds = new Set<string | null>();
  /** By currency: all rows whose amount could be read. */
  readonly #totals = new Map<string, Total>();

  /** @param tolerance The difference of a sum that is none, in units of its currency. */
  constructor(ids: Ids, calendar: Calendar | undefined, tolerance = '0') {
    this.#ids = ids;
    this.days = calendar && new DaySums(calendar);
    this.#tolerance = tolerance;
  }

  /** @param origin That of the one row */
  addLedger(row: ReadableRow, origin: Origin): void {
    this.#add('ledger', row, origin);
    if (row.id !== null) this.roundedIds.add(row.id);
    if (!this.days) return;
    const quarter = quarterOf(origin.time);
    if (!Number.isNaN(quarter)) this.days.ledger.add('ledger', quarter, row.currencyCode, row.amount);
    else {
      const message = `the date ${JSON.stringify(origin.time)} must be in ISO 8601`;
      this.#addProblem(row.id, row.where, { reason: 'dates', message });
    }
  }

  /** Returns whether the date could be read; without a date there is none to read. */
  addFinance(row: ReadableRow, date: CellValue): boolean {
    this.#add('finance', row);
    if (!this.days) return true;
    const day = this.days.calendar.readDay(date);
    if (typeof day !== 'string') this.#addProblem(row.id, row.where, day);
    else this.days.finance.add('finance', day, row.currencyCode, row.amount);
    return typeof day === 'string';
  }

  /** Adds a row of the finance system whose amount cannot be read. */
  addUnreadable(id: string | null, where: string, problem: Problem): void {
    this.#addProblem(id, where, problem);
    this.#unreadableIds.add(id);
    this.unreadableRows += 1;
  }

  #addProblem(id: string | null, where: string, { reason, message }: Problem): void {
    const written = id === null ? null : this.#ids.writtenOf(id);
    this.unreadable.push(difference('unreadable', { id: written, problem: `${where}: ${message}`, reason }));
  }

  #add(side: Side, { id, currencyCode, amount, where }: ReadableRow, origin?: Origin): void {
    if (id === null) this.#addWithoutId(currencyCode, where);
    this.#sums.add(side, id, currencyCode, amount, origin);
    const none = { currencyCode, digits: undefined, rows: 0, amount: 0 };
    const total = this.#totals.get(currencyCode) ?? { ledger: none, finance: none };
    const { rows, amount: sum } = total[side];
    const added = { ...none, rows: rows + 1, amount: addExactly(sum, amount) };
    this.#totals.set(currencyCode, { ...total, [side]: added });
  }

  #addWithoutId(currencyCode: string, where: string): void {
    const { first, rows } = this.#withoutId.get(currencyCode) ?? { first: [], rows: 0 };
    if (first.length < maxPlaces) first.push(where);
    this.#withoutId.set(currencyCode, { first, rows: rows + 1 });
  }

  /** Yields all differences: what cannot be read, then by id, then by day. */
  *differences(): Generator<Difference, void, undefined> {
    yield* this.unreadable;
    for (const [id, sums] of this.#sums.entries()) {
      if (id === null) yield* this.withoutId();
      // The sums of such an id are not known: a further difference would only mislead.
      else if (!this.#unreadableIds.has(id))
        yield* compareId(this.#ids.writtenOf(id), sums.map(this.#sidesOf), this.#isEqual);
    }
    if (this.days) yield* this.#compareDays([...this.days.pair().entries()]);
  }

  /** Returns the sums of the rows without an id, which name the first of these. */
  withoutId(): readonly Difference[] {
    return this.#sums.get(null).map((sum) => {
      const { first, rows } = this.#withoutId.get(sum.currencyCode) ?? { first: [], rows: 0 };
      const more = rows > first.length ? ` and ${grouped(rows - first.length)} more` : '';
      const problem = `${first.join(', ')}${more}: no id`;
      return difference('without_id', { ...this.#sidesOf(sum), problem, reason: 'no id' });
    });
  }

  /** A day that only one file has is compared with 0, and so are its currencies. */
  *#compareDays(
    days: readonly (readonly [string, readonly PairedSum[]])[],
  ): Generator<Difference, void, undefined> {
    for (const [day, sums] of days.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      for (const { currencyCode, ledger = 0, finance = 0 } of sums) {
        const sides = this.#sidesOf({ currencyCode, ledger, finance });
        if (ledger !== finance) yield difference('day', { day, ...sides });
      }
    }
  }

  /** A tolerance that is less than a smallest unit is none. */
  readonly #isEqual = (currencyCode: string, ledger: ExactInteger, finance: ExactInteger): boolean => {
    if (ledger === finance) return true;
    const digits = findMinorUnitDigits(currencyCode, this.currencyDigits);
    if (digits === undefined) return false;
    const [units = '', decimals = ''] = this.#tolerance.split('.');
    const tolerance = BigInt(units + decimals.padEnd(digits, '0').slice(0, digits));
    const difference = BigInt(ledger) - BigInt(finance);
    return difference <= tolerance && difference >= -tolerance;
  };

  readonly #sidesOf = ({
    currencyCode,
    ledger,
    finance,
    origin,
  }: PairedSum): Readonly<Record<Side, Sum | null>> => {
    const digits = findMinorUnitDigits(currencyCode, this.currencyDigits);
    const sumOf = (amount: ExactInteger | undefined): Sum | null =>
      amount === undefined ? null : { currencyCode, digits, amount };
    const own = sumOf(ledger);
    return { ledger: own && { ...own, origin }, finance: sumOf(finance) };
  };

  /** Counts the sums by id and currency that are equal in both files. */
  countEqual(): number {
    let equal = 0;
    for (const [id, sums] of this.#sums.entries()) {
      if (id === null || this.#unreadableIds.has(id)) continue;
      for (const { currencyCode, ledger, finance } of sums) {
        if (ledger !== undefined && finance !== undefined && this.#isEqual(currencyCode, ledger, finance))
          equal += 1;
      }
    }
    return equal;
  }

  /** Returns the ids that a file has, with those of finance whose amount cannot be read. */
  idsOf(side: Side): readonly string[] {
    const ids = side === 'finance' ? [...this.#unreadableIds] : [];
    for (const [id, sums] of this.#sums.entries())
      if (sums.some((sum) => sum[side] !== undefined)) ids.push(id);
    return ids.filter((id) => id !== null);
  }

  isInLedger(id: string): boolean {
    return this.#sums.get(id).some(({ ledger }) => ledger !== undefined);
  }

  /** Whether all sums that both files have differ by their sign only, and one does. */
  differsBySign(): boolean {
    let found = false;
    for (const { ledger, finance } of this.shared()) {
      if (BigInt(ledger) !== -BigInt(finance)) return false;
      found ||= ledger !== 0;
    }
    return found;
  }

  /** Yields the sums by id that both files have. */
  *shared(): Generator<SharedSum> {
    for (const [id, sums] of this.#sums.entries()) {
      if (id === null || this.#unreadableIds.has(id)) continue;
      for (const { currencyCode, ledger, finance } of sums)
        if (ledger !== undefined && finance !== undefined) yield { currencyCode, ledger, finance };
    }
  }

  /** Returns what finance has of the first ids whose sums differ, if most of the ids in both files do; else none. */
  differing(most: number): FinanceSums {
    const found = new Map<string, ReadonlyMap<string, ExactInteger>>();
    let [equal, different] = [0, 0];
    for (const [id, sums] of this.#sums.entries()) {
      const isShared =
        sums.some(({ ledger }) => ledger !== undefined) && sums.some(({ finance }) => finance !== undefined);
      if (id === null || this.#unreadableIds.has(id) || !isShared) continue;
      if (sums.every(({ ledger, finance }) => ledger === finance)) {
        equal += 1;
        continue;
      }
      different += 1;
      const own = sums.flatMap(({ currencyCode, finance }) =>
        finance === undefined ? [] : [[currencyCode, finance] as const],
      );
      if (found.size < most) found.set(id, new Map(own));
    }
    return different > equal ? found : new Map();
  }

  /** Returns the totals by currency code. */
  totals(): readonly Total[] {
    const sorted = [...this.#totals].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([code, { ledger, finance }]) => {
      const digits = findMinorUnitDigits(code, this.currencyDigits);
      return { ledger: { ...ledger, digits }, finance: { ...finance, digits } };
    });
  }
}

function* compareId(
  id: string,
  sums: readonly Readonly<Record<Side, Sum | null>>[],
  areEqual: (currencyCode: string, ledger: ExactInteger, finance: ExactInteger) => boolean,
): Generator<Difference, void, undefined> {
  for (const { ledger, finance } of sums) {
    if (ledger && finance && !areEqual(ledger.currencyCode, ledger.amount, finance.amount))
      yield difference('amount', { id, ledger, finance });
  }
  const ours = sums.flatMap(({ ledger, finance }) => (ledger && !finance ? [ledger] : []));
  const theirs = sums.flatMap(({ ledger, finance }) => (finance && !ledger ? [finance] : []));
  for (const [index, ledger] of ours.entries()) {
    const finance = theirs[index];
    yield finance
      ? difference('currency', { id, ledger, finance })
      : difference('missing_in_finance', { id, ledger });
  }
  for (const finance of theirs.slice(ours.length)) yield difference('missing_in_ledger', { id, finance });
}

function difference(what: Difference['what'], known: Partial<Difference>): Difference {
  return { what, id: null, day: null, ledger: null, finance: null, problem: null, reason: null, ...known };
}
