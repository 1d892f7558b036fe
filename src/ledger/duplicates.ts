import * as z from 'zod';

import { instantOf } from '../client/api/instant.ts';

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
      const key = keyAt(row);
      if (parts > 1 && hash(key) % parts !== part) continue;
      if (keys.has(key)) duplicates += 1;
      else keys.add(key);
    }
  }
  return duplicates;
}

/** Returns the key of a row; a time in another notation is the same time. */
export function keyAt({ timestamp, type, id }: LedgerKeyRow): string {
  const instant = instantOf(timestamp);
  const time = Number.isNaN(instant) ? timestamp : instant;
  return `${time} ${keyOf(type, id)}`;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** The rules of what a receipt keeps to find duplicates. */
export const orderedKeysSchema = z.strictObject({
  ordered: z.boolean(),
  duplicates: z.int().min(0),
  different: z.int().min(0),
  /** `null` before the first row. */
  instant: z.int().nullable(),
  keys: z.array(z.string()).readonly(),
  contents: z.array(z.string()).readonly(),
});

/** What a receipt keeps to find duplicates, as plain JSON. */
export type OrderedKeysState = Readonly<z.output<typeof orderedKeysSchema>>;

/** Maximum number of rows at one instant to compare with each other. */
const maxKeys = 100_000;

/**
 * Counts duplicates among rows in order of time. It keeps the keys of the current instant only: while time does not go
 * back, no earlier row has the same key.
 */
export class OrderedKeys {
  readonly #direction: 1 | -1;
  /** Keys at the current instant, without the latest row. */
  readonly #keys: Set<string>;
  /** Keys with a hash of the row. */
  readonly #contents: Set<string>;
  #type = '';
  #id: string | undefined;
  #row: unknown;
  #instant: number | null;
  #duplicates: number;
  #different: number;
  #ordered: boolean;

  constructor(direction: 'asc' | 'desc', state?: OrderedKeysState) {
    this.#direction = direction === 'asc' ? 1 : -1;
    this.#keys = new Set(state?.keys);
    this.#contents = new Set(state?.contents);
    this.#instant = state?.instant ?? null;
    this.#duplicates = state?.duplicates ?? 0;
    this.#different = state?.different ?? 0;
    this.#ordered = state?.ordered ?? true;
  }

  /** Whether all rows were in order; otherwise there may be duplicates that were not counted. */
  get ordered(): boolean {
    return this.#ordered;
  }

  /** Number of rows whose key an earlier row has, as far as rows were in order. */
  get duplicates(): number {
    return this.#duplicates;
  }

  /** Number of those rows that differ from all earlier rows with their key. */
  get different(): number {
    return this.#different;
  }

  /**
   * Returns how many different rows with its key were received before the row that equals it: 0, unless keys repeat.
   *
   * @param instant Time in microseconds since the epoch; `NaN` if the timestamp cannot be read
   * @param row The row as received; without it, rows with one key do not differ
   */
  add(instant: number, type: string, id: string, row?: object): number {
    if (!this.#ordered) return 0;
    if (instant !== this.#instant) {
      const ahead = (instant - (this.#instant ?? instant)) * this.#direction;
      // Written so that `NaN` fails too.
      if (!(ahead >= 0)) return this.#giveUp();
      if (this.#keys.size > 0) this.#clear();
      this.#instant = instant;
      this.#id = undefined;
    }
    // Most rows are alone at their instant: then no set is touched.
    this.#keep();
    if (this.#keys.size >= maxKeys) return this.#giveUp();
    const isRepeated = this.#keys.size > 0 && this.#keys.has(keyOf(type, id));
    this.#type = type;
    this.#id = id;
    this.#row = row;
    return isRepeated ? this.#addRepeated(keyOf(type, id), row) : 0;
  }

  #addRepeated(key: string, row: object | undefined): number {
    this.#duplicates += 1;
    if (!row) return 0;
    const same = [...this.#contents].filter((content) => content.slice(content.indexOf(' ') + 1) === key);
    const earlier = same.indexOf(contentOf(key, row));
    if (earlier >= 0) return earlier;
    this.#different += 1;
    return same.length;
  }

  toJSON(): OrderedKeysState {
    this.#keep();
    return {
      ordered: this.#ordered,
      duplicates: this.#duplicates,
      different: this.#different,
      instant: this.#instant,
      keys: [...this.#keys],
      contents: [...this.#contents],
    };
  }

  /** Moves the latest row into the sets. */
  #keep(): void {
    if (this.#id === undefined) return;
    const key = keyOf(this.#type, this.#id);
    this.#keys.add(key);
    if (this.#row !== undefined) this.#contents.add(contentOf(key, this.#row));
    this.#id = undefined;
    this.#row = undefined;
  }

  #clear(): void {
    this.#keys.clear();
    this.#contents.clear();
  }

  #giveUp(): number {
    this.#ordered = false;
    this.#clear();
    this.#id = undefined;
    this.#row = undefined;
    return 0;
  }
}

/** A payment and its refund may share the id, and a type the time. */
function keyOf(type: string, id: string): string {
  // Without the length, the end of a type could be read as the start of an id.
  return `${type.length} ${type.toWellFormed()}${id.toWellFormed()}`;
}

/** Two contents with one hash count as the same: a receipt is then not complete, rather than wrong. */
function contentOf(key: string, row: unknown): string {
  return `${hash(canonicalJson(row))} ${key}`;
}

/** Returns JSON with the fields of each object in the order of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, part]) => [name, canonical(part)]));
}
