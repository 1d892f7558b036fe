import { ResponseValidationError } from '../../errors/index.ts';
import { requestCount } from '../../resources/request-count.ts';
import type { LoadClient } from '../options.ts';

/** Returns the service's count of rows in a range. */
export async function countRows(
  { transactions }: LoadClient,
  range: { readonly startDate: string; readonly endDate: string },
  signal?: AbortSignal,
): Promise<number> {
  const count = await requestCount(transactions, range, signal ? { signal } : {});
  if (count !== undefined && count >= 0) return count;
  throw new ResponseValidationError('the service returned no count of the range', {
    operation: 'transactions.list',
    status: 200,
    issues: [{ path: 'totalCount', message: 'must be an integer that is not negative' }],
  });
}
