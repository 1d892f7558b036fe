import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

import { UnreadableFileError } from '../files/unreadable-file.ts';

/** A file in a ZIP file. */
export interface ZipPart {
  readonly name: string;
  readonly isDeflated: boolean;
  /** CRC-32 of its content. */
  readonly crc: number;
  readonly data: Buffer;
}

/** Above the XML of any sheet that a spreadsheet can hold in practice: a million rows of five columns have 250 MB. */
const maxBytes = 1024 ** 3;

/** Yields the content of a part in chunks. @throws UnreadableFileError if it is too large, whatever its directory says */
export async function* contentOf({
  name,
  data,
  isDeflated,
}: ZipPart): AsyncGenerator<Buffer, void, undefined> {
  const stream = Readable.from([data]);
  let size = 0;
  for await (const chunk of (isDeflated
    ? stream.pipe(createInflateRaw())
    : stream) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new UnreadableFileError(`it is too large: ${name} has more than 1 GiB`);
    yield chunk;
  }
}

const endOfDirectory = Buffer.from('PK\u0005\u0006');

/** Returns the files of a ZIP file by its directory, as APPNOTE 4.3.12 to 4.3.16 defines it. @throws if it has none */
export function partsOf(zip: Buffer): readonly ZipPart[] {
  const directory = zip.lastIndexOf(endOfDirectory);
  if (directory < 0) throw new UnreadableFileError('it is a ZIP file without its end');
  const parts: ZipPart[] = [];
  const count = zip.readUInt16LE(directory + 10);
  let at = zip.readUInt32LE(directory + 16);
  for (let index = 0; index < count; index += 1) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    parts.push({
      // Old programs of Windows write backslashes.
      name: zip.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/'),
      isDeflated: zip.readUInt16LE(at + 10) === 8,
      crc: zip.readUInt32LE(at + 16),
      data: zip.subarray(start, start + zip.readUInt32LE(at + 20)),
    });
    // After the name come extra fields and a comment.
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}
