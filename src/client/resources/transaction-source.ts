import { getTransactions, sentQuery, type Transaction } from '../api/transactions.ts';
import type { Checkpoint } from '../errors/index.ts';
import { unchecked } from '../http/prepare.ts';
import type { Transport } from '../http/transport.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { InvalidRow } from '../validation/validation.ts';
import { checkpointBefore, checkResume, firstPage } from '../pagination/checkpoint.ts';
import { cursorPages } from '../pagination/cursor-pages.ts';
import { onceForEachPath, PageComparison, type ReportDrift } from '../pagination/page-comparison.ts';
import { alsoAbortedBy, type PaginatorSource, type ValidatedPage } from '../pagination/paginator.ts';
import { transactionIdentity } from '../pagination/row-identity.ts';
import type { TransactionPage, TransactionPages } from '../pagination/transaction-page.ts';
import { type CheckedListQuery, checkListQuery, type TransactionListQuery } from './transaction-list.ts';

/** Returns where a paginator of `transactions.list` gets its pages and rows from. */
export function transactionSource(
  transport: Transport,
  query: TransactionListQuery,
  options: CallOptions,
): PaginatorSource<TransactionPage, Transaction> {
  return {
    name: 'transactions.list',
    options,
    pages: (stopped, most) => transactionPages(transport, query, options, stopped, most),
    startsAt: () => startOf(...checkListQuery(query, options)),
    beforeDelivery: (page) => beforeDelivery(transport, query, page),
    rowsOf: (page) => page.results,
  };
}

function transactionPages(
  transport: Transport,
  given: TransactionListQuery,
  givenOptions: CallOptions,
  stopped: AbortSignal,
  most = Infinity,
): TransactionPages {
  const [checked, options] = checkListQuery(given, givenOptions);
  const start = startOf(checked, options);
  const limit = limitOf(checked, start, most);
  const { cursor, endAtTotalCount, prefetch, requireComplete, onInvalidRow } = checked;
  const query = sentQuery({ ...start.query, limit: limit ?? undefined });
  const pageOptions = alsoAbortedBy(options, stopped);
  const report: ReportDrift = (drift) => transport.settings.drift.reportAgain(getTransactions.name, drift);
  return cursorPages({
    operation: getTransactions.name,
    start,
    limit,
    countable: start.fromCursor !== true,
    endAtTotalCount,
    requireComplete,
    prefetch,
    most,
    report,
    comparison: new PageComparison({
      // Nothing is known of the rows before a cursor that is not that of a checkpoint.
      start: cursor === undefined ? start : firstPage,
      identity: transactionIdentity,
      report: onceForEachPath(report),
    }),
    redactor: transport.settings.token.redactor,
    fetchPage: async (next, dropped, onHead) => {
      let invalidRows: readonly InvalidRow[] = [];
      const page = await transport.send(
        getNextTransactions,
        {
          query: { ...query, cursor: next ?? undefined },
          onHead,
          ...(onInvalidRow && { onInvalidRows: (rows) => void (invalidRows = rows) }),
        },
        alsoAbortedBy(pageOptions, dropped),
      );
      return { page, invalidRows };
    },
  });
}

/** Returns the checkpoint to start at. */
function startOf({ resume, ...query }: CheckedListQuery, options: CallOptions): Checkpoint {
  const start = checkpointBefore({ ...query, limit: query.limit ?? pageSize }, options);
  if (!resume) return start;
  checkResume('transactions.list', resume, start, query.limit);
  return resume;
}

/** Rows per page, unless a query has another number. */
const pageSize = 1000;

/** Returns the rows per page of an iteration; `null` for the service's default. A cursor keeps those that it was made with. */
function limitOf({ limit = pageSize }: CheckedListQuery, start: Checkpoint, most: number): number | null {
  if (start.limit !== undefined) return start.limit;
  // A page that was begun is requested with the same limit again.
  return start.cursor !== null || start.rowsToSkip > 0 ? limit : Math.min(limit, most);
}

/** Its query is not validated: it was when the iteration began. */
const getNextTransactions: typeof getTransactions = { ...getTransactions, query: unchecked };

/** Calls `onInvalidRow` for each invalid row in turn, then `onProgress`. */
async function beforeDelivery(
  transport: Transport,
  { onInvalidRow, onProgress }: TransactionListQuery,
  { page, invalidRows }: ValidatedPage<TransactionPage>,
): Promise<void> {
  const { cursor, totalCount, checkpoint } = page;
  for (const { row, issues, index } of invalidRows) await onInvalidRow?.({ row, issues, index, cursor });
  if (!onProgress) return;
  const { pages, rows } = checkpoint;
  const progress = { pages, rows, invalidRows: checkpoint.invalidRows, totalCount };
  transport.settings.observer.guard('onProgress', () => onProgress(progress));
}
