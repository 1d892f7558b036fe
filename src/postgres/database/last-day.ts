import type { Tables } from './tables.ts';

/**
 * Selects the start of the last UTC day that a source has a row of, by what jobs and recounts changed: a day whose rows were all
 * removed has none. First among the days from the one on that the last job with new rows has; `source` is SQL.
 */
export function lastDayWithRows({ commits, recounts, loads }: Tables, source: string): string {
  const ofSource = `JOIN ${loads} loads ON loads.id = load_id WHERE loads.source = ${source}`;
  const day = `(change ->> 'day')::timestamp AT TIME ZONE 'UTC'`;
  const rows = `(change ->> 'rows')::bigint`;
  const lastFrom = (first: string): string => `SELECT max(day) FROM (
      SELECT ${day} AS day FROM (
        SELECT changes FROM ${commits} ${ofSource} AND tstzrange(window_start, window_end) && tstzrange(${first}, NULL)
        UNION ALL SELECT changes FROM ${recounts} ${ofSource}
      ) AS receipts, jsonb_array_elements(changes) AS change
      GROUP BY 1 HAVING sum(${rows}) > 0
    ) AS days WHERE day >= ${first}`;
  return `SELECT coalesce((${lastFrom('newest.day')}), (${lastFrom(`'-infinity'::timestamptz`)})) FROM (
      SELECT max(${day}) AS day FROM (
        SELECT changes FROM ${commits} ${ofSource} AND rows_inserted > 0 ORDER BY load_id DESC, job DESC LIMIT 1
      ) AS job, jsonb_array_elements(changes) AS change WHERE ${rows} > 0
    ) AS newest`;
}
