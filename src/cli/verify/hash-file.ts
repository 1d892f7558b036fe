import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The size of a file, and its SHA-256 in lowercase hexadecimal. */
export interface FileHash {
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a file once. */
export async function hashFile(path: string): Promise<FileHash> {
  const hash = createHash('sha256');
  let bytes = 0;
  // Without an encoding, the chunks are buffers.
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
