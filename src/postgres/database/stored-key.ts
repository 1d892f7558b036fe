/** The columns that identify a stored row; the timestamp in UTC with microseconds. */
export interface StoredKey extends Record<string, unknown> {
  readonly timestamp: string;
  readonly type: string;
  readonly transaction_id: string;
}

/** A timestamp of the database in the form that rows are written with. */
export const storedTimestamp = `to_char(timestamp AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp`;

/** The columns of {@link StoredKey} in SQL. */
export const storedKey = `${storedTimestamp}, type, transaction_id`;

/** Returns the key of a row as a string. No value contains the separator. */
export function keyOfStored({ timestamp, type, transaction_id }: StoredKey): string {
  return `${timestamp}\0${type}\0${transaction_id}`;
}
