import { DatabaseError } from './database-error.ts';
import type { Queries } from './open-database.ts';
import { keyColumns, type Tables } from './tables.ts';

/** What a table or sequence lacks, as after a restore of some of them, and the SQL that repairs it. */
export interface Repair {
  /** With its schema, quoted. */
  readonly table: string;
  /** What is wrong with it, in words. */
  readonly problem: string;
  /** To be run by the owner; of a table, two statements: the first removes rows that are stored twice. */
  readonly statement: string;
}

/** The columns of each primary key. */
function keysOf(tables: Tables): readonly (readonly [table: string, columns: readonly string[]])[] {
  return [
    [tables.stored, keyColumns],
    [tables.replaced, ['id']],
    [tables.sources, ['source']],
    [tables.erasures, ['id']],
    [tables.loads, ['id']],
    [tables.commits, ['load_id', 'job']],
    [tables.recounts, ['load_id']],
    [tables.quarantine, ['id']],
    [tables.countedRanges, ['source', 'start_date']],
    [tables.workers, ['id']],
    [tables.leases, ['name']],
    [tables.attempts, ['source', 'kind']],
    [tables.differences, ['source', 'kind', 'start_date', 'end_date']],
    [tables.serviceClocks, ['source']],
    [tables.acknowledgements, ['kind', 'source', 'subject']],
  ];
}

/** Returns the tables without their key, and the sequences that are behind the newest rows, or behind any. */
export async function findRepairs(
  queries: Queries,
  tables: Tables,
  rows: 'newest' | 'all' = 'newest',
): Promise<readonly Repair[]> {
  return [...(await findKeyless(queries, tables)), ...(await findBehind(queries, tables, rows))];
}

/** A unique index on the same columns is a key too. */
async function findKeyless({ query }: Queries, tables: Tables): Promise<readonly Repair[]> {
  const keys = keysOf(tables);
  const unique = await query<{ table: string; columns: string[] }>(
    `SELECT "table", array_agg(attname::text) AS columns
     FROM unnest($1::text[]) AS "table" JOIN pg_index ON indrelid = to_regclass("table")
     JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])
     WHERE indisunique AND indisvalid AND indimmediate AND indpred IS NULL AND indexprs IS NULL
     GROUP BY "table", indexrelid`,
    [keys.map(([table]) => table)],
  );
  const namesOf = (columns: readonly string[]): string => columns.toSorted().join();
  const found = new Set(unique.map(({ table, columns }) => `${table} ${namesOf(columns)}`));
  return keys
    .filter(([table, columns]) => !found.has(`${table} ${namesOf(columns)}`))
    .map(([table, columns]) => {
      const names = columns.map((name) => `"${name}"`).join(', ');
      const doubles = `DELETE FROM ${table} one USING ${table} other WHERE ${isDouble(columns, table === tables.stored)}`;
      return {
        table,
        problem: 'has lost its key',
        statement: `${doubles}; ALTER TABLE ${table} ADD PRIMARY KEY (${names})`,
      };
    });
}

/**
 * Whether a row is to be removed for another one of its key: of stored rows an older read, or one that was not erased; of
 * other tables only a copy, for different rows may have been given one id.
 */
function isDouble(columns: readonly string[], isStored: boolean): string {
  const valuesOf = (row: string): string => columns.map((name) => `${row}."${name}"`).join(', ');
  const ageOf = (row: string): string => `(${row}.read_number, ${row}.erased_at IS NOT NULL, ${row}.ctid)`;
  const isOlder = isStored
    ? `${ageOf('one')} < ${ageOf('other')}`
    : 'one::text = other::text AND one.ctid < other.ctid';
  return `(${valuesOf('one')}) = (${valuesOf('other')}) AND ${isOlder}`;
}

/** How many of the newest rows to look at: each night has read them, and to look at all of a large table takes minutes. */
const newest = 1000;

/** A read or load with a number that others have would be taken for an older one, or for another one. */
async function findBehind(
  { query }: Queries,
  { readNumbers, loadIds, commits, loads, stored, quarantine }: Tables,
  looked: 'newest' | 'all',
): Promise<readonly Repair[]> {
  const ofRows = `SELECT max(read_number) FROM ${stored}`;
  const ofNewest = `SELECT max(read_number) FROM (SELECT read_number FROM ${stored} ORDER BY timestamp DESC LIMIT ${newest}) AS newest`;
  const ofOthers = `(SELECT max(first_read + greatest(pages, 1) - 1) FROM ${commits}), (SELECT max(read_number) FROM ${quarantine} WHERE resolved_at IS NULL)`;
  const lastTaken = (sequence: string): string => `SELECT last_value - (NOT is_called)::int FROM ${sequence}`;
  const lastLoad = `SELECT max(id) FROM ${loads}`;
  const lastOf = {
    [readNumbers]: `SELECT greatest((${ofRows}), ${ofOthers})`,
    [loadIds]: lastLoad,
  };
  const rows = await query<{ sequence: string }>(
    `SELECT sequence FROM (VALUES
       ($1, (${lastTaken(readNumbers)}), greatest((${looked === 'all' ? ofRows : ofNewest}), ${ofOthers})),
       ($2, (${lastTaken(loadIds)}), (${lastLoad})::bigint)
     ) AS numbers (sequence, value, last) WHERE value < last`,
    [readNumbers, loadIds],
  );
  return rows.map(({ sequence }) => ({
    table: sequence,
    problem: 'is behind the rows',
    statement: `SELECT setval('${sequence}', (${lastOf[sequence] ?? ''}))`,
  }));
}

/** Checks that no row can be written twice. @throws {@link DatabaseError} with the statements that repair the tables */
export async function checkKeys(database: Queries & { readonly tables: Tables }): Promise<void> {
  const repairs = await findRepairs(database, database.tables);
  if (repairs.length === 0) return;
  const what = repairs.map(({ table, problem, statement }) => `${table} ${problem}: ${statement};`);
  throw new DatabaseError(what.join(' '), { reason: 'no_key' });
}
