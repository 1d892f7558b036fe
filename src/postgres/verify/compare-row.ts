import { isDeepStrictEqual } from 'node:util';

import { transactionColumns } from '../database/transaction-columns.ts';
import { copyField } from '../work/copy-field.ts';
import type { StoredRow } from '../work/stored-row.ts';
import type { LoadDifference } from './load-verification.ts';
import type { StoredColumns } from './read-stored.ts';

/** How two rows with one key differ. */
export type Contents = Pick<LoadDifference, 'expected' | 'found'> & { readonly fields: readonly string[] };

/** Values of the service may be long. */
const maxLength = 60;

/** Compares the columns of a stored row with what would be stored; `undefined` if they are equal. */
export function compareColumns(stored: StoredColumns, { fields }: StoredRow): Contents | undefined {
  const values = fields.split('\t');
  const different = transactionColumns.filter(({ name, sqlType }, index) => {
    const [value, other] = [valueOf(stored, name), values[index] ?? ''];
    if (value === other && !other.includes('\\')) return false;
    const text = value === null ? nothing : copyField(value);
    if (text === other) return false;
    return sqlType !== 'jsonb' || text === nothing || other === nothing || !isSameJson(text, other);
  });
  if (different.length === 0) return undefined;
  return {
    fields: different.map(({ name }) => name),
    expected: different.map((column) => show(values[transactionColumns.indexOf(column)] ?? '')).join(', '),
    found: different.map(({ name }) => show(valueOf(stored, name))).join(', '),
  };
}

/** Compares a stored row with one of the service, with undocumented fields. */
export function compareContents(stored: StoredColumns, received: StoredRow): Contents | undefined {
  const contents = compareColumns(stored, received);
  if (contents || stored.row === received.json) return contents;
  if (isDeepStrictEqual(parse(stored.row), parse(received.json))) return undefined;
  return { fields: ['row'], expected: show(received.json), found: show(stored.row) };
}

/** Returns a value for people, shortened. */
export function show(value: string | null): string {
  const text = value === null || value === nothing ? 'NULL' : value;
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

/** What COPY writes for NULL. */
const nothing = '\\N';

function valueOf(stored: StoredColumns, name: string): string | null {
  // The parsers of the pool return any column of the ledger as a string.
  return stored[name] as string | null;
}

/** PostgreSQL stores JSON with other spaces, and keys in another order. In the format of COPY, backslashes are doubled. */
function isSameJson(one: string, other: string): boolean {
  return isDeepStrictEqual(parse(one.replaceAll('\\\\', '\\')), parse(other.replaceAll('\\\\', '\\')));
}

function parse(json: string): unknown {
  return JSON.parse(json);
}
