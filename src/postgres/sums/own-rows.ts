import { lastDayWithRows } from '../database/last-day.ts';
import type { Database } from '../database/open-database.ts';
import { rejectedTime, type Tables } from '../database/tables.ts';

/**
 * Selects how many rows of each day the service should count: those of the table, without what the last read did not find, and
 * those in quarantine; of the source `$1`, from `$2` on. From what jobs did, so that it costs the same however large the table is.
 */
function ownRowsOfDays({ commits, recounts, loads, stored, quarantine }: Tables): string {
  return `SELECT day, sum(rows) AS rows FROM (
      SELECT (change ->> 'day')::date AS day, (change ->> 'rows')::bigint AS rows
      FROM (
        SELECT changes FROM ${commits} JOIN ${loads} loads ON loads.id = load_id
        WHERE loads.source = $1 AND tstzrange(window_start, window_end) && tstzrange($2::timestamptz, NULL)
        UNION ALL SELECT changes FROM ${recounts} JOIN ${loads} loads ON loads.id = load_id WHERE loads.source = $1
      ) AS receipts, jsonb_array_elements(changes) AS change
      UNION ALL SELECT (stored.timestamp AT TIME ZONE 'UTC')::date, -1 FROM ${stored} stored
      WHERE stored.source = $1 AND missing_since IS NOT NULL AND removed_at IS NULL
      UNION ALL SELECT (${rejectedTime} AT TIME ZONE 'UTC')::date, 1 FROM ${quarantine}
      WHERE source = $1 AND resolved_at IS NULL
    ) AS counted
    WHERE day::timestamp AT TIME ZONE 'UTC' >= $2 GROUP BY day`;
}

/** Returns the start of the last UTC day that a source has a row of; `undefined` if it has none. */
export async function readLastDay(
  { query, tables }: Pick<Database, 'query' | 'tables'>,
  source: string,
): Promise<number | undefined> {
  const [row] = await query<{ last: Date | null }>(`SELECT (${lastDayWithRows(tables, '$1')}) AS last`, [
    source,
  ]);
  return row?.last?.getTime();
}

const oneDay = 86_400_000;

/** How many rows of a source the service should count. */
export interface OwnRows {
  /** Between two times, the end excluded; in ms since 1970. */
  readonly between: (start: number, end: number) => Promise<number>;
  /** The end of the last UTC day before a time with rows; -Infinity if there is none. */
  readonly endBefore: (time: number) => number;
}

/** Reads how many rows of a source the service should count from the UTC day of a time on. */
export async function readOwnRows(
  { query, tables }: Pick<Database, 'query' | 'tables'>,
  source: string,
  from: number,
): Promise<OwnRows> {
  const begin = Math.floor(from / oneDay) * oneDay;
  const days = await query<{ day: string; rows: number }>(
    `SELECT day::text AS day, to_json(rows) AS rows FROM (${ownRowsOfDays(tables)}) AS days`,
    [source, new Date(begin)],
  );
  /** Those of part of a day, which jobs did not record. */
  const stored = async (start: number, end: number): Promise<number> => {
    if (start === end) return 0;
    const [row] = await query<{ rows: number }>(
      `SELECT to_json((SELECT count(*) FROM ${tables.stored}
         WHERE source = $1 AND timestamp >= $2 AND timestamp < $3 AND missing_since IS NULL)
       + (SELECT count(*) FROM ${tables.quarantine} WHERE source = $1 AND resolved_at IS NULL
         AND ${rejectedTime} >= $2 AND ${rejectedTime} < $3)) AS rows`,
      [source, new Date(start), new Date(end)],
    );
    return row?.rows ?? 0;
  };
  const until = async (time: number): Promise<number> => {
    const midnight = Math.max(begin, Math.round(time / oneDay) * oneDay);
    const whole = days
      .filter(({ day }) => Date.parse(day) < midnight)
      .reduce((sum, { rows }) => sum + rows, 0);
    return time < midnight ? whole - (await stored(time, midnight)) : whole + (await stored(midnight, time));
  };
  return {
    between: async (start, end) => (await until(end)) - (await until(start)),
    endBefore: (time) => {
      const starts = days.filter(({ rows }) => rows > 0).map(({ day }) => Date.parse(day));
      return Math.max(...starts.filter((start) => start < time)) + oneDay;
    },
  };
}
