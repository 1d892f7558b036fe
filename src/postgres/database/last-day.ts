import type { Tables } from './tables.ts';

/**
 * Selects the start of the last UTC day that a source has a row of, by the last job that stored new rows, and those that read later
 * days. `source` is SQL.
 */
export function lastDayWithRows({ commits, loads }: Tables, source: string): string {
  const daysOf = (changes: string): string =>
    `SELECT max((change ->> 'day')::timestamp AT TIME ZONE 'UTC') FROM (${changes}) AS jobs, jsonb_array_elements(changes) AS change
     WHERE (change ->> 'rows')::bigint > 0`;
  const jobs = `SELECT changes FROM ${commits} JOIN ${loads} loads ON loads.id = load_id WHERE loads.source = ${source} AND rows_inserted > 0`;
  return daysOf(
    `${jobs} AND tstzrange(window_start, window_end) && tstzrange((${daysOf(`${jobs} ORDER BY load_id DESC, job DESC LIMIT 1`)}), NULL)`,
  );
}
