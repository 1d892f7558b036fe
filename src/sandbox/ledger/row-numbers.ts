import type { LedgerSettings } from './settings.ts';

/** A span of time, in milliseconds since 1970, and its rows: their numbers from `first` up to, not including, `next`. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly next: number;
}

/**
 * The numbers of a ledger's rows over all time, of which the period shows a part: the same row has the same number
 * in every period.
 */
export interface RowNumbers {
  /** Number of the first row of the period. */
  readonly first: number;
  /** Returns the span that a row is in. Rows are spread evenly over it. */
  readonly spanOf: (number: number) => Span;
}

/** More would give rows numbers that are not exact, if a period is short and has many rows. */
const maxSpans = 2 ** 20;

/**
 * Numbers rows through spans with about as many rows each: calendar months if the period is made of them, otherwise
 * the period itself, and those of its length before and after it.
 */
export function createRowNumbers({ size, start, end }: LedgerSettings): RowNumbers {
  const [firstMonth, endMonth] = [monthOf(start), monthOf(end)];
  const isMonths = startOf(firstMonth) === start && startOf(endMonth) === end;
  const length = end - start;
  const firstSpan = isMonths ? firstMonth : Math.floor(start / length) % maxSpans;
  const spans = isMonths ? endMonth - firstMonth : 1;
  const startOfSpan = (span: number): number =>
    isMonths ? startOf(span) : start + (span - firstSpan) * length;
  // Rounded down for each span: any spans as long as the period have `size` rows.
  const rowsBefore = (span: number): number => Math.floor((span * size) / spans);
  let recent: Span | undefined;
  return {
    first: rowsBefore(firstSpan),
    spanOf: (number) => {
      if (!recent || number < recent.first || number >= recent.next) {
        const span = Math.ceil(((number + 1) * spans) / size) - 1;
        recent = {
          start: startOfSpan(span),
          end: startOfSpan(span + 1),
          first: rowsBefore(span),
          next: rowsBefore(span + 1),
        };
      }
      return recent;
    },
  };
}

/** Months since January 1970, in UTC. */
function monthOf(time: number): number {
  const date = new Date(time);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

function startOf(month: number): number {
  return Date.UTC(1970, month);
}
