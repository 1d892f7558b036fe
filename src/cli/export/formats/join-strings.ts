/** Rows to join before they are encoded: one character outside Latin-1 makes a joined string twice as large. */
const batch = 32;

/** Returns the UTF-8 bytes of a string per item, joined. */
export function joinStrings<Item>(items: readonly Item[], toString: (item: Item) => string): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < items.length; from += batch) {
    let text = '';
    const to = Math.min(items.length, from + batch);
    // The index is in range.
    for (let index = from; index < to; index += 1) text += toString(items[index] as Item);
    parts.push(Buffer.from(text));
  }
  return Buffer.concat(parts);
}
