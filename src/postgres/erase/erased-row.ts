import { fieldOf, isObject } from '../../client/api/input.ts';
import { productFields, type Transaction } from '../../client/api/transactions.ts';
import { personalColumns } from '../../ledger/column-choice.ts';
import { ledgerColumns } from '../../ledger/index.ts';

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
    // An object in place of a string or number may say anything of the player.
    if (value === undefined || isObject(value)) continue;
    if (second === undefined) kept[first] = documented;
    else kept[first] = { ...Object(kept[first]), [second]: documented };
  }
  // If the row was a transaction, the erased one is too: the essential fields are kept.
  return kept as unknown as Transaction;
}

/** The products of the offer are the only list that is documented. */
function documentedProduct(product: unknown): Record<string, unknown> {
  const fields = productFields.map((name) => [name, fieldOf(product, name)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined && typeof value !== 'object'));
}

/** Returns the id of the player of a row, as the column has it; `null` if it has none. */
export function customerOf(row: unknown): string | null {
  const id = fieldOf(fieldOf(row, 'customerDetails'), 'id');
  if (id === undefined || id === null) return null;
  return typeof id === 'string' ? id : JSON.stringify(id);
}
