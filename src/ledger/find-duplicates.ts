import { instantOf } from '../api/instant.ts';

/** The fields of a row that {@link findDuplicates} compares. */
export interface LedgerKeyRow {
  /** As received. */
  readonly timestamp: string;
  readonly type: string;
  /** Transaction id. */
  readonly id: string;
}

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
      const key = keyOf(row);
      if (parts > 1 && hash(key) % parts !== part) continue;
      if (keys.has(key)) duplicates += 1;
      else keys.add(key);
    }
  }
  return duplicates;
}

function keyOf({ timestamp, type, id }: LedgerKeyRow): string {
  const instant = instantOf(timestamp);
  const time = Number.isNaN(instant) ? timestamp : instant;
  return `${time} ${type.length} ${type.toWellFormed()}${id.toWellFormed()}`;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
