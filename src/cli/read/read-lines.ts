import { createReadStream } from 'node:fs';

const lineFeed = 0x0a;

/**
 * Yields the lines of a file, a batch per chunk, as UTF-8. Only a line feed ends a line: `node:readline` also splits at
 * U+2028, which JSON allows in a string.
 *
 * @throws TypeError when a line is not valid UTF-8
 */
export async function* readLines(path: string): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest: Buffer[] = [];
  // Without an encoding, the chunks are buffers.
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(lineFeed);
    rest.push(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) continue;
    yield decoder.decode(Buffer.concat(rest)).split('\n');
    rest = [chunk.subarray(end + 1)];
  }
  const last = decoder.decode(Buffer.concat(rest));
  if (last !== '') yield [last];
}
