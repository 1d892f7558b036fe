import { type LoadAttempt, readAttempts } from './attempts.ts';
import { readCoverage, reachOf } from './coverage.ts';
import type { Database } from './database/open-database.ts';

/** A ledger of the tables. */
export type SourceStatus = {
  readonly source: string;
  /** Rows in the table of transactions, as its jobs recorded them; `verifyLoad` counts them. */
  readonly rows: number;
  /** Rows that the last read did not find; they are among `rows`. */
  readonly rowsMarked: number;
  /** Rows that two loads did not find; they are in no sum. */
  readonly rowsRemoved: number;
  /** End of what its finished loads cover without a gap, from the start of the first one; `null` if they cover nothing. */
  readonly reachesTo: string | null;
  /** The last run of each kind, the latest first. */
  readonly attempts: readonly LoadAttempt[];
};

/** Returns the ledgers of the tables: to count all rows takes minutes, what the jobs did is known. */
export async function readSources(database: Database): Promise<readonly SourceStatus[]> {
  const { query, tables } = database;
  const rows = await query<{ source: string } & Record<'rows' | 'rowsMarked' | 'rowsRemoved', string>>(
    `SELECT source, coalesce(sum(rows_inserted + rows_returned - rows_removed), 0) AS rows,
       coalesce(sum(rows_marked - rows_found - rows_removed), 0) AS "rowsMarked",
       coalesce(sum(rows_removed - rows_returned), 0) AS "rowsRemoved"
     FROM ${tables.sources} LEFT JOIN ${tables.loads} loads USING (source) LEFT JOIN ${tables.commits} ON load_id = loads.id
     GROUP BY source ORDER BY source`,
  );
  const attempts = await readAttempts(database);
  return await Promise.all(
    rows.map(async ({ source, rows, rowsMarked, rowsRemoved }) => {
      const coverage = await readCoverage(database, source, { finished: true });
      const { first } = coverage;
      const reach = first === undefined ? undefined : reachOf(coverage, first);
      return {
        source,
        rows: Number(rows),
        rowsMarked: Number(rowsMarked),
        rowsRemoved: Number(rowsRemoved),
        reachesTo: reach === first ? null : (reach ?? null),
        attempts: attempts.get(source) ?? [],
      };
    }),
  );
}
