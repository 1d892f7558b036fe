import type { Queries } from '../database/open-database.ts';
import { type StoredKey, storedTimestamp } from '../database/stored-key.ts';
import type { Tables } from '../database/tables.ts';
import { transactionColumns } from '../database/transaction-columns.ts';
import type { TimeRange } from '../plan/merge-ranges.ts';

/** A row of the table, with each column of the ledger as a string or `null`. */
export interface StoredColumns extends StoredKey {
  readonly [column: string]: unknown;
  /** The row as received, as JSON. */
  readonly row: string;
  readonly is_missing: boolean;
  /** Whether it was fetched before the time in question. */
  readonly is_earlier: boolean;
}

/** Rows per round trip. */
const batch = 1000;

const columns = transactionColumns.map(({ name, sqlType }) => {
  if (sqlType === 'timestamptz') return storedTimestamp;
  return sqlType === 'jsonb' ? `${name}::text AS ${name}` : name;
});

/** Reads the stored rows of ranges within a transaction, in batches: its memory does not depend on their number. */
export async function* readStored(
  { query }: Queries,
  { stored }: Pick<Tables, 'stored'>,
  ranges: readonly TimeRange[],
  fetchedBefore = 'infinity',
): AsyncGenerator<readonly StoredColumns[], void, undefined> {
  await query(
    `DECLARE stored_rows NO SCROLL CURSOR FOR
     SELECT ${columns.join(', ')}, row::text AS row, missing_since IS NOT NULL AS is_missing, fetched_at < $3 AS is_earlier
     FROM unnest($1::timestamptz[], $2::timestamptz[]) AS range (start_date, end_date)
     JOIN ${stored} ON timestamp >= start_date AND timestamp < end_date`,
    [ranges.map(({ startDate }) => startDate), ranges.map(({ endDate }) => endDate), fetchedBefore],
  );
  for (;;) {
    const rows = await query<StoredColumns>(`FETCH ${batch} FROM stored_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await query('CLOSE stored_rows');
}
