import type { Transaction } from '../../api/transactions.ts';
import type { Queries } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import type { TimeRange } from '../plan/merge-ranges.ts';
import { toStoredRow } from '../work/stored-row.ts';
import { compareColumns, type Contents, show } from './compare-row.ts';
import { keyOf } from './key-of.ts';
import { readStored, type StoredColumns } from './read-stored.ts';
import type { RowDifferences } from './row-differences.ts';

/** Computes the columns of each row again, from the row as received and by the code that stores them, and compares them. */
export async function compareWithReceived(
  queries: Queries,
  tables: Tables,
  ranges: readonly TimeRange[],
  differences: RowDifferences,
  signal: AbortSignal | undefined,
): Promise<void> {
  for await (const rows of readStored(queries, tables, ranges)) {
    signal?.throwIfAborted();
    for (const row of rows) {
      const contents = compare(row);
      if (contents) differences.add(() => ({ what: 'columns', ...keyOf(row), ...contents }));
    }
  }
}

function compare(stored: StoredColumns): Contents | undefined {
  try {
    // It was one when it was stored; anything else fails, or differs.
    const row = toStoredRow(JSON.parse(stored.row) as Transaction, '');
    if (!('reason' in row)) return compareColumns(stored, row);
  } catch {
    // Reported below.
  }
  return { fields: ['row'], expected: 'a transaction', found: show(stored.row) };
}
