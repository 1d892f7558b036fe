import { getTransactions, type Transaction } from '../api/transactions.ts';
import type { Checkpoint } from '../errors/index.ts';
import type { CallOptions } from '../options/call-options.ts';
import { checkCursor } from '../pagination/check-cursor.ts';
import { cursorPages, firstPage } from '../pagination/cursor-pages.ts';
import { PageChanges } from '../pagination/page-changes.ts';
import { PageComparison } from '../pagination/page-comparison.ts';
import { alsoAbortedBy, type PaginatorSource } from '../pagination/paginator.ts';
import {
  type TransactionDelivery,
  transactionIdentity,
  type TransactionPage,
} from '../pagination/transaction-page.ts';
import { windowedPages } from '../pagination/windowed-pages.ts';
import type { Transport } from '../http/transport.ts';
import { type CheckedListQuery, checkListQuery, type TransactionListQuery } from './transaction-list.ts';
import { countTransactions, fetchTransactions } from './transaction-requests.ts';

/** Returns where a paginator of `transactions.list` gets its pages and rows from. */
export function transactionSource(
  transport: Transport,
  query: TransactionListQuery,
  options: CallOptions,
): PaginatorSource<TransactionPage, Transaction> {
  return {
    name: 'transactions.list',
    options,
    pages: (stopped) => transactionPages(transport, query, options, stopped),
    beforeDelivery: (delivery) => beforeDelivery(transport, query, delivery),
    rowsOf: (page) => page.results,
  };
}

function transactionPages(
  transport: Transport,
  query: TransactionListQuery,
  options: CallOptions,
  stopped: AbortSignal,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  const checked = checkListQuery(query);
  const { resume = firstPage, cursor = null, windows } = checked;
  const pageOptions = alsoAbortedBy(options, stopped);
  // A cursor without a window belongs to the whole range: windows cannot resume from it.
  const isSingle = windows === 1 || resume.cursor !== null || resume.rowsToSkip > 0;
  if (resume.window === undefined && isSingle) {
    const changes = new PageChanges(transport.settings.drift, getTransactions.name);
    const start = { ...resume, cursor: resume.cursor ?? cursor };
    return pagesByCursor(transport, checked, start, pageOptions, changes);
  }
  return pagesByWindow(transport, checked, resume, pageOptions);
}

function pagesByCursor(
  transport: Transport,
  query: CheckedListQuery,
  start: Checkpoint,
  options: CallOptions,
  changes: PageChanges,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { startDate, endDate, sortDirection, limit, cursor, endAtTotalCount, prefetch, onInvalidRow } = query;
  const { drift } = transport.settings;
  return cursorPages({
    operation: getTransactions.name,
    start,
    limit,
    countable: cursor === undefined,
    endAtTotalCount,
    prefetch,
    drift,
    comparison: new PageComparison({
      // Nothing is known of the rows before a cursor that is not that of a checkpoint.
      start: cursor === undefined ? start : firstPage,
      identity: transactionIdentity,
      descending: sortDirection === 'desc',
      changes,
    }),
    fetchPage: async (next, dropped, onHead) => {
      // With prefetch, the cursor comes from the head of a page that has not been validated yet.
      checkCursor(next, getTransactions.name, transport.settings.token.redactor, start);
      return fetchTransactions(
        transport,
        { startDate, endDate, sortDirection, limit, cursor: next ?? undefined },
        alsoAbortedBy(options, dropped),
        { onHead, setAsideRows: onInvalidRow !== undefined },
      );
    },
  });
}

async function* pagesByWindow(
  transport: Transport,
  query: CheckedListQuery,
  start: Checkpoint,
  options: CallOptions,
): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { startDate, endDate, sortDirection, limit, windows } = query;
  const ended = new AbortController();
  const windowOptions = alsoAbortedBy(options, ended.signal);
  const changes = new PageChanges(transport.settings.drift, getTransactions.name, false);
  try {
    yield* windowedPages({
      operation: getTransactions.name,
      range: { startDate, endDate },
      descending: sortDirection === 'desc',
      limit,
      windows,
      start,
      drift: transport.settings.drift,
      count: (window) => countTransactions(transport, window, windowOptions),
      pagesOf: ({ startDate, endDate }, from) =>
        pagesByCursor(
          transport,
          { ...query, startDate, endDate, prefetch: false },
          from,
          windowOptions,
          changes,
        ),
    });
  } finally {
    // If one window fails, the others are aborted.
    ended.abort();
  }
}

/** Calls `onInvalidRow` for each invalid row in turn, then `onProgress`. */
async function beforeDelivery(
  transport: Transport,
  { onInvalidRow, onProgress }: TransactionListQuery,
  { page, invalidRows }: TransactionDelivery,
): Promise<void> {
  const { cursor, totalCount, checkpoint } = page;
  for (const { row, issues, index } of invalidRows) await onInvalidRow?.({ row, issues, index, cursor });
  if (!onProgress) return;
  const { pages, rows } = checkpoint;
  const progress = { pages, rows, invalidRows: checkpoint.invalidRows, totalCount };
  transport.settings.observer.guard('onProgress', () => onProgress(progress));
}
