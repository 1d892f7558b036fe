import { type LoadAttempt, readAttempts } from './attempts.ts';
import type { Database } from './database/open-database.ts';
import { readRecounts, type Recount } from './loads.ts';

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
  /** Time of its last row; `null` if it has none. A game may have none for days: that is no lag. */
  readonly lastRow: string | null;
  /** Recounts that changed what its receipts have. */
  readonly recounts: readonly Recount[];
  /** The last run of each kind, the latest first. */
  readonly attempts: readonly LoadAttempt[];
};

interface SourceRow extends Record<'rows' | 'rowsMarked' | 'rowsRemoved', string> {
  readonly source: string;
  readonly reachesTo: Date | null;
  readonly lastRow: Date | null;
}

/** Returns the ledgers of the tables: to count all rows takes minutes, what the jobs did is known; an index has the marked ones. */
export async function readSources(database: Database): Promise<readonly SourceStatus[]> {
  const { query, tables } = database;
  const rows = await query<SourceRow>(
    `SELECT source, (SELECT reaches_to FROM ${tables.lag} lag WHERE lag.source = sources.source) AS "reachesTo",
       (SELECT last_row FROM ${tables.lag} lag WHERE lag.source = sources.source) AS "lastRow",
       (SELECT coalesce(sum(rows_inserted + rows_returned - rows_removed), 0)
        FROM ${tables.loads} loads JOIN ${tables.commits} ON load_id = loads.id WHERE loads.source = sources.source)
       + (SELECT coalesce(sum(rows), 0)
        FROM ${tables.loads} loads JOIN ${tables.recounts} ON load_id = loads.id WHERE loads.source = sources.source) AS rows,
       (SELECT count(*) FROM ${tables.stored} stored
        WHERE stored.source = sources.source AND missing_since IS NOT NULL AND removed_at IS NULL) AS "rowsMarked",
       (SELECT count(*) FROM ${tables.stored} stored
        WHERE stored.source = sources.source AND missing_since IS NOT NULL AND removed_at IS NOT NULL) AS "rowsRemoved"
     FROM ${tables.sources} sources ORDER BY source`,
  );
  const attempts = await readAttempts(database);
  const recounts = Map.groupBy(await readRecounts(database, tables), (recount) => recount.source);
  return rows.map(({ source, rows, rowsMarked, rowsRemoved, reachesTo, lastRow }) => ({
    source,
    rows: Number(rows),
    rowsMarked: Number(rowsMarked),
    rowsRemoved: Number(rowsRemoved),
    reachesTo: reachesTo?.toISOString() ?? null,
    lastRow: lastRow?.toISOString() ?? null,
    recounts: recounts.get(source) ?? [],
    attempts: attempts.get(source) ?? [],
  }));
}
