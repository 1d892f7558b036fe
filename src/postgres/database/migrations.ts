import type { Tables } from './tables.ts';

/** Returns the statements that bring the tables to the next version. */
type Migration = (tables: Tables) => readonly string[];

/**
 * The migrations; the version of the tables is the number of those that have run. Only add to the end, and write out what
 * it creates: a constant of the code may be another one in a later version. One that adds a column drops the view, which is
 * created again.
 */
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
      "timestamp" timestamptz NOT NULL,
      type text NOT NULL,
      transaction_id text NOT NULL,
      order_id text,
      purchase_id text,
      publisher_transaction_id text,
      currency_code text NOT NULL,
      currency_symbol text,
      amount_minor bigint NOT NULL,
      amount_usd_minor bigint NOT NULL,
      total_tax_amount_minor bigint NOT NULL,
      total_tax_amount_usd_minor bigint NOT NULL,
      currency_exchange_cost_usd_minor bigint NOT NULL,
      chargeback_fee_usd_minor bigint NOT NULL,
      transaction_fee_usd_minor bigint NOT NULL,
      publisher_net_amount_usd_minor bigint NOT NULL,
      payment_method text,
      customer_id text,
      customer_email text,
      country_code text,
      player_ip text,
      region text,
      ip_address text,
      zip_code text,
      os_type text,
      os_version text,
      browser_type text,
      browser_version text,
      offer_id text,
      offer_name text,
      offer_type text,
      products jsonb,
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
      PRIMARY KEY ("timestamp", type, transaction_id, source, occurrence)
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
  // Created again, its operators are the server's, whatever the schema public had before.
  (tables) => [`DROP VIEW IF EXISTS ${tables.transactions}`],
  (tables) => [
    `CREATE TABLE IF NOT EXISTS ${tables.countedRanges} (
      source text NOT NULL REFERENCES ${tables.sources},
      start_date timestamptz NOT NULL,
      end_date timestamptz NOT NULL,
      rows bigint NOT NULL,
      counted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (source, start_date)
    )`,
  ],
  (tables) => [
    `ALTER TABLE ${tables.commits} ADD COLUMN IF NOT EXISTS rows_unconfirmed integer NOT NULL DEFAULT 0`,
  ],
  // The views are created again, since they have the new column, or another condition.
  (tables) => [
    `DROP VIEW IF EXISTS ${tables.differingRanges}, ${tables.failures}`,
    `ALTER TABLE ${tables.countedRanges} ADD COLUMN IF NOT EXISTS verified boolean NOT NULL DEFAULT false`,
    `CREATE TABLE IF NOT EXISTS ${tables.differences} (
      source text NOT NULL REFERENCES ${tables.sources},
      kind text NOT NULL,
      start_date timestamptz NOT NULL,
      end_date timestamptz NOT NULL,
      found text NOT NULL,
      message text NOT NULL,
      found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (source, kind, start_date, end_date)
    )`,
    `CREATE TABLE IF NOT EXISTS ${tables.acknowledgements} (
      id text NOT NULL,
      kind text NOT NULL,
      source text NOT NULL REFERENCES ${tables.sources},
      subject text NOT NULL,
      message text NOT NULL,
      note text NOT NULL,
      acknowledged_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      acknowledged_by text NOT NULL DEFAULT session_user,
      PRIMARY KEY (kind, source, subject)
    )`,
  ],
  (tables) => [
    `DROP VIEW IF EXISTS ${tables.alarms}`,
    `CREATE TABLE IF NOT EXISTS ${tables.serviceClocks} (
      source text PRIMARY KEY REFERENCES ${tables.sources},
      service_time timestamptz NOT NULL,
      first_seen timestamptz NOT NULL,
      last_seen timestamptz NOT NULL
    )`,
  ],
  (tables) => [`DROP VIEW IF EXISTS ${tables.alarms}, ${tables.lag}, ${tables.failures}`],
];
