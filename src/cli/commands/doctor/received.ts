import { fieldOf } from '../../../client/api/input.ts';
import { instantOf, toTimestamp } from '../../../client/api/instant.ts';
import type { TransactionQuery } from '../../../client/api/transactions.ts';
import { documentedErrors } from '../../../client/errors/documented-errors.ts';
import { ApiError, RedirectError, ResponseValidationError } from '../../../client/errors/index.ts';
import { listIssues } from '../../../client/errors/printable.ts';
import { nextCursorOf } from '../../../client/pagination/page-request.ts';
import { transactionIdentity } from '../../../client/pagination/row-identity.ts';
import { problem, undetermined, type Verdict } from './check.ts';
import type { ReadOnlyCaller, Reply } from './read-only-caller.ts';

/** A row of a response, valid or not. */
export interface ReceivedRow {
  readonly raw: unknown;
  /** Recognizes it in another response. */
  readonly key: string;
  /** Its time in microseconds since 1970; `NaN` if it cannot be read. */
  readonly at: number;
}

/** A page of transactions, as received. */
export interface ReceivedRows {
  readonly rows: readonly ReceivedRow[];
  readonly totalCount: unknown;
  readonly nextCursor: unknown;
  readonly nextPageQuery: unknown;
}

/** The reply to a request for a page of transactions. */
export interface PageReply extends Reply {
  /** `undefined` if it has none. A page that the client rejects for its rows is one too. */
  readonly page: ReceivedRows | undefined;
}

/** Requests a page of transactions. */
export async function readPage(
  caller: ReadOnlyCaller,
  query: TransactionQuery & { readonly limit: number },
): Promise<PageReply> {
  const reply = await caller.call(query.limit, (client) => client.transactions.getPage(query));
  return { ...reply, page: pageOf(reply) };
}

function pageOf({ exchange, error }: Reply): ReceivedRows | undefined {
  if (error && !(error instanceof ResponseValidationError)) return undefined;
  const value = exchange?.value;
  const results = valueAt(value, 'results');
  if (!Array.isArray(results)) return undefined;
  return {
    rows: results.map(toRow),
    totalCount: valueAt(value, 'totalCount'),
    nextCursor: valueAt(value, 'nextCursor'),
    nextPageQuery: valueAt(value, 'nextPageQuery'),
  };
}

function toRow(raw: unknown): ReceivedRow {
  return {
    raw,
    key: transactionIdentity.keyOf(raw) ?? JSON.stringify(raw),
    at: instantOf(fieldOf(raw, 'timestamp')),
  };
}

/** The cursor of the next page, as the client reads it; `undefined` if the page names none. */
export function cursorOf({ nextCursor, nextPageQuery }: ReceivedRows): string | undefined {
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const found = nextCursorOf({ nextCursor: textOf(nextCursor), nextPageQuery: textOf(nextPageQuery) });
  return found ?? undefined;
}

/** The verdict on what a call should have shown that failed; `what` begins the text of a problem. */
export function verdictOnFailure(reply: Reply, what = ''): Verdict<never> {
  const summary = summarizeReply(reply);
  const { error } = reply;
  // Without a response, or with 429 or 5xx, it says nothing about what was asked.
  const isRelated = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return isRelated ? problem(`${what}${summary}`, 'failed') : undetermined(summary);
}

/** Whether a response has a 2xx status: of reads it is documented for transactions and offers only. */
export function isSuccess(exchange: Reply['exchange']): boolean {
  return exchange !== undefined && exchange.status >= 200 && exchange.status < 300;
}

/** The keys of rows, in order. */
export function keysOf(rows: readonly ReceivedRow[]): readonly string[] {
  return rows.map(({ key }) => key);
}

/** Returns the date of an instant in microseconds, moved by some milliseconds. */
export function dateAt(instant: number, milliseconds = 0): string {
  return toTimestamp(instant + milliseconds * 1000, 'exact');
}

/** Returns a value at a dotted path of a row. */
export function valueAt(row: unknown, path: string): unknown {
  let value: unknown = row;
  for (const key of path.split('.')) value = (Object(value) as Readonly<Record<string, unknown>>)[key];
  return value;
}

/**
 * Returns a value that may be printed: a short code or name of a kind. Anything else is `undefined`, because it could
 * be an id, a name, an address or free text.
 */
export function codeIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(value) ? value : undefined;
}

/** Returns what to print instead of a value: its code, or that there is none. */
export function codeOf(value: unknown): string {
  return value === undefined ? '(missing)' : (codeIn(value) ?? '(other)');
}

/** Lists the first findings in a line. */
export function listShort(parts: readonly string[]): string {
  const shown = parts.slice(0, 5);
  const more = parts.length > shown.length ? `; and ${parts.length - shown.length} more (--json)` : '';
  return shown.join('; ') + more;
}

/** Says in a few words how a call ended, without quoting what the service sent. */
export function summarizeReply({ error, exchange }: Reply): string {
  if (error instanceof ApiError) {
    const documented = documentedErrors.find(({ reason }) => reason === error.reason);
    // Statuses in the body differ from that of the response.
    const status = String(error.status);
    if (documented) return `${status}, "${documented.message}"`;
    return `${status}, ${exchange?.isHtml ? 'HTML: a proxy or another site' : 'no documented message'}`;
  }
  if (error instanceof RedirectError) return `${exchange?.status ?? ''} redirect, which is never followed`;
  // The message of the error would name the cursor.
  if (error instanceof ResponseValidationError)
    return `not as documented: ${listIssues(error.issues.slice(0, 3))}`;
  return error?.message ?? (exchange ? `status ${exchange.status}` : 'no response');
}
