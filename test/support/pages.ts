import type { ServerResponse } from 'node:http';

import type { TransactionPaginator } from '../../src/client/index.ts';
import { transaction } from '../literals/transactions.ts';
import { october } from './ranges.ts';
import type { ReceivedRequest, Reply, Service } from './service.ts';

/** The query of a service with pages `0` to `3` of two rows each. */
export const range = { ...october, limit: 2 };
const pages = 4;
export const allRows = Array.from({ length: 2 * pages }, (_, index) => `transaction-${index}`);

/** The fields before a page's rows, in the documented order (§4.1). */
export function headOf(page: number, nextCursor = page + 1 < pages ? String(page + 1) : null): string {
  const head = { totalCount: 2 * pages, nextCursor, nextPageQuery: nextCursor && `?cursor=${nextCursor}` };
  return `${JSON.stringify(head).slice(0, -1)},"results":`;
}

export function rowsOf(page: number): string {
  return JSON.stringify([transaction(2 * page), transaction(2 * page + 1)]);
}

/** Serves pages `0` to `3`, or what `instead` returns for a cursor. */
export function servePages(instead: (cursor: string) => Reply | undefined) {
  return (request: ReceivedRequest): Reply => {
    const cursor = cursorOf(request);
    const page = Number(cursor);
    return instead(cursor) ?? { text: `${headOf(page)}${rowsOf(page)}}` };
  };
}

/** A response of which only the head is sent; `finish` sends the rest. */
export function held(head: string, finish: (response: ServerResponse) => unknown): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(head);
    finish(response);
  };
}

/** The requested cursors in order; `0` for none. */
export function cursors({ requests }: Service): string[] {
  return requests.map(cursorOf);
}

function cursorOf({ url }: ReceivedRequest): string {
  return new URL(url, 'http://service').searchParams.get('cursor') ?? '0';
}

/** The ids of all rows. */
export async function idsOf(walk: TransactionPaginator): Promise<string[]> {
  const rows = await walk.toArray({ max: 100 });
  return rows.map(({ transactionDetails }) => transactionDetails.id);
}
