import { hashOf, keyAt, type LedgerKeyRow } from './row-key.ts';

/** Options of {@link findDuplicates}. */
export interface FindDuplicatesOptions {
  /** Number of rows, about; it decides how often they are read. */
  readonly rows: number;
  /** Maximum number of keys in memory, about. @defaultValue `1_000_000` */
  readonly maxKeys?: number | undefined;
}

/**
 * Counts stored rows that have the timestamp, type and id of an earlier row, in any order. For more than `maxKeys` rows
 * it reads them several times, each time comparing another part of the keys, so that memory is bounded.
 *
 * @param read Called once for each time that the rows are read; returns all rows from the start.
 * @example
 * ```ts
 * import { findDuplicates } from 'publisher-commerce/ledger';
 *
 * const rows = [
 *   { timestamp: '2026-10-01T00:00:00.000Z', type: 'paid', id: 't-1' },
 *   { timestamp: '2026-10-01T00:00:00.000Z', type: 'refund', id: 't-1' },
 *   { timestamp: '2026-10-01T00:00:00Z', type: 'paid', id: 't-1' },
 * ];
 * console.log(await findDuplicates(() => rows, { rows: rows.length })); // 1
 * ```
 */
export async function findDuplicates(
  read: () => AsyncIterable<LedgerKeyRow> | Iterable<LedgerKeyRow>,
  { rows, maxKeys = 1_000_000 }: FindDuplicatesOptions,
): Promise<number> {
  const parts = Math.max(1, Math.ceil(rows / maxKeys));
  let duplicates = 0;
  for (let part = 0; part < parts; part += 1) {
    const keys = new Set<string>();
    for await (const row of read()) {
      const key = keyAt(row);
      if (parts > 1 && hashOf(key) % parts !== part) continue;
      if (keys.has(key)) duplicates += 1;
      else keys.add(key);
    }
  }
  return duplicates;
}
