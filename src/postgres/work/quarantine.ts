import type { Database, DatabaseTransaction } from '../database/open-database.ts';
import type { Job } from '../queue.ts';
import type { ReceivedWindow } from './read-window.ts';
import { storable } from './stored-row.ts';

/** What a job knows of rows that cannot be stored. */
interface Checked {
  readonly job: Job;
  readonly window: Pick<ReceivedWindow, 'rejected' | 'read'>;
  readonly source: string;
}

/**
 * Keeps the rows of a job that cannot be stored, and resolves those of earlier jobs that it has received again, or not
 * any more. The job's own commit must be written before.
 */
export async function quarantine(
  { tables }: Pick<Database, 'tables'>,
  { query }: DatabaseTransaction,
  checked: Checked,
): Promise<void> {
  const { job, window, source } = checked;
  if (window.rejected.length === 0) {
    const [open] = await query(
      `SELECT FROM ${tables.quarantine} WHERE resolved_at IS NULL AND source = $3 AND window_start < $2 AND window_end > $1 LIMIT 1`,
      [job.startDate, job.endDate, source],
    );
    if (!open) return;
  }
  // A row without a time may be of several windows: of two jobs at the same time, neither would see the rows of the other.
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tables.name} quarantine`]);
  await query(resolveStatement(tables), [
    job.startDate,
    job.endDate,
    window.read.number,
    source,
    window.rejected.map(({ row }) => row),
  ]);
  await insert({ tables }, { query }, checked);
}

/**
 * A row with a readable time is resolved by a window that contains it. Any other row is resolved when later windows
 * together cover its own.
 */
function resolveStatement({ quarantine, commits, loads }: Database['tables']): string {
  return `UPDATE ${quarantine} entry SET resolved_at = clock_timestamp()
    WHERE resolved_at IS NULL AND source = $4 AND window_start < $2 AND window_end > $1 AND (
      row = ANY ($5::text[])
      OR (read_number < $3 AND CASE
        WHEN "timestamp" IS NOT NULL THEN "timestamp" >= $1 AND "timestamp" < $2
        ELSE tstzrange(window_start, window_end) <@ (
          SELECT range_agg(tstzrange(later.window_start, later.window_end)) FROM ${commits} later
          WHERE later.first_read > entry.read_number
            AND later.load_id IN (SELECT id FROM ${loads} WHERE source = $4)
            AND later.window_start < entry.window_end AND later.window_end > entry.window_start)
      END))`;
}

async function insert(
  { tables }: Pick<Database, 'tables'>,
  { query }: Pick<DatabaseTransaction, 'query'>,
  { job, source, window: { rejected } }: Checked,
): Promise<void> {
  if (rejected.length === 0) return;
  await query(
    `INSERT INTO ${tables.quarantine}
       (source, load_id, job, window_start, window_end, reason, "timestamp", read_number, fetched_at, row, erased_at)
     SELECT $1, $2, $3, $4, $5, *
     FROM unnest($6::text[], $7::timestamptz[], $8::bigint[], $9::timestamptz[], $10::text[], $11::timestamptz[])`,
    [
      source,
      job.load,
      job.job,
      job.startDate,
      job.endDate,
      rejected.map(({ reason }) => storable(reason)),
      rejected.map(({ timestamp }) => timestamp),
      rejected.map(({ read }) => read.number),
      rejected.map(({ read }) => read.time),
      rejected.map(({ row }) => row),
      rejected.map(({ isErased = false, read }) => (isErased ? read.time : null)),
    ],
  );
}
