import type { Database, Transaction } from '../database/open-database.ts';
import type { Job } from '../queue.ts';
import type { ReceivedWindow } from './read-window.ts';
import { storable } from './stored-row.ts';

/** What a job knows of rows that cannot be stored. */
interface Checked {
  readonly job: Job;
  readonly window: Pick<ReceivedWindow, 'rejected' | 'startReceived'>;
  readonly startedAt: string;
}

/**
 * Keeps the rows of a job that cannot be stored, and resolves those of earlier jobs that it has received again, or not
 * any more. The job's own commit must be written before.
 */
export async function quarantine(
  { tables }: Pick<Database, 'tables'>,
  { query }: Transaction,
  checked: Checked,
): Promise<void> {
  const { job, window } = checked;
  if (window.rejected.length === 0) {
    const [open] = await query(
      `SELECT FROM ${tables.quarantine} WHERE resolved_at IS NULL AND window_start < $2 AND window_end > $1 LIMIT 1`,
      [job.startDate, job.endDate],
    );
    if (!open) return;
  }
  // Neighbouring windows share a millisecond: of two jobs at the same time, neither would see the rows of the other.
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tables.name} quarantine`]);
  await query(resolveStatement(tables), [
    job.startDate,
    job.endDate,
    checked.startedAt,
    window.startReceived,
    window.rejected.map(({ row }) => row),
  ]);
  await insert({ tables }, { query }, checked);
}

/**
 * A row with a readable time is resolved by a window that contains it; the start of a window only counts if the service
 * includes it, which is not documented (§4.1). Any other row is resolved when later windows together cover its own.
 */
function resolveStatement({ quarantine, commits }: Database['tables']): string {
  return `UPDATE ${quarantine} entry SET resolved_at = clock_timestamp()
    WHERE resolved_at IS NULL AND window_start < $2 AND window_end > $1 AND (
      row = ANY ($5::text[])
      OR (fetched_at < $3 AND CASE
        WHEN "timestamp" IS NOT NULL THEN
          "timestamp" < $2 AND ("timestamp" > $1 OR ("timestamp" = $1 AND (window_start = $1 OR $4)))
        ELSE tstzrange(window_start, window_end) <@ (
          SELECT range_agg(tstzrange(later.window_start, later.window_end)) FROM ${commits} later
          WHERE later.started_at > entry.fetched_at
            AND later.window_start < entry.window_end AND later.window_end > entry.window_start)
      END))`;
}

async function insert(
  { tables }: Pick<Database, 'tables'>,
  { query }: Pick<Transaction, 'query'>,
  { job, window: { rejected } }: Checked,
): Promise<void> {
  if (rejected.length === 0) return;
  await query(
    `INSERT INTO ${tables.quarantine}
       (load_id, job, window_start, window_end, reason, "timestamp", fetched_at, row)
     SELECT $1, $2, $3, $4, * FROM unnest($5::text[], $6::timestamptz[], $7::timestamptz[], $8::text[])`,
    [
      job.load,
      job.job,
      job.startDate,
      job.endDate,
      rejected.map(({ reason }) => storable(reason)),
      rejected.map(({ timestamp }) => timestamp),
      rejected.map(({ fetchedAt }) => fetchedAt),
      rejected.map(({ row }) => row),
    ],
  );
}
