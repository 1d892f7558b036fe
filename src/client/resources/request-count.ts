import { countIn } from '../pagination/page-request.ts';
import type { TransactionPaginator } from '../pagination/transaction-page.ts';
import type { TransactionListQuery } from './transaction-list.ts';

/** Requests the service's count of rows in a range; `undefined` if it returned no integer. */
export async function requestCount(
  list: (query: TransactionListQuery) => TransactionPaginator,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
): Promise<number | undefined> {
  // The row itself is not used: it must not fail the request.
  const query = { startDate, endDate, limit: 1, prefetch: false, onInvalidRow: () => undefined };
  for await (const page of list(query).pages()) return countIn(page);
  return undefined;
}
