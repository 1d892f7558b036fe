import { type AlarmSubject, readAlarms } from '../alarms.ts';
import type { Database } from '../database/open-database.ts';
import { readDiffering, recordCounts } from '../plan/counted-ranges.ts';
import { commonRanges } from '../plan/plan-windows.ts';
import { byDay, recordDays, settledBy } from './day-differences.ts';
import type { LoadDifference, LoadVerification, SourceRange } from './load-verification.ts';

/** What comparisons have found, and where. */
export interface Found extends Pick<LoadVerification, 'compared' | 'ranges' | 'differences'> {
  /** Those of the counts of the service. */
  readonly counts: readonly LoadDifference[];
}

/** Makes alarms of what was found, ends those of what agrees now, and returns all; a role that reads, or a standby, changes none. */
export async function record(
  database: Database,
  source: string | undefined,
  { compared, ranges, counts, differences }: Found,
  before: readonly AlarmSubject[],
): Promise<readonly AlarmSubject[]> {
  const isOnline = compared.includes('counts') || compared.includes('rows');
  const days = byDay(differences);
  const settles = compared.map((comparison) => settledBy[comparison]);
  const isNothing = days.length === 0 && !before.some(({ kind }) => settles.includes(kind));
  if ((isNothing && !isOnline) || !(await mayRecord(database))) return before;
  await recordDays(database, compared, ranges, days);
  if (isOnline) await settleCounts(database, ranges, [...counts, ...differences]);
  const counted = counts.map(({ source: of = '', startDate = '', endDate = '', expected }) => ({
    ...{ source: of, startDate, endDate, rows: Number(expected), verified: true },
  }));
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

/** Returns the differences of which nobody knows yet. */
export function withoutAcknowledged(
  { differences, counts }: Found,
  alarms: readonly AlarmSubject[],
): readonly LoadDifference[] {
  const acknowledged = alarms.filter(({ note }) => note !== null);
  const isKnown = (of: Pick<AlarmSubject, 'kind' | 'source' | 'startDate' | 'found'>): boolean =>
    acknowledged.some(
      ({ kind, source, startDate, found }) =>
        kind === of.kind && source === of.source && startDate === of.startDate && found === of.found,
    );
  const known = new Set(
    byDay(differences)
      .filter(isKnown)
      .flatMap((day) => day.differences),
  );
  return [
    ...differences.filter((difference) => !known.has(difference)),
    ...counts.filter(({ source = '', startDate = '', expected, found }) => {
      const more = String(Number(found) - Number(expected));
      return !isKnown({ kind: 'totalCount', source, startDate, found: more });
    }),
  ];
}

/** Ends the differences of counts within ranges that agree with the service now. */
async function settleCounts(
  database: Database,
  ranges: readonly SourceRange[],
  differences: readonly LoadDifference[],
): Promise<void> {
  for (const { found, ...known } of await readDiffering(database)) {
    const isCompared =
      commonRanges(
        [known],
        ranges.filter(({ source }) => source === known.source),
      ).length > 0;
    const differs = differences.some(
      ({ timestamp = '', startDate = timestamp, endDate = timestamp }) =>
        startDate <= known.endDate && endDate >= known.startDate,
    );
    if (isCompared && !differs) await recordCounts(database, known.source, [{ ...known, rows: found }]);
  }
}
