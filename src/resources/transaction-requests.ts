import { getTransactions, type TransactionQuery, type TransactionReport } from '../api/transactions.ts';
import type { CallOptions } from '../options/call-options.ts';
import { checkCursor } from '../pagination/check-cursor.ts';
import { firstPage } from '../pagination/cursor-pages.ts';
import { nextCursorOf } from '../pagination/page-head.ts';
import type { TimeWindow } from '../pagination/split-range.ts';
import type { PageInput } from '../http/prepare.ts';
import type { ReceivedPage, Transport } from '../http/transport.ts';

/** Fetches a page and rejects a next cursor that contains the token. */
export async function fetchTransactions(
  transport: Transport,
  query: TransactionQuery,
  options?: CallOptions,
  pageInput: PageInput = {},
): Promise<ReceivedPage<TransactionReport>> {
  const received = await transport.sendPage(getTransactions, { query, ...pageInput }, options);
  const checkpoint = { ...firstPage, cursor: query.cursor ?? null };
  checkCursor(
    nextCursorOf(received.page),
    getTransactions.name,
    transport.settings.token.redactor,
    checkpoint,
  );
  return received;
}

/** Returns the service's count of rows in a window. */
export async function countTransactions(
  transport: Transport,
  { startDate, endDate }: TimeWindow,
  options: CallOptions,
): Promise<number> {
  const query = { startDate, endDate, limit: 1 };
  // The row itself is not used: it must not fail the request.
  const input = { query, setAsideRows: true };
  const { page } = await transport.sendPage(getTransactions, input, options);
  return page.totalCount;
}
