import type { Transaction } from '../../contract/transactions.ts';
import type { Ledger, RowRange, SortDirection } from './ledger.ts';

/** Where a row stands. Rows follow each other in time; of one moment, the generated before the recorded. */
export interface Position {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Whether the row was recorded, because someone paid; the others are generated. */
  readonly recorded: boolean;
  /** Its number among the recorded rows, or among the generated ones. */
  readonly number: number;
}

/** A part of the rows to read; moments in milliseconds since 1970. */
export interface Reading {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  readonly direction: SortDirection;
  readonly limit: number;
  /** The row that the first one is to follow. */
  readonly after?: Position | undefined;
}

/** Rows that were read. */
export interface BookPage {
  /** All rows of the range, also those before and after. */
  readonly totalCount: number;
  readonly rows: readonly Transaction[];
  /** The last of `rows` when others follow. */
  readonly last: Position | undefined;
}

/** Reads the generated ledger and the recorded rows as one, in the order of time. */
export function readBook(
  ledger: Ledger,
  recorded: readonly Transaction[],
  { start, end, direction, limit, after }: Reading,
): BookPage {
  const sign = direction === 'asc' ? 1 : -1;
  const inRange = recorded
    .map((row, number) => ({ position: { time: Date.parse(row.timestamp), recorded: true, number }, row }))
    .filter(({ position: { time } }) => time >= start && time < end);
  const ahead = inRange.filter(({ position }) => !after || sign * compare(position, after) > 0);

  const range = ledger.range(start, end);
  const rest = after ? rangeAfter(ledger, range, direction, after) : range;
  const generated = ledger.read(rest, direction, 0, limit).map((row, index) => {
    const number = direction === 'asc' ? rest.first + index : rest.end - 1 - index;
    return { position: { time: Date.parse(row.timestamp), recorded: false, number }, row };
  });
  const page = [...generated, ...ahead]
    .sort((left, right) => sign * compare(left.position, right.position))
    .slice(0, limit);
  return {
    totalCount: range.end - range.first + inRange.length,
    rows: page.map(({ row }) => row),
    last: rest.end - rest.first + ahead.length > limit ? page.at(-1)?.position : undefined,
  };
}

/** The generated rows of a range that follow a row in the given direction. */
function rangeAfter(
  ledger: Ledger,
  { first, end }: RowRange,
  direction: SortDirection,
  { time, recorded, number }: Position,
): RowRange {
  const later = ledger.range(time + 1, time + 1).first;
  return direction === 'asc'
    ? { first: Math.min(end, Math.max(first, recorded ? later : number + 1)), end }
    : { first, end: Math.max(first, Math.min(end, recorded ? later : number)) };
}

function compare(left: Position, right: Position): number {
  return (
    left.time - right.time || Number(left.recorded) - Number(right.recorded) || left.number - right.number
  );
}
