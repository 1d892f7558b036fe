import { createHash } from 'node:crypto';

import type { AlarmKind } from '../alarms.ts';
import type { Database } from '../database/open-database.ts';
import { rangesInSql } from '../database/tables.ts';
import type { Comparison, LoadDifference, SourceRange } from './load-verification.ts';

/** A day of a source, and what a comparison may find there. */
interface ComparedDay extends SourceRange {
  readonly kind: AlarmKind;
  readonly words: string;
}

/** What a comparison found on a day of a source, which only the next one can find again or settle. */
export interface DayDifference extends ComparedDay {
  /** Tells what differs from something else on that day. */
  readonly found: string;
  readonly differences: number;
}

const rows = { kind: 'rows', words: 'rows differ from those of the service, or are not known' } as const;

/** The alarm of each difference that a day may have. */
const alarmOf: Partial<Record<LoadDifference['what'], Pick<ComparedDay, 'kind' | 'words'>>> = {
  rows: { kind: 'receipts', words: 'rows or sums differ from the receipts' },
  sum: { kind: 'receipts', words: 'rows or sums differ from the receipts' },
  columns: { kind: 'columns', words: 'columns differ from the rows as received' },
  added: rows,
  changed: rows,
  missing: rows,
  returned: rows,
  unread: rows,
};

/** Which of them a comparison settles where it finds none. */
export const settledBy: Readonly<Record<Comparison, AlarmKind | undefined>> = {
  receipts: 'receipts',
  columns: 'columns',
  counts: undefined,
  rows: 'rows',
};

/** Returns the day that a difference is of; `undefined` if it is of a job or a table. */
function dayOf({
  what,
  source = '',
  day,
  timestamp,
  startDate = timestamp ?? day,
}: LoadDifference): ComparedDay | undefined {
  const alarm = alarmOf[what];
  if (!alarm || startDate === undefined) return undefined;
  const start = new Date(startDate.slice(0, '2026-10-01'.length));
  const end = new Date(start.getTime() + 86_400_000);
  return { ...alarm, source, startDate: start.toISOString(), endDate: end.toISOString() };
}

/** Returns what an alarm of a day is known by; `undefined` for a difference of another thing. */
export function dayKeyOf(difference: LoadDifference): string | undefined {
  const day = dayOf(difference);
  return day && alarmKeyOf(day);
}

/** Returns what the alarm of a day is known by. */
export function alarmKeyOf({
  kind,
  source,
  startDate,
}: Pick<ComparedDay, 'kind' | 'source'> & { readonly startDate: string | null }): string {
  return [kind, source, startDate].join('\0');
}

/** Differences by day, however many there are. */
export class DifferencesByDay {
  readonly #days = new Map<string, ComparedDay & { sum: bigint; count: number }>();
  readonly #unread: SourceRange[] = [];

  add(difference: LoadDifference): void {
    const day = dayOf(difference);
    if (!day) return;
    const { what, source = '', startDate = '', endDate = '' } = difference;
    if (what === 'unread') this.#unread.push({ source, startDate, endDate });
    const key = alarmKeyOf(day);
    const known = this.#days.get(key) ?? { ...day, sum: 0n, count: 0 };
    known.sum = BigInt.asUintN(64, known.sum + fingerprintOf(difference));
    known.count += 1;
    this.#days.set(key, known);
  }

  get all(): readonly DayDifference[] {
    return [...this.#days.values()].map(({ sum, count, ...day }) => ({
      ...day,
      found: sum.toString(16).padStart(16, '0'),
      differences: count,
    }));
  }

  /** Ranges of which nothing is known. */
  get unread(): readonly SourceRange[] {
    return this.#unread;
  }
}

/** Those of a day are added up, in any order. More rows on it, in the receipts and in the table, make no other difference. */
function fingerprintOf({ what, expected, found, ...one }: LoadDifference): bigint {
  const amount = isSum(what) ? String(BigInt(found) - BigInt(expected)) : found;
  const text = JSON.stringify([what, Object.entries(one), amount]);
  return createHash('sha256').update(text).digest().readBigUInt64BE();
}

function isSum(what: LoadDifference['what']): boolean {
  return what === 'rows' || what === 'sum';
}

/** What comparisons have found of days, and where. */
export interface FoundDays {
  readonly compared: readonly Comparison[];
  readonly ranges: readonly SourceRange[];
  readonly days: readonly DayDifference[];
  /** Of these, the service has returned no complete list. */
  readonly unread: readonly SourceRange[];
}

/** Records what comparisons found in ranges, and forgets what they found there no more. */
export async function recordDays(
  { transaction, tables }: Database,
  { compared, ranges, days: found, unread }: FoundDays,
): Promise<void> {
  const days = JSON.stringify(
    found.map(({ words, ...day }) => ({
      ...day,
      message: `${day.startDate.slice(0, '2026-10-01'.length)}: ${words}: see load verify`,
    })),
  );
  const settled = compared.flatMap((comparison) => settledBy[comparison] ?? []);
  const dayInSql = `json_to_recordset($3) AS day ("source" text, "kind" text, "startDate" timestamptz, "found" text)
           WHERE day.source = known.source AND day.kind = known.kind AND day."startDate" = start_date`;
  await transaction(async ({ query }) => {
    await query(
      `DELETE FROM ${tables.differences} known USING ${rangesInSql}
       WHERE known.source = range.source AND start_date < "endDate" AND end_date > "startDate" AND kind = ANY ($2)
         AND NOT EXISTS (SELECT FROM ${dayInSql} AND day.found = known.found)
         AND (EXISTS (SELECT FROM ${dayInSql}) OR kind <> 'rows' OR NOT EXISTS (
           SELECT FROM json_to_recordset($4) AS unread ("source" text, "startDate" timestamptz, "endDate" timestamptz)
           WHERE unread.source = known.source AND start_date < unread."endDate" AND end_date > unread."startDate"))`,
      [JSON.stringify(ranges), settled, days, JSON.stringify(unread)],
    );
    await query(
      `INSERT INTO ${tables.differences} (source, kind, start_date, end_date, found, message)
       SELECT * FROM json_to_recordset($1) AS day ("source" text, "kind" text, "startDate" timestamptz, "endDate" timestamptz, "found" text, "message" text)
       ON CONFLICT (source, kind, start_date, end_date) DO NOTHING`,
      [days],
    );
  });
}
