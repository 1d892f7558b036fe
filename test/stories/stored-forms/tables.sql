CREATE SCHEMA publisher_commerce;
CREATE TABLE publisher_commerce.attempts (
    source text NOT NULL,
    kind text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    failure text
);
CREATE TABLE publisher_commerce.commits (
    load_id integer NOT NULL,
    job integer NOT NULL,
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    worker text NOT NULL,
    attempt integer NOT NULL,
    first_read bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    committed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
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
    changed_while_read boolean NOT NULL
);
CREATE TABLE publisher_commerce.erasures (
    id integer NOT NULL,
    source text NOT NULL,
    customer_hash text,
    erased_before timestamp with time zone,
    requested_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    rows_erased bigint,
    CONSTRAINT erasures_check CHECK ((num_nonnulls(customer_hash, erased_before) = 1))
);
ALTER TABLE publisher_commerce.erasures ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME publisher_commerce.erasures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE publisher_commerce.leases (
    name text NOT NULL,
    owner uuid NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE publisher_commerce.load_ids
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE publisher_commerce.loads (
    id integer NOT NULL,
    kind text NOT NULL,
    start_date timestamp with time zone NOT NULL,
    end_date timestamp with time zone NOT NULL,
    source text NOT NULL,
    page_limit integer NOT NULL,
    rows_per_job integer NOT NULL,
    planned_rows bigint NOT NULL,
    jobs integer NOT NULL,
    planned_at timestamp with time zone NOT NULL,
    doubtful boolean DEFAULT false NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT loads_check CHECK ((end_date > start_date)),
    CONSTRAINT loads_jobs_check CHECK ((jobs > 0)),
    CONSTRAINT loads_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'sync'::text, 'recount'::text])))
);
CREATE TABLE publisher_commerce.quarantine (
    id bigint NOT NULL,
    source text NOT NULL,
    load_id integer NOT NULL,
    job integer NOT NULL,
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    reason text NOT NULL,
    "timestamp" timestamp with time zone,
    read_number bigint NOT NULL,
    fetched_at timestamp with time zone NOT NULL,
    "row" text NOT NULL,
    erased_at timestamp with time zone,
    resolved_at timestamp with time zone
);
ALTER TABLE publisher_commerce.quarantine ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME publisher_commerce.quarantine_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE SEQUENCE publisher_commerce.read_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE publisher_commerce.recounts (
    load_id integer NOT NULL,
    rows bigint NOT NULL,
    changes jsonb NOT NULL,
    recounted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE publisher_commerce.replaced_transactions (
    id bigint NOT NULL,
    source text NOT NULL,
    "timestamp" timestamp with time zone NOT NULL,
    type text NOT NULL,
    transaction_id text NOT NULL,
    occurrence integer NOT NULL,
    customer_id text,
    "row" json NOT NULL,
    fetched_at timestamp with time zone NOT NULL,
    load_id integer NOT NULL,
    replaced_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    replaced_by integer NOT NULL,
    erased_at timestamp with time zone
);
ALTER TABLE publisher_commerce.replaced_transactions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME publisher_commerce.replaced_transactions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE publisher_commerce.schema_version (
    version integer NOT NULL
);
CREATE TABLE publisher_commerce.sources (
    source text NOT NULL,
    base_url text NOT NULL,
    currency_digits jsonb NOT NULL,
    dropped_columns text[] NOT NULL,
    hashed_columns text[] NOT NULL,
    hash_key text,
    erasure_key text DEFAULT ((gen_random_uuid())::text || (gen_random_uuid())::text) NOT NULL
);
CREATE TABLE publisher_commerce.stored_transactions (
    "timestamp" timestamp with time zone NOT NULL,
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
    fetched_at timestamp with time zone NOT NULL,
    source text NOT NULL,
    load_id integer NOT NULL,
    "row" json NOT NULL,
    erased_at timestamp with time zone,
    missing_since timestamp with time zone,
    missing_load integer,
    removed_at timestamp with time zone
);
CREATE VIEW publisher_commerce.transactions AS
 SELECT stored."timestamp",
    stored.type,
    stored.transaction_id,
    stored.order_id,
    stored.purchase_id,
    stored.publisher_transaction_id,
    stored.currency_code,
    stored.currency_symbol,
    stored.amount_minor,
    stored.amount_usd_minor,
    stored.total_tax_amount_minor,
    stored.total_tax_amount_usd_minor,
    stored.currency_exchange_cost_usd_minor,
    stored.chargeback_fee_usd_minor,
    stored.transaction_fee_usd_minor,
    stored.publisher_net_amount_usd_minor,
    stored.payment_method,
    stored.customer_id,
    stored.customer_email,
    stored.country_code,
    stored.player_ip,
    stored.region,
    stored.ip_address,
    stored.zip_code,
    stored.os_type,
    stored.os_version,
    stored.browser_type,
    stored.browser_version,
    stored.offer_id,
    stored.offer_name,
    stored.offer_type,
    stored.products,
    stored.occurrence,
    stored.read_number,
    stored.fetched_at,
    stored.source,
    stored.load_id,
    stored."row",
    stored.erased_at,
    stored.missing_since,
    round(((stored.amount_minor)::numeric / ((10)::numeric ^ (( SELECT ((sources.currency_digits ->> translate(stored.currency_code, 'abcdefghijklmnopqrstuvwxyz'::text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text)))::integer AS int4
           FROM publisher_commerce.sources sources
          WHERE (sources.source = stored.source)))::numeric)), ( SELECT ((sources.currency_digits ->> translate(stored.currency_code, 'abcdefghijklmnopqrstuvwxyz'::text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text)))::integer AS int4
           FROM publisher_commerce.sources sources
          WHERE (sources.source = stored.source))) AS amount,
    round(((stored.total_tax_amount_minor)::numeric / ((10)::numeric ^ (( SELECT ((sources.currency_digits ->> translate(stored.currency_code, 'abcdefghijklmnopqrstuvwxyz'::text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text)))::integer AS int4
           FROM publisher_commerce.sources sources
          WHERE (sources.source = stored.source)))::numeric)), ( SELECT ((sources.currency_digits ->> translate(stored.currency_code, 'abcdefghijklmnopqrstuvwxyz'::text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'::text)))::integer AS int4
           FROM publisher_commerce.sources sources
          WHERE (sources.source = stored.source))) AS total_tax_amount
   FROM publisher_commerce.stored_transactions stored
  WHERE (stored.removed_at IS NULL);
CREATE TABLE publisher_commerce.workers (
    id uuid NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    package_version text NOT NULL,
    concurrency integer NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    stopped_at timestamp with time zone,
    jobs_done integer DEFAULT 0 NOT NULL
);
INSERT INTO publisher_commerce.attempts VALUES ('game', 'plan', '2026-11-29 05:11:46.676396+00', '2026-11-29 05:11:46.721662+00', NULL);
INSERT INTO publisher_commerce.attempts VALUES ('game', 'work', '2026-11-29 05:11:46.737042+00', '2026-11-29 05:11:46.792228+00', NULL);
INSERT INTO publisher_commerce.commits VALUES (1, 1, '2026-10-01 00:00:00+00', '2026-10-02 00:00:00+00', 'vm:11004', 1, 1, '2026-11-29 05:11:46.748663+00', '2026-11-29 05:11:46.781059+00', 1, 10, 10, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[{"day": "2026-10-01", "rows": 10, "type": "paid", "amount": "9990", "amountUsd": "10870", "currencyCode": "EUR", "totalTaxAmount": "1600", "chargebackFeeUsd": "0", "totalTaxAmountUsd": "1740", "transactionFeeUsd": "540", "publisherNetAmountUsd": "8480", "currencyExchangeCostUsd": "110"}]', false);
INSERT INTO publisher_commerce.loads VALUES (1, 'plan', '2026-10-01 00:00:00+00', '2026-10-02 00:00:00+00', 'game', 10, 10000, 10, 1, '2026-11-29 05:11:46.68+00', false, '2026-11-29 05:11:46.786873+00');
INSERT INTO publisher_commerce.schema_version VALUES (1);
INSERT INTO publisher_commerce.sources VALUES ('game', 'http://127.0.0.1:8080', '{"AED": 2, "AFN": 2, "ALL": 2, "AMD": 2, "ANG": 2, "AOA": 2, "ARS": 2, "AUD": 2, "AWG": 2, "AZN": 2, "BAM": 2, "BBD": 2, "BDT": 2, "BGN": 2, "BHD": 3, "BIF": 0, "BMD": 2, "BND": 2, "BOB": 2, "BOV": 2, "BRL": 2, "BSD": 2, "BTN": 2, "BWP": 2, "BYN": 2, "BZD": 2, "CAD": 2, "CDF": 2, "CHE": 2, "CHF": 2, "CHW": 2, "CLF": 4, "CLP": 0, "CNY": 2, "COP": 2, "COU": 2, "CRC": 2, "CUC": 2, "CUP": 2, "CVE": 2, "CZK": 2, "DJF": 0, "DKK": 2, "DOP": 2, "DZD": 2, "EGP": 2, "ERN": 2, "ETB": 2, "EUR": 2, "FJD": 2, "FKP": 2, "GBP": 2, "GEL": 2, "GHS": 2, "GIP": 2, "GMD": 2, "GNF": 0, "GTQ": 2, "GYD": 2, "HKD": 2, "HNL": 2, "HRK": 2, "HTG": 2, "HUF": 2, "IDR": 2, "ILS": 2, "INR": 2, "IQD": 3, "IRR": 2, "ISK": 0, "JMD": 2, "JOD": 3, "JPY": 0, "KES": 2, "KGS": 2, "KHR": 2, "KMF": 0, "KPW": 2, "KRW": 0, "KWD": 3, "KYD": 2, "KZT": 2, "LAK": 2, "LBP": 2, "LKR": 2, "LRD": 2, "LSL": 2, "LYD": 3, "MAD": 2, "MDL": 2, "MGA": 2, "MKD": 2, "MMK": 2, "MNT": 2, "MOP": 2, "MRU": 2, "MUR": 2, "MVR": 2, "MWK": 2, "MXN": 2, "MXV": 2, "MYR": 2, "MZN": 2, "NAD": 2, "NGN": 2, "NIO": 2, "NOK": 2, "NPR": 2, "NZD": 2, "OMR": 3, "PAB": 2, "PEN": 2, "PGK": 2, "PHP": 2, "PKR": 2, "PLN": 2, "PYG": 0, "QAR": 2, "RON": 2, "RSD": 2, "RUB": 2, "RWF": 0, "SAR": 2, "SBD": 2, "SCR": 2, "SDG": 2, "SEK": 2, "SGD": 2, "SHP": 2, "SLE": 2, "SLL": 2, "SOS": 2, "SRD": 2, "SSP": 2, "STN": 2, "SVC": 2, "SYP": 2, "SZL": 2, "THB": 2, "TJS": 2, "TMT": 2, "TND": 3, "TOP": 2, "TRY": 2, "TTD": 2, "TWD": 2, "TZS": 2, "UAH": 2, "UGX": 0, "USD": 2, "USN": 2, "UYI": 0, "UYU": 2, "UYW": 4, "UZS": 2, "VED": 2, "VES": 2, "VND": 0, "VUV": 0, "WST": 2, "XAF": 0, "XAG": 0, "XAU": 0, "XBA": 0, "XBB": 0, "XBC": 0, "XBD": 0, "XCD": 2, "XCG": 2, "XDR": 0, "XOF": 0, "XPD": 0, "XPF": 0, "XPT": 0, "XSU": 0, "XTS": 0, "XUA": 0, "XXX": 0, "YER": 2, "ZAR": 2, "ZMW": 2, "ZWG": 2, "ZWL": 2}', '{}', '{}', NULL, '6508c992-6e71-41f0-88a7-3bac06cb2adb621c63e2-b86a-454e-b734-3698c3f6e983');
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:00+00', 'paid', 'transaction-0', 'order-0', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-0","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:00.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-0","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:01+00', 'paid', 'transaction-1', 'order-1', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-1","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:01.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-1","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:02+00', 'paid', 'transaction-2', 'order-2', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-2","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:02.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-2","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:03+00', 'paid', 'transaction-3', 'order-3', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-3","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:03.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-3","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:04+00', 'paid', 'transaction-4', 'order-4', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-4","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:04.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-4","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:05+00', 'paid', 'transaction-5', 'order-5', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-5","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:05.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-5","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:06+00', 'paid', 'transaction-6', 'order-6', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-6","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:06.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-6","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:07+00', 'paid', 'transaction-7', 'order-7', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-7","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:07.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-7","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:08+00', 'paid', 'transaction-8', 'order-8', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-8","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:08.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-8","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.stored_transactions VALUES ('2026-10-01 00:00:09+00', 'paid', 'transaction-9', 'order-9', 'purchase-1001', 'publisher-tx-1001', 'EUR', '€', 999, 1087, 160, 174, 11, 0, 54, 848, 'card', 'player-7', 'player7@example.com', 'DE', '192.0.2.7', 'Bavaria', '192.0.2.7', '80331', 'Windows', '11', 'Firefox', '140.0', 'offer-1', 'Starter Bundle', 'Bundle', '[{"sku": "gold_coins", "name": "Gold Coins", "quantity": 500}, {"sku": "diamond", "name": "Diamond", "quantity": 1}]', 0, 1, '2026-11-29 05:11:46.748663+00', 'game', 1, '{"orderId":"order-9","purchaseId":"purchase-1001","publisherTransactionId":"publisher-tx-1001","timestamp":"2026-10-01T00:00:09.000Z","customerDetails":{"id":"player-7","email":"player7@example.com"},"geolocation":{"countryCode2":"DE","playerIp":"192.0.2.7","region":"Bavaria","ipAddress":"192.0.2.7","zipCode":"80331"},"device":{"osType":"Windows","osVersion":"11","browserType":"Firefox","browserVersion":"140.0"},"offerDetails":{"offerId":"offer-1","offerName":"Starter Bundle","type":"Bundle","products":[{"name":"Gold Coins","sku":"gold_coins","quantity":500},{"name":"Diamond","sku":"diamond","quantity":1}]},"transactionDetails":{"id":"transaction-9","type":"paid","amount":999,"amountUsd":1087,"totalTaxAmount":160,"totalTaxAmountUsd":174,"currencyExchangeCostUsd":11,"chargebackFeeUsd":0,"transactionFeeUsd":54,"publisherNetAmountUsd":848,"currencyCode":"EUR","currencySymbol":"€","paymentMethod":"card"}}', NULL, NULL, NULL, NULL);
INSERT INTO publisher_commerce.workers VALUES ('3a0afdef-1227-4859-b9ff-cb36222e8c2f', 'vm', 11004, '0.1.0', 2, '2026-11-29 05:11:46.741069+00', '2026-11-29 05:11:46.791573+00', '2026-11-29 05:11:46.791573+00', 1);
SELECT pg_catalog.setval('publisher_commerce.erasures_id_seq', 1, false);
SELECT pg_catalog.setval('publisher_commerce.load_ids', 1, true);
SELECT pg_catalog.setval('publisher_commerce.quarantine_id_seq', 1, false);
SELECT pg_catalog.setval('publisher_commerce.read_numbers', 2, true);
SELECT pg_catalog.setval('publisher_commerce.replaced_transactions_id_seq', 1, false);
ALTER TABLE ONLY publisher_commerce.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (source, kind);
ALTER TABLE ONLY publisher_commerce.commits
    ADD CONSTRAINT commits_pkey PRIMARY KEY (load_id, job);
ALTER TABLE ONLY publisher_commerce.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);
ALTER TABLE ONLY publisher_commerce.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY publisher_commerce.loads
    ADD CONSTRAINT loads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY publisher_commerce.quarantine
    ADD CONSTRAINT quarantine_pkey PRIMARY KEY (id);
ALTER TABLE ONLY publisher_commerce.recounts
    ADD CONSTRAINT recounts_pkey PRIMARY KEY (load_id);
ALTER TABLE ONLY publisher_commerce.replaced_transactions
    ADD CONSTRAINT replaced_transactions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY publisher_commerce.sources
    ADD CONSTRAINT sources_pkey PRIMARY KEY (source);
ALTER TABLE ONLY publisher_commerce.stored_transactions
    ADD CONSTRAINT stored_transactions_pkey PRIMARY KEY ("timestamp", type, transaction_id, source, occurrence);
ALTER TABLE ONLY publisher_commerce.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);
CREATE INDEX commits_of_days ON publisher_commerce.commits USING gist (tstzrange(window_start, window_end));
CREATE INDEX erased_customers ON publisher_commerce.erasures USING btree (customer_hash);
CREATE INDEX missing ON publisher_commerce.stored_transactions USING btree (source, missing_since) WHERE (missing_since IS NOT NULL);
CREATE INDEX quarantine_open ON publisher_commerce.quarantine USING btree (fetched_at) WHERE (resolved_at IS NULL);
CREATE INDEX replaced_by_key ON publisher_commerce.replaced_transactions USING btree ("timestamp", type, transaction_id);
ALTER TABLE ONLY publisher_commerce.commits
    ADD CONSTRAINT commits_load_id_fkey FOREIGN KEY (load_id) REFERENCES publisher_commerce.loads(id);
ALTER TABLE ONLY publisher_commerce.erasures
    ADD CONSTRAINT erasures_source_fkey FOREIGN KEY (source) REFERENCES publisher_commerce.sources(source);
ALTER TABLE ONLY publisher_commerce.loads
    ADD CONSTRAINT loads_source_fkey FOREIGN KEY (source) REFERENCES publisher_commerce.sources(source);
ALTER TABLE ONLY publisher_commerce.quarantine
    ADD CONSTRAINT quarantine_load_id_fkey FOREIGN KEY (load_id) REFERENCES publisher_commerce.loads(id);
ALTER TABLE ONLY publisher_commerce.recounts
    ADD CONSTRAINT recounts_load_id_fkey FOREIGN KEY (load_id) REFERENCES publisher_commerce.loads(id);
