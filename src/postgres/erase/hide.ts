import { fieldOf, isObject } from '../../client/api/input.ts';
import { productSchema, type Transaction } from '../../client/api/transactions.ts';
import { type ColumnChoice, personalColumns } from '../../ledger/column-choice.ts';
import { ledgerColumns } from '../../ledger/index.ts';
import type { HashValue } from '../../shared/hash-value.ts';

/** Returns a row, valid or not, as it is stored: without what a source drops, and with hashes in place of what it hashes. */
export type Hide = <Row>(row: Row) => Row;

/** Returns what hides the columns of a choice, in the row as received too. */
export function createHide({ drop, hash }: ColumnChoice, hashValue: HashValue): Hide {
  if (drop.length + hash.length === 0) return (row) => row;
  const hashed = (value: unknown): unknown =>
    value === undefined || value === null
      ? value
      : hashValue(typeof value === 'string' ? value : JSON.stringify(value));
  const changes = [
    ...drop.map((name) => ({ path: pathOf(name), change: () => undefined })),
    ...hash.map((name) => ({ path: pathOf(name), change: hashed })),
  ];
  return <Row>(row: Row): Row =>
    // It has the same fields, but for these.
    changes.reduce<unknown>((value, { path, change }) => changeAt(value, path, change), row) as Row;
}

function pathOf(column: string): readonly string[] {
  return ledgerColumns.find(({ name }) => name === column)?.path.split('.') ?? [];
}

function changeAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (name === undefined) return change(value);
  // In place of an object, it may be what is to be hidden.
  if (!isObject(value)) return value === null ? null : undefined;
  const field = fieldOf(value, name);
  return field === undefined ? value : { ...value, [name]: changeAt(field, rest, change) };
}

const keptPaths = [
  ...new Set(ledgerColumns.filter(({ name }) => !personalColumns.includes(name)).map(({ path }) => path)),
].map((path) => path.split('.'));

/**
 * Returns what a row, valid or not, keeps when its player is erased: what is documented and is no personal column. A field
 * that is not documented may be about the player.
 */
export function erasedRow(row: unknown): Transaction {
  const kept: Record<string, unknown> = {};
  for (const path of keptPaths) {
    const value = path.reduce(fieldOf, row);
    const [first = '', second] = path;
    const documented = Array.isArray(value) ? value.map(documentedProduct) : value;
    // In place of a string or number, it may be anything.
    if (value === undefined || isObject(value)) continue;
    if (second === undefined) kept[first] = documented;
    else kept[first] = { ...Object(kept[first]), [second]: documented };
  }
  // If the row was one: an erased row has the essential fields.
  return kept as unknown as Transaction;
}

/** The products of the offer are the only list that is documented. */
function documentedProduct(product: unknown): Record<string, unknown> {
  const fields = Object.keys(productSchema.shape).map((name) => [name, fieldOf(product, name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && typeof value !== 'object'));
}

/** Returns the id of the player of a row, as the column has it; `null` if it has none. */
export function customerOf(row: unknown): string | null {
  const id = fieldOf(fieldOf(row, 'customerDetails'), 'id');
  if (id === undefined || id === null) return null;
  return typeof id === 'string' ? id : JSON.stringify(id);
}
