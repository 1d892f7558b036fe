import { createHash } from 'node:crypto';

import type { AlarmKind } from '../alarms.ts';
import type { Database } from '../database/open-database.ts';
import { rangesInSql } from '../database/tables.ts';
import type { Comparison, LoadDifference, SourceRange } from './load-verification.ts';

/** What a comparison found on a day of a source, which only the next one can find again or settle. */
export interface DayDifference extends SourceRange {
  readonly kind: AlarmKind;
  readonly message: string;
  /** Tells what differs from something else on that day. */
  readonly found: string;
  readonly differences: readonly LoadDifference[];
}

const rows = { kind: 'rows', words: 'rows differ from those of the service, or are not known' } as const;

/** The alarm of each difference that a day may have. */
const alarmOf: Partial<Record<LoadDifference['what'], { readonly kind: AlarmKind; readonly words: string }>> =
  {
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

/** Returns the differences of a verification that are of days, by day. */
export function byDay(differences: readonly LoadDifference[]): readonly DayDifference[] {
  const keyed = differences.flatMap((difference) => {
    const { source = '', day, timestamp, startDate = timestamp ?? day } = difference;
    const alarm = alarmOf[difference.what];
    return alarm && startDate !== undefined ? [{ ...alarm, source, startDate, difference }] : [];
  });
  const dayOf = (date: string): string => date.slice(0, '2026-10-01'.length);
  const groups = Map.groupBy(keyed, ({ kind, source, startDate }) =>
    [kind, source, dayOf(startDate)].join('\0'),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const startDate = new Date(dayOf(first.startDate)).toISOString();
    const endDate = new Date(Date.parse(startDate) + 86_400_000).toISOString();
    const own = group.map(({ difference }) => difference);
    return {
      ...{ kind: first.kind, source: first.source, startDate, endDate },
      message: `${dayOf(startDate)}: ${first.words}: see load verify`,
      found: fingerprintOf(own),
      differences: own,
    };
  });
}

/** More rows on the same day, in the receipts and in the table, make no other difference. */
function fingerprintOf(differences: readonly LoadDifference[]): string {
  const parts = differences.map(({ what, expected, found, ...one }) =>
    JSON.stringify([
      what,
      Object.entries(one),
      isSum(what) ? String(BigInt(found) - BigInt(expected)) : found,
    ]),
  );
  return createHash('sha256').update(parts.toSorted().join('\n')).digest('hex').slice(0, 16);
}

function isSum(what: LoadDifference['what']): boolean {
  return what === 'rows' || what === 'sum';
}

/** Records what comparisons found in ranges, and forgets what they found there no more. */
export async function recordDays(
  { transaction, tables }: Database,
  compared: readonly Comparison[],
  ranges: readonly SourceRange[],
  found: readonly DayDifference[],
): Promise<void> {
  const days = JSON.stringify(found.map((day) => ({ ...day, differences: undefined })));
  const settled = compared.flatMap((comparison) => settledBy[comparison] ?? []);
  await transaction(async ({ query }) => {
    await query(
      `DELETE FROM ${tables.differences} known USING ${rangesInSql}
       WHERE known.source = range.source AND start_date < "endDate" AND end_date > "startDate" AND kind = ANY ($2)
         AND NOT EXISTS (SELECT FROM json_to_recordset($3) AS day ("source" text, "kind" text, "startDate" timestamptz, "found" text)
           WHERE day.source = known.source AND day.kind = known.kind AND day."startDate" = start_date AND day.found = known.found)`,
      [JSON.stringify(ranges), settled, days],
    );
    await query(
      `INSERT INTO ${tables.differences} (source, kind, start_date, end_date, found, message)
       SELECT * FROM json_to_recordset($1) AS day ("source" text, "kind" text, "startDate" timestamptz, "endDate" timestamptz, "found" text, "message" text)
       ON CONFLICT (source, kind, start_date, end_date) DO NOTHING`,
      [days],
    );
  });
}
