import { hashText, hex, randomStream } from '../random.ts';
import type { Position } from './book.ts';

/** What a cursor belongs to: a cursor of one query is refused with another. */
export interface CursorScope {
  readonly seed: number;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly sortDirection: string;
  readonly limit: number;
}

function digest({ seed, size, start, end, sortDirection, limit }: CursorScope, position: string): string {
  const text = [size, start, end, sortDirection, limit, position].join(' ');
  return hex(randomStream(seed, 'cursor')(hashText(text)));
}

/**
 * The cursor of the page that follows a row: opaque text, safe in a query. It names the row and not how many there
 * were, so that rows which are recorded during a walk move no page.
 */
export function writeCursor(scope: CursorScope, { time, recorded, number }: Position): string {
  const position = [time, recorded ? 1 : 0, number].join('.');
  return Buffer.from(`${position}.${digest(scope, position)}`).toString('base64url');
}

/** The row that comes before a cursor's page; `undefined` when the cursor was not written for this query. */
export function readCursor(scope: CursorScope, cursor: string): Position | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, time, recorded, number] = /^(-?\d{1,16})\.([01])\.(\d{1,15})\./.exec(text) ?? [];
  const position = { time: Number(time), recorded: recorded === '1', number: Number(number) };
  return writeCursor(scope, position) === cursor ? position : undefined;
}
