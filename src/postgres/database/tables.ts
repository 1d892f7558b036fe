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
  readonly loadIds: string;
  readonly loads: string;
  readonly commits: string;
  /** A view: the stored rows that the service still has, for reading. */
  readonly transactions: string;
  /** The table behind it, with the rows that are marked as missing. */
  readonly stored: string;
  readonly quarantine: string;
  readonly workers: string;
  readonly leases: string;
}

/** Returns the names of a schema, which has been validated: identifiers cannot be parameters. */
export function tablesOf(schema: string): Tables {
  const table = (name: string): string => `"${schema}"."${name}"`;
  return {
    name: schema,
    jobs: `${schema}_jobs`,
    schema: `"${schema}"`,
    version: table('schema_version'),
    loadIds: table('load_ids'),
    loads: table('loads'),
    commits: table('commits'),
    transactions: table('transactions'),
    stored: table('stored_transactions'),
    quarantine: table('quarantine'),
    workers: table('workers'),
    leases: table('leases'),
  };
}

/** A column of the table of transactions that comes from the ledger row. */
interface TransactionColumn {
  readonly name: string;
  readonly sqlType: 'timestamptz' | 'text' | 'bigint' | 'jsonb';
  readonly nullable: boolean;
}

const sqlTypes = { timestamp: 'timestamptz', string: 'text', integer: 'bigint', json: 'jsonb' } as const;

/** The columns of the ledger; money is in the smallest unit only, since decimals can be computed from it. */
export const transactionColumns: readonly TransactionColumn[] = ledgerColumns.flatMap(toColumn);

/** The columns that identify a transaction. */
export const keyColumns = ['timestamp', 'type', 'transaction_id'] as const;

/** All columns, in the order of the table. */
export const columnNames: readonly string[] = [
  ...transactionColumns.map(({ name }) => name),
  'fetched_at',
  'load_id',
  'row',
];

function toColumn({ name, type, nullable }: LedgerColumn): readonly TransactionColumn[] {
  return type === 'decimal' ? [] : [{ name, sqlType: sqlTypes[type], nullable }];
}

/** The columns that identify a stored row; the timestamp in UTC with microseconds. */
export interface StoredKey extends Record<string, unknown> {
  readonly timestamp: string;
  readonly type: string;
  readonly transaction_id: string;
}

/** Returns a time in SQL as ISO 8601 in UTC, with microseconds or milliseconds. */
export function inUtc(column: string, digits: 'US' | 'MS'): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`;
}

/** A timestamp of the database in the form that rows are written with. */
export const storedTimestamp = `${inUtc('timestamp', 'US')} AS timestamp`;

/** The columns of {@link StoredKey} in SQL. */
export const storedKey = `${storedTimestamp}, type, transaction_id`;

/** Returns the key of a row as a string. No value contains the separator. */
export function keyOfStored({ timestamp, type, transaction_id }: StoredKey): string {
  return `${timestamp}\0${type}\0${transaction_id}`;
}

/** Returns the amounts of rows in SQL, named as in a receipt; `valueOf` is the SQL for a column. */
export function amountsInSql(valueOf: (column: MoneyColumn) => string): string {
  return moneyFields.map((field) => `(${valueOf(moneyColumnOf[field])})::text AS "${field}"`).join(', ');
}

/** The sums of a receipt in SQL, of rows that are grouped by currency and type. */
export const sumsInSql = `currency_code AS "currencyCode", type, count(*)::float8 AS rows,
  ${amountsInSql((column) => `sum(${column})`)}`;

/** Ranges as a table in SQL: the first value of the statement is their JSON. */
export const rangesInSql = `json_to_recordset($1) AS range ("startDate" timestamptz, "endDate" timestamptz)`;
/** Whether the timestamp of a row is in such a range. */
export const isInRange = `timestamp >= "startDate" AND timestamp < "endDate"`;
