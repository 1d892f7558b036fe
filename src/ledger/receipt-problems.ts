import type { ReceiptProblem } from './receipt.ts';
import type { ReceiptState } from './receipt-state.ts';

/** What decides whether a receipt is complete. */
interface Counts extends Pick<
  ReceiptState,
  'rows' | 'invalidRows' | 'rowsOutsideRange' | 'totalCount' | 'changed'
> {
  readonly keys: Pick<ReceiptState['keys'], 'ordered' | 'duplicates'>;
}

/** Returns why a receipt with these counts is not complete; `found` is the result of a search for duplicates. */
export function problemsOf(state: Counts, found: number | undefined): readonly ReceiptProblem[] {
  const { rows, invalidRows, rowsOutsideRange, totalCount, changed, keys } = state;
  const received = rows + invalidRows + rowsOutsideRange;
  const duplicates = Math.max(keys.duplicates, found ?? 0);
  const problems: (ReceiptProblem | false)[] = [
    invalidRows > 0 && {
      code: 'invalid_rows',
      message: invalidRows === 1 ? '1 row was invalid' : `${invalidRows} rows were invalid`,
    },
    changed && {
      code: 'changed_while_read',
      message: 'the data changed while it was read: rows may be missing or repeated',
    },
    received !== totalCount && {
      code: 'count_differs',
      message: `received ${received} rows, the service counts ${totalCount ?? 'an unknown number'}`,
    },
    duplicates > 0 && {
      code: 'duplicates',
      message: `${duplicates} rows have the timestamp, type and id of another row`,
    },
    !keys.ordered &&
      found === undefined && {
        code: 'order_lost',
        message: 'rows were not in order of time: they were not searched for duplicates',
      },
  ];
  return problems.filter((problem) => problem !== false);
}
