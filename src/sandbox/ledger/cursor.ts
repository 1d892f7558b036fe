import type { Position } from './book.ts';
import { hashString, hex, randomStream } from './random.ts';
import type { LedgerShape } from './row-times.ts';

/** The query and the ledger of a cursor; it is rejected with any other. */
export interface CursorScope {
  readonly ledger: LedgerShape;
  readonly start: number;
  readonly end: number;
  readonly sortDirection: string;
  readonly limit: number;
}

function digest({ ledger, start, end, sortDirection, limit }: CursorScope, position: string): string {
  const ofLedger = [ledger.size, ledger.start, ledger.end];
  const input = [...ofLedger, start, end, sortDirection, limit, position].join(' ');
  return hex(randomStream(ledger.seed, 'cursor')(hashString(input)));
}

/**
 * Returns the cursor of the page after a row: an opaque string, safe in a query. It refers to the row, not to an
 * offset, so that rows recorded during pagination do not shift the pages.
 */
export function writeCursor(scope: CursorScope, { time, recorded, number }: Position): string {
  const position = [time, recorded ? 1 : 0, number].join('.');
  return Buffer.from(`${position}.${digest(scope, position)}`).toString('base64url');
}

/** Returns the position before a cursor's page; `undefined` if the cursor does not belong to this query. */
export function readCursor(scope: CursorScope, cursor: string): Position | undefined {
  const decoded = Buffer.from(cursor, 'base64url').toString();
  const [, time, recorded, number] = /^(-?\d{1,16})\.([01])\.(\d{1,15})\./.exec(decoded) ?? [];
  const position = { time: Number(time), recorded: recorded === '1', number: Number(number) };
  return writeCursor(scope, position) === cursor ? position : undefined;
}
