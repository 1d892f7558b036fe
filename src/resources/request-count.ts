import type { CallOptions } from '../options/call-options.ts';
import type { Transactions } from './transactions.ts';

/** Requests the service's count of rows in a range; `undefined` if it returned no integer. */
export async function requestCount(
  transactions: Pick<Transactions, 'list'>,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  options?: CallOptions,
): Promise<number | undefined> {
  // The row itself is not used: it must not fail the request.
  const query = { startDate, endDate, limit: 1, prefetch: false, onInvalidRow: () => undefined };
  for await (const { totalCount } of transactions.list(query, options).pages()) {
    // Schema drift is tolerated elsewhere.
    return Number.isSafeInteger(totalCount) ? totalCount : undefined;
  }
  return undefined;
}
