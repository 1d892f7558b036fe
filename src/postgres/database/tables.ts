import { type LedgerColumn, ledgerColumns } from '../../ledger/index.ts';
import { type MoneyColumn, moneyColumnOf, moneyFields } from '../../ledger/money-fields.ts';

/** Names of tables and schemas as SQL, quoted. */
export interface Tables {
  /** Name of the schema, not quoted. */
  readonly name: string;
  /** Name of pg-boss's schema, not quoted. */
  readonly jobs: string;
  readonly schema: string;
  readonly version: string;
  readonly sources: string;
  readonly loadIds: string;
  readonly loads: string;
  readonly commits: string;
  /** What the table had more, or less, than its receipts when a range was recounted. */
  readonly recounts: string;
  /** Numbers the reads: a clock of the database may be corrected, or be another one after a failover. */
  readonly readNumbers: string;
  /** A view: the stored rows that count, for reading. */
  readonly transactions: string;
  /** The table behind it, with the rows that were removed: the service no longer has them. */
  readonly stored: string;
  /** What a row of that table was before another one replaced it. */
  readonly replaced: string;
  readonly quarantine: string;
  /** Whom `load erase` has erased, and until when. */
  readonly erasures: string;
  /** Ranges whose count by the service differed. */
  readonly countedRanges: string;
  readonly workers: string;
  readonly leases: string;
  /** The last run of each kind. */
  readonly attempts: string;
  /** What the last verification of a day found that only reading all of its rows tells. */
  readonly differences: string;
  /** A time of each service, and when a sync has first and last seen about that. */
  readonly serviceClocks: string;
  /** Alarms of which a person knows. */
  readonly acknowledgements: string;
  // Views for whoever is on call.
  /** Those of the counted ranges that differ still. */
  readonly differingRanges: string;
  /** Of each source, where its loads end, and its last row. */
  readonly lag: string;
  /** Runs that failed, and were not settled by a later one. */
  readonly failures: string;
  /** Workers that died while loads were open. */
  readonly lostWorkers: string;
  /** Rows that the last read did not find, by source. */
  readonly markedRows: string;
  /** Rows that an earlier load of their time did not have, by load. */
  readonly lateRows: string;
  /** What somebody has to look at, or has acknowledged. */
  readonly alarms: string;
}

/** Returns the names of a schema, which has been validated: identifiers cannot be parameters. */
export function tablesOf(schema: string): Tables {
  const table = (name: string): string => `"${schema}"."${name}"`;
  return {
    name: schema,
    jobs: `${schema}_jobs`,
    schema: `"${schema}"`,
    version: table('schema_version'),
    sources: table('sources'),
    loadIds: table('load_ids'),
    loads: table('loads'),
    commits: table('commits'),
    recounts: table('recounts'),
    readNumbers: table('read_numbers'),
    transactions: table('transactions'),
    stored: table('stored_transactions'),
    replaced: table('replaced_transactions'),
    quarantine: table('quarantine'),
    erasures: table('erasures'),
    workers: table('workers'),
    leases: table('leases'),
    attempts: table('attempts'),
    differences: table('differences'),
    serviceClocks: table('service_clocks'),
    acknowledgements: table('acknowledgements'),
    countedRanges: table('counted_ranges'),
    differingRanges: table('differing_ranges'),
    lag: table('lag'),
    failures: table('failures'),
    lostWorkers: table('lost_workers'),
    markedRows: table('marked_rows'),
    lateRows: table('late_rows'),
    alarms: table('alarms'),
  };
}

/** A column of the table of transactions that comes from the ledger row. */
export interface TransactionColumn {
  readonly name: LedgerColumn['name'];
  readonly sqlType: 'timestamptz' | 'text' | 'bigint' | 'jsonb';
  readonly nullable: boolean;
}

const sqlTypes = { timestamp: 'timestamptz', string: 'text', integer: 'bigint', json: 'jsonb' } as const;

/** The columns of the ledger; money is in the smallest unit only, since decimals can be computed from it. */
export const transactionColumns: readonly TransactionColumn[] = ledgerColumns.flatMap(toColumn);

/** The columns that identify a row. The time is first: most queries have a range. */
export const keyColumns = ['timestamp', 'type', 'transaction_id', 'source', 'occurrence'] as const;

/** The columns that a read writes, in the order of the table. */
export const columnNames: readonly string[] = [
  ...transactionColumns.map(({ name }) => name),
  'occurrence',
  'read_number',
  'fetched_at',
  'source',
  'load_id',
  'row',
  'erased_at',
];

function toColumn({ name, type, nullable }: LedgerColumn): readonly TransactionColumn[] {
  return type === 'decimal' ? [] : [{ name, sqlType: sqlTypes[type], nullable }];
}

/** The columns that identify a stored row of a source; the timestamp in UTC with microseconds. */
export interface StoredKey extends Record<string, unknown> {
  readonly timestamp: string;
  readonly type: string;
  readonly transaction_id: string;
  /** 0, or more for further rows with the same time, type and id. */
  readonly occurrence: number;
}

/** Returns a time in SQL as ISO 8601 in UTC, with microseconds or milliseconds. */
export function inUtc(column: string, digits: 'US' | 'MS'): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`;
}

/** What tells a row in quarantine from others, in SQL. */
export const rejectedRow = `encode(sha256(convert_to(row, 'UTF8')), 'hex')`;

/** The time of a row in quarantine, in SQL: one whose time cannot be read may be as old as its window. */
export const rejectedTime = `coalesce("timestamp", window_start)`;

/** A timestamp of the database in the form that rows are written with. */
export const storedTimestamp = `${inUtc('timestamp', 'US')} AS timestamp`;

/** Returns the key of a row as a string. No value contains the separator. */
export function keyOfStored({ timestamp, type, transaction_id, occurrence }: StoredKey): string {
  return [timestamp, type, transaction_id, occurrence].join('\0');
}

/** Returns the amounts of rows in SQL, named as in a receipt; `valueOf` is the SQL for a column. */
export function amountsInSql(valueOf: (column: MoneyColumn) => string): string {
  return moneyFields.map((field) => `(${valueOf(moneyColumnOf[field])})::text AS "${field}"`).join(', ');
}

/** The UTC day of a row in SQL, such as `2026-10-01`. */
export function dayInSql(column: string): string {
  return `(${column} AT TIME ZONE 'UTC')::date::text`;
}

/** The sums of a receipt in SQL, of rows that are grouped by {@link groupedByDay}. */
export const sumsInSql = `${dayInSql('timestamp')} AS day, currency_code AS "currencyCode", type, to_json(count(*)) AS rows,
  ${amountsInSql((column) => `sum(${column})`)}`;
export const groupedByDay = 'GROUP BY day, currency_code, type';

/** Ranges as a table in SQL: the first value of the statement is their JSON. */
export const rangesInSql = `json_to_recordset($1) AS range ("source" text, "startDate" timestamptz, "endDate" timestamptz)`;
/** Whether a row of the view or table `rows` is in such a range. */
export const isInRange = `rows.source = range.source AND timestamp >= "startDate" AND timestamp < "endDate"`;
