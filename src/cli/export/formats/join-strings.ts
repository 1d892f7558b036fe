/** Bytes to begin with for each item. Memory that is not written to is not taken from the system. */
const expectedBytes = 2048;

/** UTF-8 takes at most three bytes for each unit of a string. */
const maxBytes = 3;

/**
 * Returns the UTF-8 bytes of a string per item, joined. Each is encoded alone: one character outside Latin-1 would make a
 * joined string twice as large.
 */
export function joinStrings<Item>(items: readonly Item[], toString: (item: Item) => string): Buffer {
  let buffer = Buffer.allocUnsafeSlow(items.length * expectedBytes);
  let size = 0;
  for (const item of items) {
    const string = toString(item);
    const needed = size + string.length * maxBytes;
    if (needed > buffer.length) buffer = Buffer.concat([buffer.subarray(0, size)], needed * 2);
    size += buffer.write(string, size);
  }
  return buffer.subarray(0, size);
}
