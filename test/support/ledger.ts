import { transaction } from '../literals/transactions.ts';
import { randomFrom } from './random.ts';
import type { ReceivedRequest, Reply } from './service.ts';

/** A transaction of a ledger. */
export type LedgerRow = ReturnType<typeof transaction>;

/** The id of the transaction of a row. */
export const idOf = ({ transactionDetails }: LedgerRow): string => transactionDetails.id;

/** How a service reads the dates of a range: the specification leaves it undefined (§4.1). */
export interface Reading {
  readonly startInclusive: boolean;
  readonly endInclusive: boolean;
  /** Whether it reads dates in full seconds. */
  readonly wholeSeconds?: boolean;
}

export const inclusive: Reading = { startInclusive: true, endInclusive: true };

/** All readings of the ends of a range. */
export const readings: readonly Reading[] = [true, false].flatMap((startInclusive) =>
  [true, false].map((endInclusive) => ({ startInclusive, endInclusive })),
);

export const start = Date.parse('2026-10-01T00:00:00Z');

/** Transactions at moments given in ms after `start`. */
export function rowsAt(moments: readonly number[]): LedgerRow[] {
  return moments
    .toSorted((one, other) => one - other)
    .map((moment, index) => ({
      ...transaction(index),
      timestamp: new Date(start + moment).toISOString(),
    }));
}

/** Moments within `seconds`, three quarters of them in two bursts, one of which lies around a full second. */
export function burstyMoments(count: number, seconds: number, seed = 1): number[] {
  const random = randomFrom(seed);
  const length = seconds * 1000;
  return Array.from({ length: count }, (_, index) => {
    if (index % 4 === 0) return Math.floor(random() * length);
    if (index % 4 === 1) return Math.floor(length / 2 / 1000) * 1000 + Math.floor(random() * 5) - 2;
    return Math.floor(length * 0.7 + random() * length * 0.02);
  });
}

/** Serves the transaction report of a ledger; cursors are offsets, each for the parameters that it was issued for (§4.1). */
export function serveLedger(rows: readonly LedgerRow[], reading: Reading = inclusive) {
  const { startInclusive, endInclusive, wholeSeconds = false } = reading;
  const read = (date: string): number => {
    const time = Date.parse(date);
    return wholeSeconds ? Math.floor(time / 1000) : time;
  };
  const issued = new Map<string, Set<string>>();
  const timed = rows.map((row) => ({ row, time: read(row.timestamp) }));
  return ({ url }: ReceivedRequest): Reply & { readonly json: unknown } => {
    const query = new URL(url, 'http://service').searchParams;
    const [from, to] = [read(query.get('startDate') ?? ''), read(query.get('endDate') ?? '')];
    const range = timed.filter(
      ({ time }) => (startInclusive ? time >= from : time > from) && (endInclusive ? time <= to : time < to),
    );
    const cursor = query.get('cursor');
    query.delete('cursor');
    query.sort();
    const scopes = issued.get(cursor ?? '');
    if (scopes && !scopes.has(query.toString())) {
      const message = [{ validationErrorNumber: 1, error: 'cursor does not belong to this query' }];
      return { status: 400, json: { statusCode: 400, error: 'Bad Request', message } };
    }
    const sorted = query.get('sortDirection') === 'desc' ? range.toReversed() : range;
    const offset = Number(cursor ?? 0);
    const end = offset + Number(query.get('limit') ?? 10);
    const nextCursor = end < sorted.length ? String(end) : null;
    if (nextCursor !== null) {
      const known = issued.get(nextCursor) ?? new Set();
      issued.set(nextCursor, known.add(query.toString()));
    }
    const results = sorted.slice(offset, end).map(({ row }) => row);
    return { json: { totalCount: sorted.length, nextCursor, results } };
  };
}

/** Whether a request only counts the rows of a window. */
export function isCount({ url }: ReceivedRequest): boolean {
  return new URL(url, 'http://service').searchParams.get('limit') === '1';
}
