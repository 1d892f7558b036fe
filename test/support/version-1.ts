/** The tables of version 1, as they were created: no later change of the source changes these statements. */
export const version1 = `
CREATE SCHEMA publisher_commerce;
CREATE TABLE publisher_commerce.schema_version (version integer NOT NULL);
CREATE SEQUENCE publisher_commerce.load_ids AS integer;
CREATE TABLE publisher_commerce.loads (
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
);
CREATE TABLE publisher_commerce.transactions (
  timestamp timestamptz NOT NULL,
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
  fetched_at timestamptz NOT NULL,
  load_id integer NOT NULL,
  row json NOT NULL,
  PRIMARY KEY (timestamp, type, transaction_id)
);
CREATE TABLE publisher_commerce.commits (
  load_id integer NOT NULL REFERENCES publisher_commerce.loads,
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
);
CREATE TABLE publisher_commerce.quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  load_id integer NOT NULL REFERENCES publisher_commerce.loads,
  job integer NOT NULL,
  window_start timestamptz NOT NULL,
  window_end timestamptz NOT NULL,
  reason text NOT NULL,
  "timestamp" timestamptz,
  fetched_at timestamptz NOT NULL,
  row text NOT NULL,
  resolved_at timestamptz
);
CREATE INDEX quarantine_open ON publisher_commerce.quarantine (fetched_at) WHERE resolved_at IS NULL;
CREATE TABLE publisher_commerce.workers (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  package_version text NOT NULL,
  concurrency integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  stopped_at timestamptz,
  jobs_done integer NOT NULL DEFAULT 0
);
INSERT INTO publisher_commerce.schema_version VALUES (1);
`;
