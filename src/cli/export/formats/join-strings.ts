/**
 * Returns the UTF-8 bytes of a string per item, joined. Each is encoded alone: one character outside Latin-1 would make a
 * joined string twice as large.
 */
export function joinStrings<Item>(items: readonly Item[], toString: (item: Item) => string): Buffer {
  return Buffer.concat(items.map((item) => Buffer.from(toString(item))));
}
