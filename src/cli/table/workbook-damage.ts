import { crc32 } from 'node:zlib';

import { contentOf, type ZipPart } from './zip-parts.ts';

/** Everything but the sheets is held in memory while rows are read. */
const maxHeldBytes = 256 * 1024 * 1024;

/**
 * Returns what is wrong with the parts of a workbook; `undefined` if all are whole. The library that reads rows compares no
 * checksum, ends without an error where a sheet does, and inflates without a limit.
 */
export async function damageOf(parts: readonly ZipPart[]): Promise<string | undefined> {
  for (const part of parts) {
    const isSheet = part.name.startsWith('xl/worksheets/') && part.name.endsWith('.xml');
    let [size, crc, end] = [0, 0, ''];
    for await (const chunk of contentOf(part)) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      end = (end + chunk.subarray(-100).toString('latin1')).slice(-100);
      if (!isSheet && size > maxHeldBytes) return `it is too large: ${part.name} has more than 256 MiB`;
    }
    if (crc !== part.crc) return `the checksum of ${part.name} is wrong`;
    if (isSheet && !/<\/(\w+:)?\w+sheet>\s*$/.test(end)) return `${part.name} ends in the middle of its XML`;
  }
  return undefined;
}
