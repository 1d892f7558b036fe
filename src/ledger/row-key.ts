import { instantOf } from '../client/api/instant.ts';

/** The fields of a row that {@link findDuplicates} compares. */
export interface LedgerKeyRow {
  /** As received. */
  readonly timestamp: string;
  readonly type: string;
  /** Transaction id. */
  readonly id: string;
}

/** Returns the key of a row; a time in another notation is the same time. */
export function keyAt({ timestamp, type, id }: LedgerKeyRow): string {
  const instant = instantOf(timestamp);
  const time = Number.isNaN(instant) ? timestamp : instant;
  return `${time} ${keyOf(type, id)}`;
}

/** Returns the key of a row among those of its time: a payment and its refund may share the id. */
export function keyOf(type: string, id: string): string {
  // Without the length, the end of a type could be read as the start of an id.
  return `${type.length} ${type.toWellFormed()}${id.toWellFormed()}`;
}

/** Returns a hash of a text: FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Returns JSON with the fields of each object in the order of their names: rows with the same JSON are the same. */
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
