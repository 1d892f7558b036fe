import { hashText, hex, randomStream } from '../random.ts';

/** What a cursor belongs to: a cursor of one query is refused with another. */
export interface CursorScope {
  readonly seed: number;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly sortDirection: string;
  readonly limit: number;
}

function digest({ seed, size, start, end, sortDirection, limit }: CursorScope, rowsRead: number): string {
  const text = [size, start, end, sortDirection, limit, rowsRead].join(' ');
  return hex(randomStream(seed, 'cursor')(hashText(text)));
}

/** The cursor of the page that follows `rowsRead` rows: opaque text, safe in a query. */
export function writeCursor(scope: CursorScope, rowsRead: number): string {
  return Buffer.from(`${rowsRead}.${digest(scope, rowsRead)}`).toString('base64url');
}

/** How many rows come before a cursor's page; `undefined` when the cursor was not written for this query. */
export function readCursor(scope: CursorScope, cursor: string): number | undefined {
  const [, rows] = /^(\d{1,15})\./.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (rows === undefined) return undefined;
  const rowsRead = Number(rows);
  return writeCursor(scope, rowsRead) === cursor ? rowsRead : undefined;
}
