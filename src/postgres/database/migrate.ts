import { DatabaseError } from './database-error.ts';
import { leaseSeconds } from './lease.ts';
import type { Database, Queries } from './open-database.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';
import { viewsOf } from './views.ts';

/** Creates the tables, or brings them to the version of this package. @throws {@link DatabaseError} */
export async function migrate(database: Database): Promise<void> {
  const { tables } = database;
  // Nothing is written if nothing is missing: a role without the privilege to create tables can plan.
  if ((await readVersion(database, tables)) === migrations.length && (await hasViews(database))) return;
  await database.transaction(async (transaction) => {
    // A process that stops here would keep others waiting.
    await transaction.query(`SET LOCAL idle_in_transaction_session_timeout = ${leaseSeconds * 1000}`);
    // Not a lease: its table may not exist yet.
    await transaction.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${tables.name} migration`,
    ]);
    await apply(transaction, tables);
  });
}

async function hasViews({ query, tables }: Database): Promise<boolean> {
  const names = viewsOf(tables).map(([name]) => name);
  const missing = await query('SELECT FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL', [
    names,
  ]);
  return missing.length === 0;
}

async function apply({ query }: Queries, tables: Tables): Promise<void> {
  if (!(await hasSchema({ query }, tables.name))) await query(`CREATE SCHEMA ${tables.schema}`);
  await query(`CREATE TABLE IF NOT EXISTS ${tables.version} (version integer NOT NULL)`);
  const version = await readVersion({ query }, tables);
  if (version > migrations.length) throw newerTables(version);
  for (const statements of migrations.slice(version)) {
    for (const statement of statements(tables)) await query(statement);
  }
  // Also those of older tables: a column that somebody dropped with CASCADE took its views with it.
  for (const [view, sql] of viewsOf(tables)) {
    if (!(await exists({ query }, view))) await query(`CREATE VIEW ${view} AS ${sql}`);
  }
  await query(`DELETE FROM ${tables.version}`);
  await query(`INSERT INTO ${tables.version} VALUES ($1)`, [migrations.length]);
}

/** To be asked before a schema is created: IF NOT EXISTS needs the privilege to create schemas even if there is nothing to create. */
export async function hasSchema({ query }: Queries, name: string): Promise<boolean> {
  return (await query('SELECT FROM pg_namespace WHERE nspname = $1', [name])).length > 0;
}

/** Checks that the tables have the version of this package. @throws {@link DatabaseError} */
export async function checkSchemaVersion(database: Database): Promise<void> {
  const version = await readVersion(database, database.tables);
  if (version === migrations.length) return;
  if (version > migrations.length) throw newerTables(version);
  if (version === 0) {
    throw new DatabaseError(`the schema ${database.tables.name} has no tables: plan a load first`, {
      reason: 'no_tables',
    });
  }
  throw new DatabaseError(
    `the tables have version ${version}, this package needs ${migrations.length}: plan a load, which migrates them`,
    { reason: 'version' },
  );
}

async function exists({ query }: Queries, name: string): Promise<boolean> {
  const [found] = await query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [name]);
  return found?.exists === true;
}

async function readVersion({ query }: Queries, { version }: Tables): Promise<number> {
  if (!(await exists({ query }, version))) return 0;
  const [row] = await query<{ version: number }>(`SELECT version FROM ${version}`);
  return row?.version ?? 0;
}

function newerTables(version: number): DatabaseError {
  return new DatabaseError(
    `the tables have version ${version}, this package knows ${migrations.length}: update publisher-commerce`,
    { reason: 'version' },
  );
}
