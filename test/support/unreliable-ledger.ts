import { isCount, type LedgerRow, serveLedger, start } from './ledger.ts';
import type { ReceivedRequest } from './service.ts';

/** A page of transactions, as a service may send it. */
interface Page {
  readonly totalCount: unknown;
  readonly nextCursor: string | null;
  readonly results: readonly LedgerRow[];
}

/** What a service makes of a request, given the page of a reliable one. */
export type Distortion = (page: Page, request: ReceivedRequest, all: readonly LedgerRow[]) => Page;

/** Serves a ledger, distorted. */
export function serveDistorted(rows: readonly LedgerRow[], distort: Distortion) {
  const serve = serveLedger(rows);
  // `serveLedger` makes pages of this form.
  return (request: ReceivedRequest) => ({
    json: distort(serve(request).json as Page, request, rows),
  });
}

/** The dates of a request, in ms after `start`. */
function datesOf({ url }: ReceivedRequest): { readonly from: number; readonly to: number } {
  const query = new URL(url, 'http://service').searchParams;
  return {
    from: Date.parse(query.get('startDate') ?? '') - start,
    to: Date.parse(query.get('endDate') ?? '') - start,
  };
}

/** Services whose counts do not follow the dates; their rows do. */
export const counts = {
  'grow when a range is divided': (page, request) => {
    const { from, to } = datesOf(request);
    return { ...page, totalCount: Math.round((200 * 3_600_000) / Math.max(1, to - from)) };
  },
  'are capped at 100': (page) => ({ ...page, totalCount: Math.min(100, Number(page.totalCount)) }),
  'follow the dates and not the rows': (page, request) => {
    const { from, to } = datesOf(request);
    return { ...page, totalCount: 10 * (to - from) };
  },
  'are 1e300 for parts': (page, request) => (isCount(request) ? { ...page, totalCount: 1e300 } : page),
  'are zero for parts': (page, request) => (isCount(request) ? { ...page, totalCount: 0 } : page),
} satisfies Record<string, Distortion>;
