import type { Database, Queries } from './open-database.ts';

/**
 * Runs `work` while holding a lock of the schema, after waiting for other holders. The lock belongs to a connection, as
 * the work takes too long for a transaction.
 */
export async function withLock<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return await database.session(async (session) => {
    await session.query(`SELECT pg_advisory_lock(${key})`, [keyOf(database, name)]);
    return await holding(session, keyOf(database, name), work);
  });
}

/** Runs `work` while holding a lock of the schema; returns `undefined` at once if another holder has it. */
export async function tryLock<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await database.session(async (session) => {
    const [row] = await session.query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS free`, [
      keyOf(database, name),
    ]);
    return row?.free ? await holding(session, keyOf(database, name), work) : undefined;
  });
}

const key = 'hashtextextended($1, 0)';

function keyOf({ tables }: Database, name: string): string {
  return `${tables.name} ${name}`;
}

async function holding<Result>(
  { query }: Queries,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    // The server releases the locks of a connection that was lost.
    await query(`SELECT pg_advisory_unlock(${key})`, [name]).catch(() => undefined);
  }
}
