import { setTimeout as delay } from 'node:timers/promises';

import type { Database, Queries } from './open-database.ts';

/** How long to wait before a lock is tried again, in milliseconds. */
const retryInterval = 200;

/**
 * Runs `work` while holding a lock of the schema, after waiting for other holders, unless `signal` aborts. The lock
 * belongs to a connection, as the work takes too long for a transaction.
 */
export async function withLock<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return await database.session(async (session) => {
    // Not `pg_advisory_lock`: a statement that waits cannot be aborted, and looks like a silent database.
    while (!(await acquire(session, keyOf(database, name))))
      await delay(retryInterval, undefined, { signal });
    return await holding(session, keyOf(database, name), work);
  });
}

/** Runs `work` while holding a lock of the schema; returns `undefined` at once if another holder has it. */
export async function tryLock<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await database.session(async (session) =>
    (await acquire(session, keyOf(database, name)))
      ? await holding(session, keyOf(database, name), work)
      : undefined,
  );
}

/** Takes a lock if it is free; returns whether it was. */
async function acquire({ query }: Queries, name: string): Promise<boolean> {
  const [row] = await query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS free`, [name]);
  return row?.free === true;
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
