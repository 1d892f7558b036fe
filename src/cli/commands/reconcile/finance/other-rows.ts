import type { Problem } from '../../../tables/amounts.ts';
import { type CellValue, textOf } from '../../../tables/table.ts';
import { counted } from '../../../terminal/format.ts';
import type { FinanceColumns } from './columns.ts';

/** Why a row of a list is probably no booking: the reasons of its problem, or no id. */
const kinds = {
  headers: 'the names of the columns again',
  rows: 'another number of cells',
  'no id': 'no id',
} as const;
type OtherKind = keyof typeof kinds;

/** Returns why a row is probably no booking; `undefined` if it is one. */
export function otherKindOf(problem: Problem | undefined, id: string | null): OtherKind | undefined {
  if (problem?.reason === 'headers' || problem?.reason === 'rows') return problem.reason;
  return id === null ? 'no id' : undefined;
}

/** Values of a column that are kept: with more, no condition on the column tells bookings from other rows. */
const maxValues = 100;
/** Conditions that are suggested. */
const maxConditions = 3;

/** Rows between the bookings: the heads, lines and subtotals of a printed list. */
export class OtherRows {
  readonly #columns: FinanceColumns;
  readonly #counts = new Map<OtherKind, number>();
  /** The values of each column in these rows. */
  readonly #values: readonly Set<string>[];
  /** The columns that have one value in all bookings. */
  #shared: ReadonlyMap<number, string> | undefined;
  #bookings = 0;
  /** Those after the last booking. */
  #atEnd = 0;

  constructor(columns: FinanceColumns) {
    this.#columns = columns;
    this.#values = columns.names.map(() => new Set());
  }

  /** Adds a row, which is a booking unless it is of a kind. */
  add(cells: readonly CellValue[], kind: OtherKind | undefined): void {
    if (kind === undefined) {
      this.#addBooking(cells);
      return;
    }
    this.#atEnd += 1;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    for (const [column, values] of this.#values.entries())
      if (values.size < maxValues) values.add(valueOf(cells, column));
  }

  #addBooking(cells: readonly CellValue[]): void {
    this.#bookings += 1;
    this.#atEnd = 0;
    this.#shared ??= new Map(this.#candidates().map((column) => [column, valueOf(cells, column)]));
    if ([...this.#shared].every(([column, value]) => valueOf(cells, column) === value)) return;
    this.#shared = new Map([...this.#shared].filter(([column, value]) => valueOf(cells, column) === value));
  }

  /** An id, an amount or a date says nothing of the others. */
  #candidates(): readonly number[] {
    const { id, amount, date, names } = this.#columns;
    const own = [id, date, ...(typeof amount === 'number' ? [amount] : [amount.debit, amount.credit])];
    return [...names.keys()].filter((column) => !own.includes(column));
  }

  /** Says how many there are, and which condition leaves them out; nothing if all of them are at the end. */
  describe(): readonly string[] {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    if (total === this.#atEnd) return [];
    const parts = [...this.#counts].map(
      ([kind, count]) => `${counted(count, 'row')} ${count === 1 ? 'has' : 'have'} ${kinds[kind]}`,
    );
    const conditions = this.#conditions().map((condition) => `--where '${condition}'`);
    const advice =
      conditions.length === 0 ? '' : `: ${conditions.join(' or ')} leaves them out. Are they no bookings?`;
    return [parts.join(', ') + advice];
  }

  /** Returns the conditions that all bookings meet, and no other row. */
  #conditions(): readonly string[] {
    if (this.#bookings < 2) return [];
    const separating = [...(this.#shared ?? [])].filter(([column, value]) => {
      const values = this.#values[column];
      return value !== '' && !/["']/.test(value) && values && values.size < maxValues && !values.has(value);
    });
    const { names } = this.#columns;
    return separating.slice(0, maxConditions).map(([column, value]) => {
      const name = names[column] ?? '';
      const isName = name !== '' && names.indexOf(name) === names.lastIndexOf(name) && !/["']/.test(name);
      return `${isName ? inQuotes(name) : String(column + 1)} = ${inQuotes(value)}`;
    });
  }
}

function inQuotes(text: string): string {
  return /[=!\s]/.test(text) ? `"${text}"` : text;
}

function valueOf(cells: readonly CellValue[], column: number): string {
  return textOf(cells[column]).trim();
}
