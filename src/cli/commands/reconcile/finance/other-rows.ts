import type { Problem } from '../../../tables/amounts.ts';
import { type CellValue, columnName, isEmptyCell, textOf } from '../../../tables/table.ts';
import { counted, grouped } from '../../../terminal/format.ts';
import type { FinanceColumns } from './columns.ts';
import { TotalRows } from './total-rows.ts';

/** Why a row of a list is probably no booking: the reasons of its problem, or what it lacks. */
const kinds = {
  headers: 'the names of the columns again',
  rows: 'another number of cells',
  'no id': 'no id',
  'no currency': 'no currency',
  total: 'the sum of the rows above',
} as const;
type OtherKind = keyof typeof kinds;

/** What is known of a row. */
interface FoundRow {
  readonly problem: Problem | undefined;
  readonly id: string | null;
  /** Empty if it has none. */
  readonly currencyCode: string;
  readonly amount: number | Problem;
  /** Whether the id is that of an order, or looks like one. */
  readonly isOrder: boolean;
  /** Whether it has an id of the ledger in some cell: a stray quote or separator has moved it. */
  readonly isDamaged: boolean;
}

/** Returns why a row is probably no booking; `undefined` if it is one. */
function otherKindOf({ problem, id, currencyCode, isOrder }: FoundRow): OtherKind | undefined {
  if (problem?.reason === 'headers' || problem?.reason === 'rows') return problem.reason;
  if (id === null) return 'no id';
  return currencyCode !== '' || isOrder ? undefined : 'no currency';
}

/** Rows that are no bookings: heads, subtotals and totals, and lines of an order whose first row has its id. */
export class OtherRows {
  readonly #columns: FinanceColumns;
  readonly #counts = new Map<OtherKind, number>();
  /** Rows with an empty id cell, and an amount, since the last booking, and before it. */
  #linesAtEnd = 0;
  #lines = 0;
  #bookings = 0;
  /** The columns whose cells are empty in such rows, those that a booking is best told by first; and in bookings. */
  readonly #empty = new Map<string, readonly number[]>();
  readonly #emptyInBookings = new Set<number>();
  readonly #totals = new TotalRows();

  constructor(columns: FinanceColumns) {
    this.#columns = columns;
  }

  add(cells: readonly CellValue[], row: FoundRow): void {
    if (row.isDamaged) return;
    const kind = otherKindOf(row) ?? (this.#isTotal(cells, row) ? 'total' : undefined);
    const { id, currency, amount } = this.#columns;
    const amounts = typeof amount === 'number' ? [amount] : [amount.debit, amount.credit];
    const empty = [id, currency, ...(amounts.length === 1 ? amounts : [])].filter(
      (column): column is number => column !== undefined && isEmptyCell(cells[column]),
    );
    if (kind === undefined) {
      for (const column of empty) this.#emptyInBookings.add(column);
      this.#bookings += 1;
      this.#lines += this.#linesAtEnd;
      this.#linesAtEnd = 0;
      return;
    }
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    if (kind === 'total') return;
    const hasAmount = amounts.some((column) => !isEmptyCell(cells[column]));
    if (empty.includes(id) && hasAmount && this.#bookings > 0) this.#linesAtEnd += 1;
    this.#empty.set(empty.join(), empty);
  }

  #isTotal(cells: readonly CellValue[], { amount, currencyCode, isOrder }: FoundRow): boolean {
    if (typeof amount !== 'number') return false;
    const text = textOf(cells[this.#columns.id]).trim();
    return this.#totals.add(currencyCode, amount, isOrder ? undefined : text);
  }

  /** Asks about them: whether they belong to the row above, or are no bookings and can be left out. */
  describe(): readonly string[] {
    if (this.#counts.size === 0) return [];
    const { id, currency } = this.#columns;
    if (this.#lines > 1) {
      const flags = [id, currency].flatMap((column) =>
        column === undefined ? [] : [`--fill-down ${shellQuoted(this.#nameOf(column))}`],
      );
      return [
        `${flags.join(' ')} would give ${grouped(this.#lines + this.#linesAtEnd)} rows without an id that of the row above: are they its lines?`,
      ];
    }
    const parts = [...this.#counts].map(
      ([kind, count]) => `${counted(count, 'row')} ${count === 1 ? 'has' : 'have'} ${kinds[kind]}`,
    );
    const conditions = this.#conditions().map((condition) => `--where '${condition}'`);
    const advice =
      conditions.length === 0 ? '' : `: ${conditions.join(' ')} leaves them out. Are they no bookings?`;
    return [parts.join(', ') + advice];
  }

  /** Returns conditions that a booking always meets: next month's rows, too, are left out only for what they lack. */
  #conditions(): readonly string[] {
    const { id, names } = this.#columns;
    if (this.#bookings === 0) return [];
    const idColumn = conditionName(this.#nameOf(id));
    return [
      ...this.#lacking().map((column) => `${conditionName(this.#nameOf(column))} != ""`),
      ...this.#totals.strings
        .filter((text) => !/["']/.test(text))
        .map((text) => `${idColumn} != ${conditionName(text)}`),
      ...(this.#counts.has('headers') && !/["']/.test(names[id] ?? '')
        ? [`${idColumn} != ${conditionName(columnName(names[id] ?? ''))}`]
        : []),
    ];
  }

  /** Returns the columns that such rows lack and every booking has. */
  #lacking(): readonly number[] {
    const found = [...this.#empty.values()].flatMap(
      (columns) => columns.find((column) => !this.#emptyInBookings.has(column)) ?? [],
    );
    return [...new Set(found)];
  }

  /** Returns the name of a column, or its number if that is no name of one column. */
  #nameOf(column: number): string {
    const { names } = this.#columns;
    const name = names[column] ?? '';
    const isName = name !== '' && names.indexOf(name) === names.lastIndexOf(name) && !/["']/.test(name);
    return isName ? name : String(column + 1);
  }
}

/** A name or a value within a condition. */
function conditionName(text: string): string {
  return /[=!\s]/.test(text) ? `"${text}"` : text;
}

function shellQuoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text}'`;
}
