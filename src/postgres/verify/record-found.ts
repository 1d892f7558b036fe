import { type AlarmSubject, readAlarms } from '../alarms.ts';
import type { Database } from '../database/open-database.ts';
import { readDiffering, recordCounts } from '../plan/counted-ranges.ts';
import { commonRanges } from '../plan/plan-windows.ts';
import { alarmKeyOf, dayKeyOf, type FoundDays, recordDays, settledBy } from './day-differences.ts';
import type { LoadDifference, LoadVerification, SourceRange } from './load-verification.ts';

/** What comparisons have found, and where. */
export interface Found extends FoundDays {
  readonly differences: readonly LoadDifference[];
  /** Those of the counts of the service. */
  readonly counts: readonly LoadDifference[];
}

/** Makes alarms of what was found, ends those of what agrees now, and returns all; a role that reads, or a standby, changes none. */
export async function record(
  database: Database,
  source: string | undefined,
  found: Found,
  before: readonly AlarmSubject[],
): Promise<readonly AlarmSubject[]> {
  const { compared, ranges, counts, days, unread } = found;
  const isOnline = compared.includes('counts') || compared.includes('rows');
  const settles = compared.map((comparison) => settledBy[comparison]);
  const isNothing = days.length === 0 && !before.some(({ kind }) => settles.includes(kind));
  if ((isNothing && !isOnline) || !(await mayRecord(database))) return before;
  await recordDays(database, found);
  const counted = counts.map(({ source: of = '', startDate = '', endDate = '', expected }) => ({
    ...{ source: of, startDate, endDate, rows: Number(expected), verified: true },
  }));
  const differing = [...counted, ...days.filter(({ kind }) => kind === 'rows'), ...unread];
  if (isOnline) await settleCounts(database, ranges, differing);
  for (const [of, own] of Map.groupBy(counted, (range) => range.source))
    await recordCounts(database, of, own);
  return await readAlarms(database, source);
}

async function mayRecord({ query, tables }: Database): Promise<boolean> {
  const [row] = await query<{ may: boolean }>(
    `SELECT has_table_privilege($1, 'INSERT') AND current_setting('transaction_read_only') = 'off' AS may`,
    [tables.differences],
  );
  return row?.may === true;
}

/** Returns the differences of which nobody knows yet, and how many of them are not listed. */
export function withoutAcknowledged(
  { differences, days, counts }: Found,
  alarms: readonly AlarmSubject[],
): Pick<LoadVerification, 'differences' | 'unlisted'> {
  const foundOf = new Map(
    alarms.filter(({ note }) => note !== null).map((alarm) => [alarmKeyOf(alarm), alarm.found]),
  );
  const unknown = days.filter((day) => foundOf.get(alarmKeyOf(day)) !== day.found);
  const keys = new Set(unknown.map(alarmKeyOf));
  const ofDays = differences.filter((difference) => keys.has(dayKeyOf(difference) ?? ''));
  const others = differences.filter((difference) => dayKeyOf(difference) === undefined);
  const counted = counts.filter(({ source = '', startDate = '', expected, found }) => {
    const more = String(Number(found) - Number(expected));
    return foundOf.get(alarmKeyOf({ kind: 'totalCount', source, startDate })) !== more;
  });
  return {
    differences: [...others, ...ofDays, ...counted],
    unlisted: unknown.reduce((sum, day) => sum + day.differences, 0) - ofDays.length,
  };
}

/** Ends the differences of counts within ranges that agree with the service now. */
async function settleCounts(
  database: Database,
  ranges: readonly SourceRange[],
  differing: readonly SourceRange[],
): Promise<void> {
  for (const { found, ...known } of await readDiffering(database)) {
    const isIn = (others: readonly SourceRange[]): boolean =>
      commonRanges(
        [known],
        others.filter(({ source }) => source === known.source),
      ).length > 0;
    if (isIn(ranges) && !isIn(differing))
      await recordCounts(database, known.source, [{ ...known, rows: found }]);
  }
}
