import type { Database, DatabaseTransaction } from '../database/open-database.ts';
import type { OpenLoad } from '../loads.ts';
import { type DaySum, SumsByDay } from '../sums/day-sums.ts';
import { receiptSums, storedSums } from '../sums/sums-in-sql.ts';

/** How long the sums of a large range may take, in milliseconds. */
const timeout = 4 * 3_600_000;

/** Marks a load as finished once all of its jobs have committed; returns whether they have. */
export async function finishLoad(database: Database, { id, jobs }: OpenLoad): Promise<boolean> {
  const { query, tables } = database;
  const [row] = await query<{ commits: number }>(
    `SELECT count(*)::int AS commits FROM ${tables.commits} WHERE load_id = $1`,
    [id],
  );
  if (row?.commits !== jobs) return false;
  await database.transaction(async (transaction) => {
    const [finished] = await transaction.query<FinishedLoad>(
      `UPDATE ${tables.loads} SET finished_at = clock_timestamp() WHERE id = $1 AND finished_at IS NULL
       RETURNING id, kind, source, start_date, end_date`,
      [id],
    );
    if (finished?.kind === 'recount') await recount(database, transaction, finished);
  }, timeout);
  return true;
}

interface FinishedLoad {
  readonly id: number;
  readonly kind: string;
  readonly source: string;
  readonly start_date: Date;
  readonly end_date: Date;
}

/**
 * Records what the table has more, or less, than the receipts of a load's days. One statement reads both: other workers
 * add rows and their receipts at the same moment.
 */
async function recount(
  { tables }: Pick<Database, 'tables'>,
  { query }: DatabaseTransaction,
  { id, source, start_date, end_date }: FinishedLoad,
): Promise<void> {
  // Two that count the same days would both record what differs.
  await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tables.name} recount`]);
  const sums = await query<DaySum & { readonly is_stored: boolean }>(
    `SELECT true AS is_stored, * FROM (${storedSums(tables)}) AS stored
     UNION ALL SELECT false, * FROM (${receiptSums(tables)}) AS receipts`,
    [source, start_date, end_date],
  );
  const changes = new SumsByDay();
  for (const { is_stored, ...sum } of sums) changes.merge([sum], is_stored ? 1 : -1);
  const found = changes.toJSON();
  if (found.length === 0) return;
  await query(`INSERT INTO ${tables.recounts} (load_id, rows, changes) VALUES ($1, $2, $3)`, [
    id,
    found.reduce((total, { rows }) => total + rows, 0),
    JSON.stringify(found),
  ]);
}
