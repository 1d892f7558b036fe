import type { Transaction } from '../../client/api/transactions.ts';
import { isEqual } from '../../client/pagination/row-identity.ts';
import { personalColumns } from '../../ledger/column-choice.ts';
import type { Queries } from '../database/open-database.ts';
import {
  isInRange,
  rangesInSql,
  type StoredKey,
  storedTimestamp,
  type Tables,
  transactionColumns,
} from '../database/tables.ts';
import { copyField, encodeRow } from '../work/stored-row.ts';
import type { LoadDifference, SourceRange } from './load-verification.ts';
import type { RowDifferences } from './row-differences.ts';

/** Computes the columns of each row again, from the row as received and by the code that stores them, and compares them. */
export async function compareWithReceived(
  queries: Queries,
  tables: Tables,
  ranges: readonly SourceRange[],
  differences: RowDifferences,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const rows of readStored(queries, tables, ranges)) {
    signal?.throwIfAborted();
    for (const row of rows) {
      const contents = compare(row);
      if (contents) differences.addStored(row, { what: 'columns', ...contents });
    }
  }
}

function compare(stored: StoredColumns): Contents | undefined {
  try {
    // A row is stored only if it is a transaction: what somebody has put in its place throws here, or differs below.
    const row = encodeRow(JSON.parse(stored.row) as Transaction);
    if (typeof row !== 'string') return compareColumns(stored, row.fields);
  } catch {
    // Reported below.
  }
  return { fields: ['row'], expected: 'a transaction', found: 'something else' };
}

/** How two rows with one key differ. */
type Contents = Pick<LoadDifference, 'expected' | 'found'> & { readonly fields: readonly string[] };

/** Values of the service may be long. */
const maxLength = 60;

/** Compares the columns of a stored row with what would be stored; `undefined` if they are equal. */
function compareColumns(stored: StoredColumns, fields: string): Contents | undefined {
  const values = fields.split('\t');
  const different = transactionColumns.flatMap(({ name, sqlType }, index) => {
    // The parsers of the pool return any column of the ledger as a string.
    const found = stored[name] as string | null;
    const expected = values[index] ?? '';
    const text = found === null ? nothing : copyField(found);
    const isSame = text === expected || (sqlType === 'jsonb' && isSameJson(text, expected));
    return isSame ? [] : [{ name, expected, found }];
  });
  if (different.length === 0) return undefined;
  return {
    fields: different.map(({ name }) => name),
    expected: different.map(({ name, expected }) => show(name, expected, 'another value')).join(', '),
    found: different.map(({ name, found }) => show(name, found, 'a value')).join(', '),
  };
}

/** Compares a stored row with the fields and the JSON of one of the service, with undocumented fields. */
export function compareContents(stored: StoredColumns, fields: string, json: string): Contents | undefined {
  const contents = compareColumns(stored, fields);
  if (contents || stored.row === json) return contents;
  if (isEqual(parse(stored.row), parse(json))) return undefined;
  return { fields: ['row'], expected: 'another value', found: 'a value' };
}

/** Returns a value for people, shortened; of a personal column only whether there is one. */
function show(name: string, value: string | null, personal: string): string {
  if (value === null || value === nothing) return 'NULL';
  const text = personalColumns.includes(name) ? personal : value;
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** What COPY writes for NULL. */
const nothing = '\\N';

/** PostgreSQL stores JSON with other spaces, and keys in another order. In the format of COPY, backslashes are doubled. */
function isSameJson(one: string, other: string): boolean {
  if (one === nothing || other === nothing) return false;
  return isEqual(parse(one.replaceAll('\\\\', '\\')), parse(other.replaceAll('\\\\', '\\')));
}

function parse(json: string): unknown {
  return JSON.parse(json);
}

/** A row of the table, with each column of the ledger as a string or `null`. */
export interface StoredColumns extends StoredKey {
  readonly [column: string]: unknown;
  readonly source: string;
  /** The row as received, as JSON. */
  readonly row: string;
  /** Whether the last read did not find it. */
  readonly is_missing: boolean;
  /** Whether its player was erased. */
  readonly is_erased: boolean;
  /** Whether it was read before the read in question. */
  readonly is_earlier: boolean;
}

/** Rows per round trip. */
const batch = 1000;

const columns = transactionColumns.map(({ name, sqlType }) => {
  if (sqlType === 'timestamptz') return storedTimestamp;
  return sqlType === 'jsonb' ? `${name}::text AS ${name}` : name;
});

/** Reads the stored rows of ranges within a transaction, in batches: its memory does not depend on their number. */
export async function* readStored(
  { query }: Queries,
  { stored }: Pick<Tables, 'stored'>,
  ranges: readonly SourceRange[],
  lastRead?: string,
): AsyncGenerator<readonly StoredColumns[], void, undefined> {
  await query(
    `DECLARE stored_rows NO SCROLL CURSOR FOR
     SELECT ${columns.join(', ')}, rows.source, occurrence, row::text AS row, missing_since IS NOT NULL AS is_missing,
       erased_at IS NOT NULL AS is_erased,
       coalesce(read_number <= $2, true) AS is_earlier
     FROM ${rangesInSql} JOIN ${stored} rows ON ${isInRange}`,
    [JSON.stringify(ranges), lastRead ?? null],
  );
  for (;;) {
    const rows = await query<StoredColumns>(`FETCH ${batch} FROM stored_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await query('CLOSE stored_rows');
}
