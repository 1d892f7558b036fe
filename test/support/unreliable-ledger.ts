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

/** The page that a service which ignores dates returns. */
function undated(request: ReceivedRequest, rows: readonly LedgerRow[]): Page {
  const url = new URL(request.url, 'http://service');
  url.searchParams.set('startDate', '2000-01-01T00:00:00Z');
  url.searchParams.set('endDate', '2100-01-01T00:00:00Z');
  return serveLedger(rows)({ ...request, url: url.pathname + url.search }).json as Page; // as above
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

/** Services whose rows do not follow the dates. */
export const rowsOf = {
  'ignores dates': (_, request, all) => undated(request, all),
  'ignores dates in rows': ({ totalCount }, request, all) => ({ ...undated(request, all), totalCount }),
  'ignores dates in the second half of the range': (page, request, all) =>
    datesOf(request).from > 1_800_000 ? undated(request, all) : page,
  'ignores dates in rows of the second half of the range': (page, request, all) =>
    datesOf(request).from > 1_800_000 ? { ...undated(request, all), totalCount: page.totalCount } : page,
  'ignores dates in the first half of the range': (page, request, all) =>
    datesOf(request).to < 1_800_000 ? undated(request, all) : page,
  'has timestamps that cannot be read': (page) => unreadable(page, (index) => index % 7 === 0),
  'has one timestamp that cannot be read, late': (page) => unreadable(page, (index) => index === 150),
  'repeats rows whose timestamp cannot be read in every window': (page, request, all) => {
    const odd = unreadable({ ...page, results: all.slice(120, 121) }, () => true);
    const isFirst = !request.url.includes('cursor=');
    const others = page.results.filter(({ orderId }) => orderId !== 'order-120');
    return isWholeHour(request)
      ? unreadable(page, (index) => index === 120)
      : { ...page, results: isFirst ? [...odd.results, ...others] : others };
  },
  'names a cursor on every page': (page, request) => {
    const query = new URL(request.url, 'http://service').searchParams;
    const end = Number(query.get('cursor') ?? 0) + page.results.length;
    return { ...page, nextCursor: String(end) };
  },
} satisfies Record<string, Distortion>;

function isWholeHour(request: ReceivedRequest): boolean {
  const { from, to } = datesOf(request);
  return from === 0 && to === 3_600_000;
}

function unreadable(page: Page, isOdd: (index: number) => boolean): Page {
  const shown = (row: LedgerRow): LedgerRow =>
    isOdd(Number(row.orderId.slice('order-'.length))) ? { ...row, timestamp: 'yesterday' } : row;
  return { ...page, results: page.results.map(shown) };
}
