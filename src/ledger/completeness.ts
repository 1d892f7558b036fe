import type { UtcRange } from '../client/api/utc-range.ts';
import type { Receipt, ReceiptProblem } from './receipt.ts';

/** What decides whether a receipt is complete, besides its keys. */
type Counts = Pick<Receipt, 'rows' | 'invalidRows' | 'rowsOutsideRange' | 'totalCount' | 'changedWhileRead'>;

/** What is known of the keys of the rows. */
interface Keys {
  /** Rows that have the key of another row. @defaultValue `0` */
  readonly duplicates?: number;
  /** Of these, rows that differ from all earlier ones with their key. @defaultValue `0` */
  readonly different?: number;
  /** Whether all keys were compared. @defaultValue `true` */
  readonly searched?: boolean;
}

/** Returns why a receipt with these counts is not complete. */
export function problemsOf(
  { rows, invalidRows, rowsOutsideRange, totalCount, changedWhileRead }: Counts,
  { duplicates = 0, different = 0, searched = true }: Keys = {},
): readonly ReceiptProblem[] {
  const received = rows + invalidRows + rowsOutsideRange;
  const isWhole = received === totalCount && invalidRows === 0 && !changedWhileRead;
  // Different rows with one key are rows of their own, unless one of them may have been corrected while pages shifted.
  const areRows = isWhole && duplicates === different;
  const problems: (ReceiptProblem | false)[] = [
    invalidRows > 0 && {
      code: 'invalid_rows',
      message: invalidRows === 1 ? '1 row was invalid' : `${invalidRows} rows were invalid`,
    },
    changedWhileRead && {
      code: 'changed_while_read',
      message: 'the data changed while it was read: rows may be missing or repeated',
    },
    received !== totalCount && {
      code: 'count_differs',
      message: `received ${received} rows, the service counts ${totalCount ?? 'an unknown number'}`,
    },
    !areRows &&
      duplicates > 0 && {
        code: 'duplicates',
        message: `${duplicates} rows have the timestamp, type and id of another row`,
      },
    !searched && {
      code: 'order_lost',
      message: 'rows were not in order of time: they were not searched for duplicates',
    },
  ];
  return problems.filter((problem) => problem !== false);
}

/** From so long before its last row on, the service's count of a ledger is compared with what was read of it, in milliseconds. */
export const countedBefore = 30 * 86_400_000;

/**
 * How much more than a range is requested on both sides, in milliseconds: a service may exclude the ends of a range, or
 * round them to seconds (§4.1).
 */
const margin = 1000;

/** Returns the range to request for all rows of this one; a receipt leaves out the others. */
export function withMargin({ startDate, endDate }: UtcRange): UtcRange {
  return {
    startDate: new Date(Date.parse(startDate) - margin).toISOString(),
    endDate: new Date(Date.parse(endDate) + margin).toISOString(),
  };
}

/** Returns whether the range, whose end is excluded, had ended when its receipt was finished. */
export function hasEnded({ endDate, finishedAt }: Pick<Receipt, 'endDate' | 'finishedAt'>): boolean {
  return Date.parse(finishedAt) >= Date.parse(endDate);
}
