import type { Database, Queries } from '../database/open-database.ts';
import type { TimeRange } from './split-range.ts';

/** A range, and the service's count of its rows; both ends are in pauses between stored rows. */
export interface CountedRange extends TimeRange {
  readonly rows: number;
  /** Whether a verification counted it, and nobody has read it since. @defaultValue `false` */
  readonly verified?: boolean;
}

/** A range of which the service counted other rows than the tables have. */
export interface DifferingRange extends CountedRange {
  readonly source: string;
  /** What it should count. */
  readonly found: number;
}

type Tabled = Queries & Pick<Database, 'tables'>;

/** Returns the ranges of a source, or all, of which the service counted other rows than the tables have. */
export async function readDiffering(
  { query, tables }: Tabled,
  source?: string,
): Promise<readonly DifferingRange[]> {
  const rows = await query<DifferingRange & { start_date: Date; end_date: Date }>(
    `SELECT source, start_date, end_date, to_json(rows) AS rows, to_json(found) AS found, verified FROM ${tables.differingRanges}
     WHERE source = coalesce($1, source) ORDER BY source, start_date`,
    [source ?? null],
  );
  return rows.map(({ start_date, end_date, ...row }) => ({
    ...row,
    startDate: start_date.toISOString(),
    endDate: end_date.toISOString(),
  }));
}

/** Records what the service counts of ranges, and forgets what agrees. */
export async function recordCounts(
  { transaction, tables }: Pick<Database, 'transaction' | 'tables'>,
  source: string,
  ranges: readonly CountedRange[],
): Promise<void> {
  if (ranges.length === 0) return;
  await transaction(async ({ query }) => {
    for (const { startDate, endDate, rows, verified = false } of ranges) {
      // The pause between two days may be another one by now: that they overlap there settles neither.
      await query(
        `DELETE FROM ${tables.countedRanges} WHERE source = $1 AND (start_date = $2
           OR tstzrange(start_date, end_date) <@ tstzrange($2, $3)
           OR least(end_date, $3) - greatest(start_date, $2) > interval '2 minutes')`,
        [source, startDate, endDate],
      );
      await query(
        `INSERT INTO ${tables.countedRanges} (source, start_date, end_date, rows, verified) VALUES ($1, $2, $3, $4, $5)`,
        [source, startDate, endDate, rows, verified],
      );
    }
    await query(
      `DELETE FROM ${tables.countedRanges} counted WHERE source = $1 AND NOT EXISTS (
         SELECT FROM ${tables.differingRanges} differing
         WHERE differing.source = counted.source AND differing.start_date = counted.start_date)`,
      [source],
    );
  });
}
