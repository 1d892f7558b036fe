import { createReadStream } from 'node:fs';

import { maxRowBytes } from './row-limit.ts';
import { unreadableRow } from './stored-row.ts';

const lineFeed = 0x0a;

/**
 * Yields the lines of a file, a batch per chunk, as UTF-8. Only a line feed ends a line: `node:readline` also splits at
 * U+2028, which JSON allows in a string.
 *
 * @throws TypeError when a line is not valid UTF-8
 * @throws UnreadableFileError when a line is too long
 */
export async function* readLines(path: string): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest: Buffer[] = [];
  let restBytes = 0;
  let lines = 0;
  // Without an encoding, the chunks are buffers.
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const first = chunk.indexOf(lineFeed);
    const end = chunk.lastIndexOf(lineFeed);
    // Only a line that began in an earlier chunk can be too long.
    restBytes += first < 0 ? chunk.length : first;
    if (restBytes > maxRowBytes) throw unreadableRow(lines + 1, `must not exceed ${maxRowBytes} bytes`);
    rest.push(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) continue;
    const batch = decoder.decode(Buffer.concat(rest)).split('\n');
    lines += batch.length;
    yield batch;
    rest = [chunk.subarray(end + 1)];
    restBytes = chunk.length - end - 1;
  }
  const last = decoder.decode(Buffer.concat(rest));
  if (last !== '') yield [last];
}
