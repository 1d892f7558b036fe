import * as z from 'zod';

import { isAfter } from '../../client/api/instant.ts';
import { getTransactions, type TransactionReport } from '../../client/api/transactions.ts';
import { type CursorScope, readBook, readCursor, writeCursor } from '../ledger/book.ts';
import type { SortDirection } from '../ledger/ledger.ts';
import { messageOf, Rejection, reportError } from './errors.ts';
import { type Call, type Context, route, type Route, type Unwritten } from './route.ts';

const defaultLimit = 10;
const maxLimit = 10_000;
const dateTime = z.iso.datetime({ offset: true });

interface ReportQuery {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly limit: number;
  readonly sortDirection: SortDirection;
}

/**
 * The transaction report (§4.1): the generated ledger, merged with the purchases in the sandbox. A range includes its
 * `startDate` and excludes its `endDate`, so that adjacent ranges share no row. The last page has neither `nextCursor`
 * nor `nextPageQuery`, since their form is not documented there.
 */
export function transactionRoutes({ ledgerSettings, ledger, store }: Context): Route[] {
  const report = ({ query, source }: Call<undefined>): Unwritten<TransactionReport> => {
    const problems: string[] = [];
    const { start, end, limit, sortDirection } = readQuery(query, problems);
    if (problems.length > 0) throw new Rejection(reportError(source, 400, problems));

    const scope: CursorScope = { ledger: ledgerSettings, start, end, sortDirection, limit };
    const cursor = query.get('cursor');
    const after = cursor === null ? undefined : readCursor(scope, cursor);
    if (cursor !== null && !after)
      throw new Rejection(reportError(source, 400, ['cursor does not belong to this query']));

    const bookQuery = { start, end, direction: sortDirection, limit, after };
    const { totalCount, rows: results, last } = readBook(ledger, store.list('transactions'), bookQuery);
    if (!last) return { totalCount, results };
    const nextCursor = writeCursor(scope, last);
    return { totalCount, nextCursor, nextPageQuery: nextPageQuery(query, nextCursor), results };
  };
  return [route(getTransactions, report)];
}

function nextPageQuery(query: URLSearchParams, cursor: string): string {
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  return `?${next.toString()}`;
}

function readQuery(query: URLSearchParams, problems: string[]): ReportQuery {
  const startDate = readDate(query, 'startDate', problems);
  const endDate = readDate(query, 'endDate', problems);
  const [start, end] = [millisecondFrom(startDate), millisecondFrom(endDate)];
  if (end <= start && !isAfter(endDate, startDate)) problems.push(messageOf('end_date_not_after_start_date'));

  const limitParam = query.get('limit') ?? String(defaultLimit);
  const limit = /^\d{1,5}$/.test(limitParam) ? Number(limitParam) : 0;
  if (limit < 1 || limit > maxLimit) problems.push(`limit must be an integer from 1 to ${maxLimit}`);

  const sortDirection = query.get('sortDirection') ?? 'asc';
  if (sortDirection !== 'asc' && sortDirection !== 'desc') {
    problems.push(messageOf('invalid_sort_direction'));
    return { start, end, limit, sortDirection: 'asc' };
  }
  return { start, end, limit, sortDirection };
}

/** Returns an empty string if the date is missing or invalid. */
function readDate(query: URLSearchParams, name: string, problems: string[]): string {
  const date = query.get(name);
  if (date !== null && dateTime.safeParse(date).success) return date;
  problems.push(date === null ? `${name} is required` : `${name} must be a UTC ISO 8601 date-time`);
  return '';
}

/** The first full millisecond that is not before a date; `NaN`, which compares as false with any date, if it is invalid. */
function millisecondFrom(date: string): number {
  return Date.parse(date) + (/\.\d{3}\d*[1-9]/.test(date) ? 1 : 0);
}
