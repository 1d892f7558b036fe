import { isObject } from '../api/input.ts';

/** How the rows of a listing are identified. */
export interface RowIdentity {
  /** Path of a row in a response: `results[]`. */
  readonly rowPath: string;
  /** Path of the count in a response. */
  readonly countPath: string;
  /** Returns the timestamp of a row as received. */
  readonly timestampOf: (row: unknown) => unknown;
  /** Returns the key of a row; `undefined` if a field of it is missing, so that the row cannot be recognized. */
  readonly keyOf: (row: unknown) => string | undefined;
}

/** Transactions are identified by timestamp, type and id. An invalid row may lack any of them. */
export const transactionIdentity: RowIdentity = {
  rowPath: 'results[]',
  countPath: 'totalCount',
  timestampOf: (row) => (isObject(row) && 'timestamp' in row ? row.timestamp : undefined),
  keyOf: (row) => {
    if (!isObject(row) || !('timestamp' in row && 'transactionDetails' in row)) return undefined;
    const { timestamp, transactionDetails: details } = row;
    if (!isObject(details) || !('type' in details && 'id' in details)) return undefined;
    const key = [timestamp, details.type, details.id];
    return key.every((part) => typeof part === 'string') ? JSON.stringify(key) : undefined;
  },
};

/** Whether two values of a response are equal, in any order of their fields. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [entries, fields] = [Object.entries(one), new Map(Object.entries(other))];
  if (Array.isArray(one) !== Array.isArray(other) || entries.length !== fields.size) return false;
  return entries.every(([key, value]) => fields.has(key) && isEqual(value, fields.get(key)));
}

/**
 * Returns a 64-bit hash of a key: type and id may echo a secret, and are stored in checkpoints. Rotation lets high bits
 * affect low ones; the result is finalized as in MurmurHash3.
 */
export function hashed(key: string): string {
  let one = 0x9747b28c;
  let other = 0x3c6ef372;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    one = Math.imul(one ^ code, 0xcc9e2d51);
    one = (one << 15) | (one >>> 17);
    other = Math.imul(other ^ code, 0x85ebca6b);
    other = (other << 13) | (other >>> 19);
  }
  return `${mix(one ^ key.length)}-${mix(other ^ Math.imul(one, 0x1b873593))}`;
}

function mix(value: number): string {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(36);
}
