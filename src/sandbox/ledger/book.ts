import type { Transaction } from '../../client/api/transactions.ts';
import { hashString, hex, randomStream } from '../random.ts';
import type { Ledger, RowRange, SortDirection } from './ledger.ts';
import type { LedgerSettings } from './settings.ts';

/** Position of a row. Rows are ordered by time; at the same time, generated rows precede recorded ones. */
export interface BookPosition {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Whether the row was recorded for a purchase; the others are generated. */
  readonly recorded: boolean;
  /** Number of the row among the recorded or the generated rows. */
  readonly number: number;
}

/** The rows to read; times are milliseconds since 1970. */
export interface BookQuery {
  readonly start: number;
  /** Excluded. */
  readonly end: number;
  readonly direction: SortDirection;
  readonly limit: number;
  /** The row before the first one to read. */
  readonly after?: BookPosition | undefined;
}

/** A page of rows. */
export interface BookPage {
  /** Number of all rows of the range, on all pages. */
  readonly totalCount: number;
  /** Generated rows are computed when they are iterated. */
  readonly rows: Iterable<Transaction>;
  /** Position of the last of `rows`, if others follow. */
  readonly last: BookPosition | undefined;
}

/** Reads the generated and the recorded rows, merged in order of time. */
export function readBook(
  ledger: Ledger,
  recorded: readonly Transaction[],
  { start, end, direction, limit, after }: BookQuery,
): BookPage {
  const sign = direction === 'asc' ? 1 : -1;
  const inRange = recorded
    .map(({ timestamp }, number): BookPosition => ({ time: Date.parse(timestamp), recorded: true, number }))
    .filter(({ time }) => time >= start && time < end);
  const range = ledger.range(start, end);
  const rest = after ? rangeAfter(ledger, range, direction, after) : range;
  // One more than the page has: whether another page follows.
  const generated = Array.from(
    { length: Math.min(limit + 1, rest.end - rest.first) },
    (_, index): BookPosition => {
      const number = direction === 'asc' ? rest.first + index : rest.end - 1 - index;
      return { time: ledger.timeOf(number), recorded: false, number };
    },
  );
  const positions = [...generated, ...inRange.filter((one) => !after || sign * compare(one, after) > 0)].sort(
    (left, right) => sign * compare(left, right),
  );
  const page = positions.slice(0, limit);
  return {
    totalCount: range.end - range.first + inRange.length,
    rows: {
      // Each is computed when it is iterated: what is written at once need not be in memory as a whole.
      *[Symbol.iterator]() {
        for (const one of page) {
          const row = one.recorded ? recorded[one.number] : ledger.row(one.number);
          if (row) yield row;
        }
      },
    },
    last: positions.length > limit ? page.at(-1) : undefined,
  };
}

/** The generated rows of a range that follow a position in the given direction. */
function rangeAfter(
  ledger: Ledger,
  { first, end }: RowRange,
  direction: SortDirection,
  { time, recorded, number }: BookPosition,
): RowRange {
  const later = ledger.range(time + 1, time + 1).first;
  return direction === 'asc'
    ? { first: Math.min(end, Math.max(first, recorded ? later : number + 1)), end }
    : { first, end: Math.max(first, Math.min(end, recorded ? later : number)) };
}

function compare(left: BookPosition, right: BookPosition): number {
  return (
    left.time - right.time || Number(left.recorded) - Number(right.recorded) || left.number - right.number
  );
}

/** The query and the ledger of a cursor; it is rejected with any other. */
export interface CursorScope {
  readonly ledger: LedgerSettings;
  readonly start: number;
  readonly end: number;
  readonly sortDirection: string;
  readonly limit: number;
}

function digest({ ledger, start, end, sortDirection, limit }: CursorScope, position: string): string {
  const ofLedger = [ledger.size, ledger.start, ledger.end];
  const input = [...ofLedger, start, end, sortDirection, limit, position].join(' ');
  return hex(randomStream(ledger.seed, 'cursor')(hashString(input)));
}

/**
 * Returns the cursor of the page after a row: an opaque string, safe in a query. It refers to the row, not to an
 * offset, so that rows recorded during pagination do not shift the pages.
 */
export function writeCursor(scope: CursorScope, { time, recorded, number }: BookPosition): string {
  const position = [time, recorded ? 1 : 0, number].join('.');
  return Buffer.from(`${position}.${digest(scope, position)}`).toString('base64url');
}

/** Returns the position before a cursor's page; `undefined` if the cursor does not belong to this query. */
export function readCursor(scope: CursorScope, cursor: string): BookPosition | undefined {
  const decoded = Buffer.from(cursor, 'base64url').toString();
  const [, time, recorded, number] = /^(-?\d{1,16})\.([01])\.(\d{1,15})\./.exec(decoded) ?? [];
  const position = { time: Number(time), recorded: recorded === '1', number: Number(number) };
  return writeCursor(scope, position) === cursor ? position : undefined;
}
