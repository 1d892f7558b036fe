import { standstill } from '../client/runtime/service-time.ts';
import type { Database } from './database/open-database.ts';

/**
 * Records the time of the service beside that of the database, and since when the service's stands still: a load ends by it, and
 * would have nothing new each night.
 */
export async function recordClock(
  { query, tables }: Database,
  source: string,
  serviceTime: number,
): Promise<void> {
  const sinceThen = (time: string): string =>
    `CASE WHEN excluded.service_time - known.service_time < make_interval(secs => $3) THEN known.${time} ELSE excluded.${time} END`;
  await query(
    `INSERT INTO ${tables.serviceClocks} AS known (source, service_time, first_seen, last_seen)
     VALUES ($1, $2, clock_timestamp(), clock_timestamp())
     ON CONFLICT (source) DO UPDATE SET service_time = ${sinceThen('service_time')},
       first_seen = ${sinceThen('first_seen')}, last_seen = excluded.last_seen`,
    [source, new Date(serviceTime), standstill.service / 1000],
  );
}
