/** How the rows of a listing are identified. */
export interface RowIdentity {
  /** Path of a row in a response: `results[]`. */
  readonly rowPath: string;
  /** Path of the count in a response. */
  readonly countPath: string;
  /** Returns the key of a row; `undefined` if a field of it is missing, so that the row cannot be recognized. */
  readonly keyOf: (row: unknown) => string | undefined;
}

/** Transactions are identified by timestamp, type and id. An invalid row may lack any of them. */
export const transactionIdentity: RowIdentity = {
  rowPath: 'results[]',
  countPath: 'totalCount',
  keyOf: (row) => {
    const { timestamp, transactionDetails } = Object(row) as Readonly<Record<string, unknown>>;
    const { type, id } = Object(transactionDetails) as Readonly<Record<string, unknown>>;
    const isKey = typeof timestamp === 'string' && typeof type === 'string' && typeof id === 'string';
    return isKey ? `${timestamp} ${type} ${id}` : undefined;
  },
};

/** Whether two values of JSON are equal, in any order of their fields. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [entries, fields] = [Object.entries(one), new Map(Object.entries(other))];
  if (Array.isArray(one) !== Array.isArray(other) || entries.length !== fields.size) return false;
  return entries.every(([key, value]) => fields.has(key) && isEqual(value, fields.get(key)));
}
