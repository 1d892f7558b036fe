import type { Queries } from './open-database.ts';

/** Returns the time of the database. */
export async function readClock({ query }: Queries): Promise<string> {
  const [row] = await query<{ now: string }>(`SELECT to_json(clock_timestamp()) #>> '{}' AS now`);
  if (!row) throw new Error('the database returned no time');
  return row.now;
}
