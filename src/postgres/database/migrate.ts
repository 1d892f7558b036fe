import { DatabaseError } from './database-error.ts';
import { leaseSeconds } from './lease.ts';
import type { Database, Queries } from './open-database.ts';
import { columnNames, keyColumns, type Tables, transactionColumns } from './tables.ts';

/** Creates the tables, or brings them to the version of this package. @throws {@link DatabaseError} */
export async function migrate(database: Database): Promise<void> {
  const { tables } = database;
  // Nothing is written if nothing is missing: a role without the privilege to create tables can plan.
  if (
    (await readVersion(database, tables)) === migrations.length &&
    (await exists(database, tables.transactions))
  )
    return;
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

async function apply({ query }: Queries, tables: Tables): Promise<void> {
  // IF NOT EXISTS would need the privilege to create schemas even if there is nothing to create.
  const [schema] = await query('SELECT FROM pg_namespace WHERE nspname = $1', [tables.name]);
  if (!schema) await query(`CREATE SCHEMA ${tables.schema}`);
  await query(`CREATE TABLE IF NOT EXISTS ${tables.version} (version integer NOT NULL)`);
  const version = await readVersion({ query }, tables);
  if (version > migrations.length) throw newerTables(version);
  for (const statements of migrations.slice(version)) {
    for (const statement of statements(tables)) await query(statement);
  }
  // Also that of older tables: a column that somebody dropped with CASCADE took the view with it.
  if (!(await exists({ query }, tables.transactions))) await query(viewOf(tables));
  await query(`DELETE FROM ${tables.version}`);
  await query(`INSERT INTO ${tables.version} VALUES ($1)`, [migrations.length]);
}

/** Checks that the tables have the version of this package. @throws {@link DatabaseError} */
export async function checkVersion(database: Database): Promise<void> {
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

/** An amount in the currency of its row, in SQL: by the decimals of the source, which are no column of the table. */
function inMajorUnits(column: 'amount' | 'total_tax_amount', { sources }: Tables): string {
  const digits = `(SELECT (currency_digits ->> translate(currency_code, '${letters.toLowerCase()}', '${letters}'))::int
    FROM ${sources} sources WHERE sources.source = stored.source)`;
  return `round(${column}_minor / 10::numeric ^ ${digits}, ${digits}) AS ${column}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Queries must not count rows that the service no longer has: the plain name is that of a view. */
function viewOf(tables: Tables): string {
  return `CREATE VIEW ${tables.transactions} AS
     SELECT ${columnNames.join(', ')}, missing_since, ${inMajorUnits('amount', tables)},
       ${inMajorUnits('total_tax_amount', tables)}
     FROM ${tables.stored} stored WHERE removed_at IS NULL`;
}

/** Returns the statements that bring the tables to the next version. */
type Migration = (tables: Tables) => readonly string[];

/** The migrations; the version of the tables is the number of those that have run. Only add to the end. */
export const migrations: readonly Migration[] = [
  (tables) => [
    `CREATE TABLE IF NOT EXISTS ${tables.sources} (
      source text PRIMARY KEY,
      base_url text NOT NULL,
      currency_digits jsonb NOT NULL,
      dropped_columns text[] NOT NULL,
      hashed_columns text[] NOT NULL,
      hash_key text,
      erasure_key text NOT NULL DEFAULT gen_random_uuid()::text || gen_random_uuid()::text
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.erasures} (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL REFERENCES ${tables.sources},
      customer_hash text,
      erased_before timestamptz,
      requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      finished_at timestamptz,
      rows_erased bigint,
      CHECK (num_nonnulls(customer_hash, erased_before) = 1)
    )`,
    `CREATE INDEX IF NOT EXISTS erased_customers ON ${tables.erasures} (customer_hash)`,
    `CREATE SEQUENCE IF NOT EXISTS ${tables.loadIds} AS integer`,
    `CREATE SEQUENCE IF NOT EXISTS ${tables.readNumbers}`,
    `CREATE TABLE IF NOT EXISTS ${tables.loads} (
      id integer PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('plan', 'sync', 'recount')),
      start_date timestamptz NOT NULL,
      end_date timestamptz NOT NULL CHECK (end_date > start_date),
      source text NOT NULL REFERENCES ${tables.sources},
      page_limit integer NOT NULL,
      rows_per_job integer NOT NULL,
      planned_rows bigint NOT NULL,
      jobs integer NOT NULL CHECK (jobs > 0),
      planned_at timestamptz NOT NULL,
      doubtful boolean NOT NULL DEFAULT false,
      finished_at timestamptz
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.stored} (
      ${transactionColumns.map(({ name, sqlType, nullable }) => `${name} ${sqlType}${nullable ? '' : ' NOT NULL'}`).join(', ')},
      occurrence integer NOT NULL,
      read_number bigint NOT NULL,
      fetched_at timestamptz NOT NULL,
      source text NOT NULL,
      load_id integer NOT NULL,
      row json NOT NULL,
      erased_at timestamptz,
      missing_since timestamptz,
      missing_load integer,
      removed_at timestamptz,
      PRIMARY KEY (${keyColumns.join(', ')})
    )`,
    `CREATE INDEX IF NOT EXISTS missing ON ${tables.stored} (source, missing_since) WHERE missing_since IS NOT NULL`,
    `CREATE TABLE IF NOT EXISTS ${tables.replaced} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      "timestamp" timestamptz NOT NULL,
      type text NOT NULL,
      transaction_id text NOT NULL,
      occurrence integer NOT NULL,
      customer_id text,
      row json NOT NULL,
      fetched_at timestamptz NOT NULL,
      load_id integer NOT NULL,
      replaced_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      replaced_by integer NOT NULL,
      erased_at timestamptz
    )`,
    `CREATE INDEX IF NOT EXISTS replaced_by_key ON ${tables.replaced} ("timestamp", type, transaction_id)`,
    `CREATE TABLE IF NOT EXISTS ${tables.commits} (
      load_id integer NOT NULL REFERENCES ${tables.loads},
      job integer NOT NULL,
      window_start timestamptz NOT NULL,
      window_end timestamptz NOT NULL,
      worker text NOT NULL,
      attempt integer NOT NULL,
      first_read bigint NOT NULL,
      started_at timestamptz NOT NULL,
      committed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      pages integer NOT NULL,
      rows_received integer NOT NULL,
      rows_counted bigint,
      rows_outside integer NOT NULL,
      rows_repeated integer NOT NULL,
      rows_inserted integer NOT NULL,
      rows_replaced integer NOT NULL,
      rows_found integer NOT NULL,
      rows_returned integer NOT NULL,
      rows_unchanged integer NOT NULL,
      rows_older integer NOT NULL,
      rows_marked integer NOT NULL,
      rows_removed integer NOT NULL,
      rows_known integer NOT NULL,
      rows_quarantined integer NOT NULL,
      changes jsonb NOT NULL,
      changed_while_read boolean NOT NULL,
      PRIMARY KEY (load_id, job)
    )`,
    `CREATE INDEX IF NOT EXISTS commits_of_days ON ${tables.commits} USING gist (tstzrange(window_start, window_end))`,
    `CREATE TABLE IF NOT EXISTS ${tables.recounts} (
      load_id integer PRIMARY KEY REFERENCES ${tables.loads},
      rows bigint NOT NULL,
      changes jsonb NOT NULL,
      recounted_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.quarantine} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      load_id integer NOT NULL REFERENCES ${tables.loads},
      job integer NOT NULL,
      window_start timestamptz NOT NULL,
      window_end timestamptz NOT NULL,
      reason text NOT NULL,
      "timestamp" timestamptz,
      read_number bigint NOT NULL,
      fetched_at timestamptz NOT NULL,
      row text NOT NULL,
      erased_at timestamptz,
      resolved_at timestamptz
    )`,
    `CREATE INDEX IF NOT EXISTS quarantine_open ON ${tables.quarantine} (fetched_at) WHERE resolved_at IS NULL`,
    `CREATE TABLE IF NOT EXISTS ${tables.workers} (
      id uuid PRIMARY KEY,
      host text NOT NULL,
      pid integer NOT NULL,
      package_version text NOT NULL,
      concurrency integer NOT NULL,
      started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      stopped_at timestamptz,
      jobs_done integer NOT NULL DEFAULT 0
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.leases} (
      name text PRIMARY KEY,
      owner uuid NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      taken_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.attempts} (
      source text NOT NULL,
      kind text NOT NULL,
      started_at timestamptz NOT NULL,
      finished_at timestamptz,
      failure text,
      PRIMARY KEY (source, kind)
    )`,
  ],
];
