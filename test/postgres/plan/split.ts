import { requestCount } from '../../../src/client/resources/request-count.ts';
import { splitRange, type TimeRange } from '../../../src/postgres/plan/split-range.ts';
import type { Service } from '../../support/service.ts';

/** Splits a range of a service into windows. */
export async function split(
  service: Service,
  whole: TimeRange & { readonly rows?: number },
  parts: number,
): Promise<readonly TimeRange[]> {
  const { transactions } = service.client();
  const count = async (window: TimeRange): Promise<number> =>
    (await requestCount((query) => transactions.list(query), window)) ?? NaN;
  return splitRange({ ...whole, rows: whole.rows ?? (await count(whole)) }, parts, count);
}
