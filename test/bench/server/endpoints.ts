import type { Ledger } from './ledger.ts';
import { pricePoint } from './price-point.ts';
import { rowOfId } from './row.ts';

/** A response in the parts it is sent in. */
export interface Answer {
  readonly status: number;
  readonly parts: readonly Buffer[];
}

const reportPath = '/reporting/financial-data/transactions';

/** Responds to a request by its path and query: the service's own report and price point, and the same for each peer. */
export function createEndpoints(ledger: Ledger): (url: URL) => Answer {
  const price = Buffer.from(JSON.stringify(pricePoint));
  const routes: Record<string, (query: URLSearchParams) => Answer> = {
    [reportPath]: (query) => report(ledger, query),
    // stripe's `balanceTransactions.list`
    '/v1/balance_transactions': (query) => {
      const range = rangeOf(ledger, query.get('created[gte]'), query.get('created[lte]'));
      return list(ledger, range, query.get('starting_after'), query.get('limit'));
    },
    // openai's `files.list`
    '/v1/files': (query) => {
      const range = rangeOf(ledger, query.get('startDate'), query.get('endDate'));
      return list(ledger, range, query.get('after'), query.get('limit'));
    },
  };
  for (const collection of ['price-points', 'prices', 'models']) {
    routes[`/v1/${collection}/${pricePoint.priceInUsdCents}`] = () => ({ status: 200, parts: [price] });
  }
  return ({ pathname, searchParams }) =>
    routes[pathname]?.(searchParams) ?? refuse(404, 'Not Found', 'no such path');
}

/** Rows from one to before another. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The rows of a range of time, both ends included; the ends are ISO 8601 or milliseconds. */
function rangeOf(ledger: Ledger, startDate: string | null, endDate: string | null): Range {
  const time = (text: string | null): number =>
    /^\d+$/.test(text ?? '') ? Number(text) : Date.parse(text ?? '');
  return { from: ledger.rowsBefore(time(startDate)), to: ledger.rowsBefore(time(endDate) + 1) };
}

/** The transaction report (§4.1). */
function report(ledger: Ledger, query: URLSearchParams): Answer {
  const { from, to } = rangeOf(ledger, query.get('startDate'), query.get('endDate'));
  const descending = query.get('sortDirection') === 'desc';
  const limit = Number(query.get('limit') ?? '10');
  if (descending) return refuse(400, 'Bad Request', 'this server sorts in ascending order only');
  if (!(limit >= 1 && limit <= 10_000)) return refuse(400, 'Bad Request', 'limit must be from 1 to 10000');
  const cursor = query.get('cursor');
  const first = cursor === null ? from : from + Number(Buffer.from(cursor, 'base64url').toString());
  if (!(first >= from && first <= to)) return refuse(400, 'Bad Request', 'unknown cursor');

  const end = Math.min(to, first + limit);
  const nextCursor = end < to ? Buffer.from(String(end - from)).toString('base64url') : null;
  const next = new URLSearchParams(query);
  if (nextCursor !== null) next.set('cursor', nextCursor);
  const nextPageQuery = nextCursor === null ? null : `?${next.toString()}`;
  const head = JSON.stringify({ totalCount: to - from, nextCursor, nextPageQuery });
  const parts = [
    Buffer.from(`${head.slice(0, -1)},"results":[`),
    ledger.bytes(first, end),
    Buffer.from(']}'),
  ];
  return { status: 200, parts };
}

/** A list as stripe and openai page it: by the id of the last row. */
function list(ledger: Ledger, { from, to }: Range, after: string | null, limit: string | null): Answer {
  const first = after === null ? from : rowOfId(after) + 1;
  if (!(first >= from && first <= to)) return refuse(400, 'Bad Request', 'unknown id');
  const end = Math.min(to, first + Number(limit ?? '10'));
  const head = `{"object":"list","url":"/v1/rows","has_more":${end < to},"data":[`;
  return { status: 200, parts: [Buffer.from(head), ledger.bytesWithIds(first, end), Buffer.from(']}')] };
}

/** An error response as the service words it (§7.1). */
export function refuse(statusCode: number, error: string, message: string): Answer {
  const body = { statusCode, error, message: [{ validationErrorNumber: 1, error: message }], requestUrl: '' };
  return { status: statusCode, parts: [Buffer.from(JSON.stringify(body))] };
}
