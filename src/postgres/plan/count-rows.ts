import { ResponseValidationError } from '../../errors/index.ts';
import type { LoadClient } from '../options.ts';

/** Returns the service's count of rows in a range. */
export async function countRows(
  { transactions }: LoadClient,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  signal?: AbortSignal,
): Promise<number> {
  // The row itself is not used: it must not fail the request.
  const query = { startDate, endDate, limit: 1, prefetch: false, onInvalidRow: () => undefined };
  for await (const { totalCount } of transactions.list(query, signal ? { signal } : {}).pages()) {
    if (Number.isSafeInteger(totalCount) && totalCount >= 0) return totalCount;
    break;
  }
  throw new ResponseValidationError('the service returned no count of the range', {
    operation: 'transactions.list',
    status: 200,
    issues: [{ path: 'totalCount', message: 'must be an integer that is not negative' }],
  });
}
