import type { Tables } from './tables.ts';
import { columnNames, keyColumns, transactionColumns } from './transaction-columns.ts';

/** Returns the statements that bring the tables to the next version. */
export type Migration = (tables: Tables) => readonly string[];

/** The migrations; the version of the tables is the number of those that have run. Only add to the end. */
export const migrations: readonly Migration[] = [
  (tables) => [
    `CREATE SEQUENCE IF NOT EXISTS ${tables.loadIds} AS integer`,
    `CREATE TABLE IF NOT EXISTS ${tables.loads} (
      id integer PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('plan', 'sync')),
      start_date timestamptz NOT NULL,
      end_date timestamptz NOT NULL CHECK (end_date > start_date),
      base_url text,
      page_limit integer NOT NULL,
      rows_per_job integer NOT NULL,
      planned_rows bigint NOT NULL,
      jobs integer NOT NULL CHECK (jobs > 0),
      planned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      finished_at timestamptz
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.transactions} (
      ${transactionColumns.map(({ name, sqlType, nullable }) => `${name} ${sqlType}${nullable ? '' : ' NOT NULL'}`).join(', ')},
      fetched_at timestamptz NOT NULL,
      load_id integer NOT NULL,
      row json NOT NULL,
      PRIMARY KEY (${keyColumns.join(', ')})
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.commits} (
      load_id integer NOT NULL REFERENCES ${tables.loads},
      job integer NOT NULL,
      window_start timestamptz NOT NULL,
      window_end timestamptz NOT NULL,
      worker text NOT NULL,
      attempt integer NOT NULL,
      started_at timestamptz NOT NULL,
      committed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      pages integer NOT NULL,
      rows_received integer NOT NULL,
      rows_counted bigint,
      rows_outside integer NOT NULL,
      rows_repeated integer NOT NULL,
      rows_inserted integer NOT NULL,
      rows_replaced integer NOT NULL,
      rows_unchanged integer NOT NULL,
      rows_older integer NOT NULL,
      rows_quarantined integer NOT NULL,
      changes jsonb NOT NULL,
      PRIMARY KEY (load_id, job)
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.quarantine} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      load_id integer NOT NULL REFERENCES ${tables.loads},
      job integer NOT NULL,
      window_start timestamptz NOT NULL,
      window_end timestamptz NOT NULL,
      reason text NOT NULL,
      "timestamp" timestamptz,
      fetched_at timestamptz NOT NULL,
      row text NOT NULL,
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
  ],
  (tables) => [
    `CREATE TABLE IF NOT EXISTS ${tables.leases} (
      name text PRIMARY KEY,
      owner uuid NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      taken_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
  ],
  // Queries on `transactions` must not count rows that the service no longer has: its name becomes that of a view.
  (tables) => [
    `ALTER TABLE ${tables.transactions} RENAME TO stored_transactions`,
    `ALTER TABLE ${tables.stored} ADD COLUMN missing_since timestamptz`,
    `CREATE VIEW ${tables.transactions} AS SELECT ${columnNames.join(', ')} FROM ${tables.stored} WHERE missing_since IS NULL`,
    `ALTER TABLE ${tables.commits} ADD COLUMN rows_missing bigint NOT NULL DEFAULT 0,
       ADD COLUMN rows_returned integer NOT NULL DEFAULT 0`,
  ],
  (tables) => [`ALTER TABLE ${tables.commits} ADD COLUMN changed_while_read boolean NOT NULL DEFAULT false`],
];
