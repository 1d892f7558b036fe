import { fieldOf, isObject } from '../client/api/input.ts';
import type { ColumnChoice } from './column-choice.ts';
import { ledgerColumns } from './ledger-columns.ts';

/** Returns a row, valid or not, as it is stored: without what a source drops, and with hashes in place of what it hashes. */
export type Hide = <Row>(row: Row) => Row;

/** Returns what hides the columns of a choice, in the row as received too. */
export function createHide({ drop, hash }: ColumnChoice, hashValue: (value: string) => string): Hide {
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
    // The row keeps its fields, but for those of the columns.
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
