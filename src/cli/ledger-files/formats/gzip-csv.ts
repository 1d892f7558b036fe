import { gzipSync } from 'node:zlib';

import { gunzip } from '../../files/gunzip.ts';
import { rowsOfCsv } from './csv.ts';
import type { ReadRows } from './format.ts';
import type { RowEncoder } from './row-encoder.ts';

/** Compresses what an encoder returns: each page is a member of its own, so that a file is continued where it stopped. */
export function gzipped(encoder: RowEncoder): RowEncoder {
  const pack = (bytes: Uint8Array): Uint8Array => (bytes.length === 0 ? bytes : gzipSync(bytes));
  return {
    ...encoder,
    header: pack(encoder.header),
    encode: (rows) => pack(encoder.encode(rows)),
    footer: () => pack(encoder.footer()),
  };
}

/** Yields the rows of a gzipped CSV file. @throws UnreadableFileError */
export const readGzipCsv: ReadRows = (path, needed) => rowsOfCsv(gunzip(path), needed);
