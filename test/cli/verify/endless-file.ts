/**
 * Changes the header of the first page of a Parquet file so that hyparquet never ends: without the size of the page, the
 * position of the next one is not a number.
 */
export function endless(file: Buffer): Buffer {
  const content = Buffer.from(file);
  // After `PAR1`: type, uncompressed size and compressed size, each an i32 field (0x15) with a varint.
  const uncompressed = afterVarint(content, 4);
  const compressed = afterVarint(content, uncompressed);
  const page = afterVarint(content, compressed);
  // Field 8, the header of a data page, has the fields num_values, num_nulls and num_rows.
  const rows = afterVarint(content, afterVarint(content, page + 1));
  const fields = [4, uncompressed, compressed, page + 1, rows].map((field) => content[field]);
  if (fields.some((field) => field !== 0x15) || content[page] !== 0x5c) {
    throw new Error('the first page has another header');
  }
  // The varint before the compressed size becomes so long that it takes its place.
  content[compressed - 1] = (content[compressed - 1] ?? 0) | 0x80;
  content.fill(0x80, compressed, page - 1).writeUInt8(0, page - 1);
  content[page] = 0x6c;
  // The sign: pages before the first row are not decompressed.
  content[rows + 1] = (content[rows + 1] ?? 0) ^ 1;
  return content;
}

/** The position after an i32 field. */
function afterVarint(content: Buffer, field: number): number {
  let end = field + 1;
  while ((content[end] ?? 0) >= 0x80) end += 1;
  return end + 1;
}
