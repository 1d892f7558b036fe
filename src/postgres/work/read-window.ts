import { instantOf } from '../../client/api/instant.ts';
import type { ResponseEvent } from '../../client/options/hooks.ts';
import { withMargin } from '../../ledger/completeness.ts';
import { createReceipt } from '../../ledger/index.ts';
import type { ReadMoment } from '../database/open-database.ts';
import type { Hide } from '../../ledger/hide-columns.ts';
import { customerOf } from '../erase/erased-row.ts';
import type { LoadClient } from '../options.ts';
import type { JobData } from '../queue.ts';
import { serviceTimeOf } from '../../client/runtime/service-time.ts';
import { RowSet, type StoredRow } from './row-set.ts';
import { encodeRow, instantOfRow, type RejectedRow, toRejectedRow } from './stored-row.ts';

/** What a job received. */
export interface ReceivedWindow {
  /** Rows to store, in the order of their keys. */
  readonly rows: readonly StoredRow[];
  readonly rejected: readonly RejectedRow[];
  /** Before the first page was requested. */
  readonly read: ReadMoment;
  /** Time of the service at its last response; of this process if it does not tell. */
  readonly time: Date;
  readonly pages: number;
  /** Rows in the window, valid or not. */
  readonly received: number;
  /** The service's count of what was requested; `null` if it was not an integer. */
  readonly counted: number | null;
  /** Rows beside the window. */
  readonly outside: number;
  /** Rows that were received more than once, without a difference. */
  readonly repeated: number;
  /** Whether rows were in order of time. */
  readonly ordered: boolean;
  /** Whether the window changed while it was read: rows may be missing or repeated. */
  readonly changed: boolean;
}

/** What to read of a window. */
type WindowQuery = Pick<JobData, 'startDate' | 'endDate' | 'limit'>;

/** Whether a read shows which rows a window has: only then can a row that is not among them be missing. */
export function isWhole(window: ReceivedWindow): boolean {
  const { ordered, changed, repeated, rejected, counted, received, outside } = window;
  return ordered && !changed && repeated === 0 && rejected.length === 0 && counted === received + outside;
}

/** Requests the rows of a window. `nextRead` numbers the reads: a page is not requested before; `hide` is what is stored of a row. */
export async function readWindow(
  { transactions }: LoadClient,
  { startDate, endDate, limit }: WindowQuery,
  nextRead: () => Promise<ReadMoment>,
  signal: AbortSignal | undefined,
  hide: Hide,
): Promise<ReceivedWindow> {
  const receipt = createReceipt({ startDate, endDate });
  const rows = new RowSet();
  const [start, end] = [instantOf(startDate), instantOf(endDate)];
  const first = await nextRead();
  let read = first;
  let invalidOutside = 0;
  let time = new Date();
  const query = {
    ...withMargin({ startDate, endDate }),
    limit,
    prefetch: false,
    onInvalidRow: ({ row, issues }: InvalidRow) => {
      const instant = instantOfRow(row);
      if (instant < start || instant >= end) {
        invalidOutside += 1;
        return;
      }
      const reason = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
      rows.reject(toRejectedRow(row, hide, reason, read));
    },
  };
  const onResponse = ({ headers }: ResponseEvent): void =>
    void (time = new Date(serviceTimeOf(headers) ?? Date.now()));
  const pages = transactions.list(query, { signal, onResponse }).pages()[Symbol.asyncIterator]();
  let count = 0;
  for (;;) {
    if (count > 0) read = await nextRead();
    const result = await pages.next();
    if (result.done) break;
    count += 1;
    for (const transaction of receipt.add(result.value)) {
      const row = encodeRow(hide(transaction));
      if (typeof row === 'string') rows.reject(toRejectedRow(transaction, hide, row, read));
      else rows.add(row, customerOf(transaction), read);
    }
  }
  const { rows: inside, invalidRows, rowsOutsideRange, totalCount, changedWhileRead } = receipt.state();
  const received = inside + invalidRows - invalidOutside;
  const outside = rowsOutsideRange + invalidOutside;
  return {
    ...rows.finish(receipt.ordered && !changedWhileRead && totalCount === received + outside),
    read: first,
    time,
    pages: count,
    received,
    counted: totalCount,
    ordered: receipt.ordered,
    outside,
    changed: changedWhileRead,
  };
}

interface InvalidRow {
  readonly row: unknown;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}
